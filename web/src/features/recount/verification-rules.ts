import { parseBallot } from '@tribune/domain/audit/ballots.ts'
import { fromBase64, type Sha256, toHex } from '@tribune/domain/audit/bytes.ts'
import {
  type Checkpoint,
  type Ed25519,
  openCheckpoint,
  parseCheckpoint,
  parseKey,
  parseNote,
  type VerifierKey,
} from '@tribune/domain/audit/checkpoint.ts'
import {
  type AuditProblem,
  checkContinuedLeaves,
  checkLog,
  entryProblem,
  type LogEntry,
  type LogProblem,
  logName,
  newestEntries,
  type ResultEntry,
} from '@tribune/domain/audit/log.ts'
import { type AuditRecord, parseRecord } from '@tribune/domain/audit/record.ts'
import { checkRecord, Recount, rankRecord } from '@tribune/domain/audit/recount.ts'
import { readBallots, readCheckpoint, readEntries, readKeys, readRecord, type Source } from './audit-calls.ts'
import { type CheckedRecord, checksOf, type OpenReason, type Outcome, type RecountRow } from './check-rules.ts'

/** A hash of bytes that arrive part by part. */
interface Digest {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

export interface Tools {
  readonly sha: Sha256
  readonly newDigest: () => Digest
  /** `null` if this browser has no Ed25519. */
  readonly ed25519: Ed25519 | null
}

export interface Order {
  readonly match: number
  /** Year of the season of the match's kick-off, whose log is read first. */
  readonly season: number
  /** Signed checkpoints that this browser has stored, by origin. */
  readonly seen: Readonly<Record<string, string>>
}

/** Ballots between two looks at the clock. */
const PROGRESS_EVERY = 200

/** Takes the number of ballots recounted so far, and that of all. */
type OnProgress = (counted: number, all: number) => void

interface Log {
  readonly season: string
  readonly note: string
  readonly problems: readonly AuditProblem[]
  /** Unset if the checkpoint is malformed: then entries are not read. */
  readonly checkpoint?: Checkpoint
  readonly entries: readonly LogEntry[]
  readonly leaves: readonly Uint8Array[]
}
/** Logs by origin, the one that continues another after it. */
type Logs = ReadonlyMap<string, Log>

const yearOf = (origin: string) => Number(logName(origin).split('.')[0] || Number.NaN)

/** Accepts every signature, so that a browser without Ed25519 checks the rest. */
const acceptAll: Ed25519 = () => true

/** Opens a checkpoint. Returns it, with the reason why it is not believed; without it if it is malformed. */
async function openNote(note: string, keys: readonly VerifierKey[], { ed25519 }: Tools) {
  const opened = await openCheckpoint(note, keys, ed25519 ?? acceptAll)
  if (typeof opened !== 'string') return { checkpoint: opened, problems: [] }
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '') ?? undefined
  return { ...(checkpoint && { checkpoint }), problems: [opened] }
}

async function readLog(source: Source, origin: string, keys: readonly VerifierKey[], tools: Tools): Promise<Log> {
  const season = logName(origin)
  const note = await readCheckpoint(source, season)
  const own = keys.filter(({ name }) => name === origin)
  const { checkpoint, problems } = await openNote(note, own, tools)
  if (checkpoint === undefined) return { season, note, problems, entries: [], leaves: [] }
  const read = checkLog(tools.sha, await readEntries(source, season, checkpoint.size), checkpoint)
  return { season, note, checkpoint, ...read, problems: [...problems, ...read.problems] }
}

/** Checks that a log goes on from the earlier one that its first entry names. */
async function checkStart(
  { entries }: Log,
  logs: Logs,
  keys: readonly VerifierKey[],
  tools: Tools,
): Promise<AuditProblem[]> {
  const [first] = entries
  if (first?.change !== 'continued') return []
  const note = new TextDecoder().decode(fromBase64(first.checkpoint) ?? new Uint8Array())
  const { checkpoint, problems } = await openNote(note, keys, tools)
  const earlier = checkpoint === undefined ? undefined : logs.get(checkpoint.origin)
  if (checkpoint === undefined || earlier === undefined) return problems
  const problem = checkContinuedLeaves(tools.sha, checkpoint, earlier.leaves)
  return problem === null ? problems : [...problems, problem]
}

/** Checks that the logs of a season go on from those that this browser has seen. Returns `null` if it has seen none. */
function checkSeen(seen: Order['seen'], years: ReadonlySet<number>, logs: Logs, sha: Sha256): LogProblem[] | null {
  const older = Object.entries(seen).flatMap(([origin, note]) => {
    const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '')
    return checkpoint?.origin === origin && years.has(yearOf(origin)) ? [checkpoint] : []
  })
  if (older.length === 0) return null
  return older.flatMap(
    (checkpoint) => checkContinuedLeaves(sha, checkpoint, logs.get(checkpoint.origin)?.leaves ?? []) ?? [],
  )
}

/** Reads the logs of a match's season, then those of others, latest first, until one has an entry of the match. */
async function readLogs(source: Source, { match, season }: Order, tools: Tools) {
  const keys = (await readKeys(source)).flatMap((line) => parseKey(tools.sha, line) ?? [])
  const origins = [...new Set(keys.map(({ name }) => name))].filter((origin) => logName(origin) !== '')
  const inOrder = origins.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const others = [...new Set(inOrder.map(yearOf))].filter((year) => year !== season).reverse()
  const logs = new Map<string, Log>()
  const years = new Set<number>()
  let entry: { readonly line: ResultEntry; readonly season: string } | undefined
  for (const year of [season, ...others]) {
    years.add(year)
    for (const origin of inOrder.filter((one) => yearOf(one) === year)) {
      const log = await readLog(source, origin, keys, tools)
      logs.set(origin, log)
      const line = newestEntries(log.entries).get(match)
      if (line !== undefined) entry = { line, season: log.season }
    }
    if (entry !== undefined) break
  }
  return { keys, logs, years, entry }
}

/** Reads the record of a match, and the logs; once more if the log has another record, since results may change in between. */
async function readAll(source: Source, order: Order, tools: Tools) {
  for (let attempt = 1; ; attempt += 1) {
    const bytes = await readRecord(source, order.match)
    const read = await readLogs(source, order, tools)
    const hash = toHex(tools.sha(bytes))
    if (read.entry?.line.record === hash || attempt === 2) return { ...read, bytes, hash }
  }
}

function recordProblems(record: AuditRecord | null, hash: string, entry: ResultEntry | undefined): AuditProblem[] {
  return [entryProblem(entry, record, hash) ?? [], record === null ? ('record_malformed' as const) : []].flat()
}

/** Recounts the ballots of a record. Returns the recount, and the hash of the file. */
async function recountBallots(source: Source, record: AuditRecord, tools: Tools, onProgress: OnProgress) {
  const { match, ballots } = record
  if (ballots === null) return { recount: null, hash: null }
  const recount = new Recount(tools.sha, record)
  const digest = tools.newDigest()
  onProgress(0, ballots.size)
  for await (const { bytes, lines } of readBallots(source, match, ballots.hash)) {
    digest.update(bytes)
    let isReadable = true
    for (const line of lines) {
      const ballot = parseBallot(line)
      if (ballot === null) isReadable = false
      recount.add(ballot)
      if (recount.size % PROGRESS_EVERY === 0) onProgress(Math.min(recount.size, ballots.size), ballots.size)
    }
    // The rest cannot make it right.
    if (recount.size > ballots.size || !isReadable) break
  }
  return { recount, hash: toHex(digest.digest()) }
}

function rowsOf(record: AuditRecord, recount: Recount | null): RecountRow[] {
  const names = new Map(record.players.map(({ id, name }) => [id, name]))
  const published = new Map(record.ranking.map(({ id, points }) => [id, points]))
  return rankRecord(record, recount).ranked.map(({ player_id: id, rank, points }) => {
    return { id, name: names.get(id) ?? String(id), rank, points, published: published.get(id) ?? null }
  })
}

/** Checks whose inputs are missing or not published. */
function openChecks(
  record: AuditRecord | null,
  logs: Logs,
  seen: LogProblem[] | null,
  tools: Tools,
): Partial<Record<Outcome['checks'][number]['id'], OpenReason>> {
  const few = { ballots: 'fewBallots', count: 'fewBallots', tally: 'fewBallots' } as const
  const none = { ballots: 'before', count: 'before', tally: 'before', ranking: 'before' } as const
  const hasLog = [...logs.values()].some(({ checkpoint }) => checkpoint !== undefined)
  return {
    ...(tools.ed25519 === null && { signature: 'unsupported' }),
    ...(!hasLog && { log: 'before' }),
    ...(seen === null && { seen: hasLog ? 'firstSeen' : 'before' }),
    ...(record === null ? none : record.ballots === null && few),
  }
}

/** Returns the checkpoints of the logs without a problem. */
function checkpointsOf(logs: Logs, problems: readonly AuditProblem[]): Record<string, string> {
  const isLogRight = problems.length === 0
  return isLogRight ? Object.fromEntries([...logs].map(([origin, { note }]) => [origin, note])) : {}
}

function checkedRecord(record: AuditRecord, hash: string): CheckedRecord {
  const { match, attempt, counted, set_aside, provisional, ballots, players } = record
  return { hash, match, attempt, counted, set_aside, provisional, ballots, players }
}

/** Checks the public record of a match (docs/audit.md). Goes on after a problem, as far as that is possible. Throws `Unreadable`. */
export async function verifyMatch(
  source: Source,
  order: Order,
  tools: Tools,
  onProgress: OnProgress,
): Promise<Outcome> {
  const { keys, logs, years, entry, bytes, hash } = await readAll(source, order, tools)
  const starts = await Promise.all([...logs.values()].map((log) => checkStart(log, logs, keys, tools)))
  const ofLogs = [...[...logs.values()].flatMap(({ problems }) => problems), ...starts.flat()]
  if (logs.size === 0) ofLogs.push('key_unknown')
  const seen = checkSeen(order.seen, years, logs, tools.sha)
  const record = parseRecord(new TextDecoder().decode(bytes))
  const ofRecord = recordProblems(record, hash, entry?.line)
  const counted = record === null ? null : await recountBallots(source, record, tools, onProgress)
  const ofBallots = record === null || counted === null ? [] : checkRecord(record, counted.recount, counted.hash)
  return {
    checks: checksOf({
      problems: [...ofLogs, ...ofRecord, ...ofBallots],
      seen: seen ?? [],
      open: openChecks(record, logs, seen, tools),
    }),
    record: record === null ? null : checkedRecord(record, hash),
    rows: record === null || counted === null ? [] : rowsOf(record, counted.recount),
    season: entry?.season ?? null,
    checkpoints: checkpointsOf(logs, [...ofLogs, ...(seen ?? [])]),
  }
}
