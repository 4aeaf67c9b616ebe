import { createHash, hash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { parseBallot } from '@tribune/domain/audit/ballots.ts'
import type { Sha256 } from '@tribune/domain/audit/bytes.ts'
import { type Checkpoint, openCheckpoint, parseKey, type VerifierKey } from '@tribune/domain/audit/checkpoint.ts'
import {
  type AuditProblem,
  checkContinuedLeaves,
  checkLog,
  type EntryProblem,
  entryProblem,
  type LogEntry,
  logName,
  newestEntries,
  type ResultEntry,
} from '@tribune/domain/audit/log.ts'
import { type AuditRecord, parseRecord } from '@tribune/domain/audit/record.ts'
import { checkRecord, type RecordProblem, Recount } from '@tribune/domain/audit/recount.ts'
import { verifyEd25519 } from '@tribune/server/kernel/keys.ts'
import { bytesOf, fileParts, linesOf, readEntries, type Source, sourceOf, Unreadable } from './recount-source.ts'

const USAGE =
  'npm run recount -- <address or folder> [--match <id>] [--season <year>] [--checkpoint <older checkpoint>]'

type MatchProblem = RecordProblem | EntryProblem

const SENTENCES: Readonly<Record<AuditProblem, string>> = {
  checkpoint_malformed: 'the checkpoint has another form than documented',
  key_unknown: 'no known key has signed the checkpoint',
  signature_wrong: 'the signature of the checkpoint is wrong',
  log_cut: 'the log was cut: it has fewer entries than a signed checkpoint',
  log_index: 'lines of the log are no entries, or not at their index',
  log_differs: 'the log was altered: its entries are not those of its checkpoint',
  log_start: 'the log does not begin as its name requires',
  log_rewritten: 'the log was rewritten: it does not continue an older checkpoint',
  record_altered: 'the record was altered: the log has another hash',
  record_malformed: 'the record has another form than documented',
  record_unlogged: 'the record is in no log that was read',
  entry_differs: 'the entry of the log differs from the record',
  ballots_missing: 'the record has no ballots although 10 or more count, or some although fewer do',
  ballots_hash_differs: 'ballots were altered or left out: the record has another hash of the file',
  ballots_unreadable: 'lines of the file are no ballots',
  ballots_unordered: 'the ballots are not in order, or one is there twice',
  tree_differs: 'ballots were altered or left out: the record has another tree',
  count_differs: 'the number of ballots differs',
  void_differs: 'a first place is void, which only others can be',
  tally_differs: 'the tally differs',
  ranking_differs: 'ranking or points differ',
}

/** A log with a signed checkpoint, and all entries of it. */
interface VerifiedLog {
  readonly checkpoint: Checkpoint
  readonly entries: readonly LogEntry[]
  readonly leaves: readonly Uint8Array[]
}
type Logs = ReadonlyMap<string, VerifiedLog>

const sha: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')

async function readKeys(source: Source): Promise<VerifierKey[]> {
  const text = (await bytesOf(source.read('/.well-known/tribune-audit-keys', 'keys'))).toString()
  const keys = text.split('\n').flatMap((line) => parseKey(sha, line) ?? [])
  if (keys.length === 0) throw new Unreadable('the file has no key')
  return keys
}

/** Verifies the log of an origin. Returns it, or its problems. */
async function readLog(
  source: Source,
  keys: readonly VerifierKey[],
  origin: string,
): Promise<VerifiedLog | AuditProblem[]> {
  const season = logName(origin)
  const note = await bytesOf(source.read(`/api/audit/log/${season}/checkpoint`, `log/${season}.checkpoint`))
  const own = keys.filter(({ name }) => name === origin)
  const checkpoint = await openCheckpoint(note.toString(), own, verifyEd25519)
  if (typeof checkpoint === 'string') return [checkpoint]
  const { problems, ...read } = checkLog(sha, await readEntries(source, season, checkpoint.size), checkpoint)
  return problems.length > 0 ? problems : { checkpoint, ...read }
}

/** Returns the newest entry of each match. The log that continues another one comes after it. */
function newestOf(logs: Logs): Map<number, ResultEntry> {
  const inOrder = [...logs].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
  return newestEntries(inOrder.flatMap(([, { entries }]) => entries))
}

interface Checked {
  readonly record: AuditRecord | null
  readonly problems: readonly MatchProblem[]
}

/** Recounts a match. Returns all problems, and the record if it can be read. */
async function checkMatch(source: Source, match: number, entry: ResultEntry | undefined): Promise<Checked> {
  const bytes = await bytesOf(source.read(`/api/audit/matches/${match}`, `matches/${match}.json`))
  const digest = hash('sha256', bytes)
  const record = parseRecord(bytes.toString())
  const problem = entryProblem(entry, record, digest)
  if (problem !== null || record === null) return { record: null, problems: [problem ?? 'record_malformed'] }
  return { record, problems: await recountRecord(source, record) }
}

async function recountRecord(source: Source, record: AuditRecord): Promise<RecordProblem[]> {
  const { match, ballots } = record
  if (ballots === null) return checkRecord(record, null, null)
  const recount = new Recount(sha, record)
  const digest = createHash('sha256')
  const file = source.read(`/api/audit/matches/${match}/ballots/${ballots.hash}`, `ballots/${ballots.hash}.jsonl`)
  for await (const lines of linesOf(file)) {
    digest.update(lines.join(''), 'latin1')
    const read = lines.map(parseBallot)
    for (const ballot of read) recount.add(ballot)
    // The rest cannot make it right.
    if (recount.size > ballots.size || read.includes(null)) break
  }
  return checkRecord(record, recount, digest.digest('hex'))
}

function outcomeOf({ counted, set_aside, ballots }: AuditRecord): string {
  const count = `${counted} ballots counted, ${set_aside} set aside`
  return `${count}; ${ballots === null ? 'the ranking by ratings agrees' : 'ballots, tally, ranking and points agree'}`
}

/** Verifies logs and matches of a source. Prints a line for each match, and for each log with a problem. */
class Verification {
  readonly #source: Source
  readonly #keys: readonly VerifierKey[]
  readonly #print: (line: string) => void
  #differs = false
  #isUnread = false

  constructor(source: Source, keys: readonly VerifierKey[], print: (line: string) => void) {
    this.#source = source
    this.#keys = keys
    this.#print = print
  }

  /** Returns 0 if all is fine, 1 if something differs, 2 if something could not be read. */
  get code(): 0 | 1 | 2 {
    if (this.#differs) return 1
    return this.#isUnread ? 2 : 0
  }

  #report(subject: string, problems: readonly AuditProblem[]): void {
    if (problems.length === 0) return
    this.#differs = true
    this.#print(`${subject}: ${problems.map((problem) => SENTENCES[problem]).join('; ')}.`)
  }

  #reportUnread(subject: string, error: unknown): void {
    if (!(error instanceof Unreadable)) throw error
    this.#isUnread = true
    this.#print(`${subject} cannot be reached (${error.message}).`)
  }

  /** Reads the logs of a season, or of all seasons, and leaves out those with a problem. */
  async readLogs(year: string | undefined): Promise<Logs> {
    const logs = new Map<string, VerifiedLog>()
    for (const origin of new Set(this.#keys.map(({ name }) => name))) {
      const [season = ''] = logName(origin).split('.')
      if (season === '' || season !== (year ?? season)) continue
      try {
        const log = await readLog(this.#source, this.#keys, origin)
        if (Array.isArray(log)) this.#report(`Log ${logName(origin)}`, log)
        else logs.set(origin, log)
      } catch (error) {
        this.#reportUnread(`Log ${logName(origin)}`, error)
      }
    }
    for (const [origin, { entries }] of logs) {
      const [first] = entries
      if (first?.change !== 'continued') continue
      await this.checkOlder(`Log ${logName(origin)}`, Buffer.from(first.checkpoint, 'base64').toString(), logs)
    }
    return logs
  }

  /** Checks that a log goes on from a signed checkpoint that is older. */
  async checkOlder(subject: string, note: string, logs: Logs): Promise<void> {
    const old = await openCheckpoint(note, this.#keys, verifyEd25519)
    if (typeof old === 'string') this.#report(subject, [old])
    else if (logs.has(old.origin)) this.checkContinued(subject, old, logs)
    else this.#reportUnread(subject, new Unreadable(`without the log ${old.origin}`))
  }

  /** Checks that a log goes on from a checkpoint, unless it has a problem already. */
  checkContinued(subject: string, old: Checkpoint, logs: Logs): void {
    const log = logs.get(old.origin)
    const problem = log === undefined ? null : checkContinuedLeaves(sha, old, log.leaves)
    if (problem !== null) this.#report(subject, [problem])
  }

  /**
   * Checks a match.
   * @returns false, without a line, if the log has another record and `mayBeNewer`.
   */
  async checkMatch(match: number, entry: ResultEntry | undefined, mayBeNewer: boolean): Promise<boolean> {
    try {
      const { record, problems } = await checkMatch(this.#source, match, entry)
      if (mayBeNewer && problems.includes('record_altered')) return false
      this.#report(`Match ${match}`, problems)
      if (record !== null && problems.length === 0) this.#print(`Match ${match}: ${outcomeOf(record)}.`)
    } catch (error) {
      this.#reportUnread(`Match ${match}: its record or file of ballots`, error)
    }
    return true
  }
}

interface Options {
  readonly place: string
  /** The one match to check; all if unset. */
  readonly match: string | undefined
  readonly season: string | undefined
  readonly checkpoint: string | undefined
}

function optionsOf(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const options = { match: text, season: text, checkpoint: text }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [place, ...others] = positionals
    const { match, season, checkpoint } = values
    if (place !== undefined && others.length === 0 && /^\d*$/.test(match ?? '') && /^\d*$/.test(season ?? '')) {
      return { place, match, season, checkpoint }
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw new Unreadable(`usage: ${USAGE}`)
}

/**
 * Checks published results without a database: keys, checkpoints, entries, records, ballots, tally, ranking and points (docs/audit.md).
 * @param args Arguments of the command.
 * @param print Takes a line for each match, and for each log with a problem.
 * @param progress Takes a line for each step.
 * @returns 0 if all is fine, 1 if something differs, 2 if something could not be read. Throws `Unreadable` without usable options or keys.
 */
export async function recount(
  args: readonly string[],
  print: (line: string) => void,
  progress: (line: string) => void,
): Promise<0 | 1 | 2> {
  const { place, match: only, season, checkpoint } = optionsOf(args)
  const source = sourceOf(place)
  const verification = new Verification(source, await readKeys(source), print)
  const logs = await verification.readLogs(season)
  for (const [origin, log] of logs) progress(`Log ${logName(origin)}: ${log.entries.length} entries`)
  if (checkpoint !== undefined) {
    await verification.checkOlder('Older checkpoint', (await bytesOf(fileParts(checkpoint))).toString(), logs)
  }
  const newest = newestOf(logs)
  if (only !== undefined && !newest.has(Number(only)) && verification.code !== 0) return verification.code
  const matches = only === undefined ? [...newest.keys()] : [Number(only)]
  const doubtful: number[] = []
  for (const [index, match] of matches.entries()) {
    progress(`Match ${match}, ${index + 1} of ${matches.length}`)
    if (!(await verification.checkMatch(match, newest.get(match), true))) doubtful.push(match)
  }
  if (doubtful.length === 0) return verification.code
  progress('Reading the logs again: results may have changed since.')
  const later = await verification.readLogs(season)
  for (const [origin, log] of logs) verification.checkContinued(`Log ${logName(origin)}`, log.checkpoint, later)
  const changed = newestOf(later)
  for (const match of doubtful) await verification.checkMatch(match, changed.get(match), false)
  return verification.code
}

/** `npm run recount -- <address or folder>`: checks published results, and prints a line for each match. */
if (import.meta.main) {
  try {
    process.exitCode = await recount(
      process.argv.slice(2),
      (line) => process.stdout.write(`${line}\n`),
      (line) => process.stderr.write(`${line}\n`),
    )
  } catch (error) {
    console.error(error instanceof Unreadable ? `Cannot be read: ${error.message}` : error)
    process.exitCode = 2
  }
}
