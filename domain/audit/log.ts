import { compareBytes, fromBase64, isHash, type Sha256, utf8 } from './bytes.ts'
import type { Checkpoint, CheckpointProblem } from './checkpoint.ts'
import type { AuditRecord } from './record.ts'
import type { RecordProblem } from './recount.ts'
import { type Head, isConsistent, leafHash, rootOf } from './tree.ts'

/** Changes of a result that a log lists (docs/audit.md, "Log"). */
const RESULT_CHANGES = ['published', 'set_aside', 'taken_back', 'recalculated', 'confirmed', 'lapsed'] as const

/** A change of a result. */
export type ResultChange = (typeof RESULT_CHANGES)[number]

/** An entry about a match: the result has a new record. `at` is ISO 8601 in UTC with milliseconds, `ballots` the root of the tree in hex. */
export interface ResultEntry {
  readonly index: number
  readonly at: string
  readonly change: ResultChange
  readonly match: number
  readonly attempt: number
  readonly provisional: boolean
  readonly record: string
  readonly ballots: string | null
}

/** The first entry of a log that goes on after its key is lost. `checkpoint` is the last one of the earlier log, in base64. */
interface ContinuedEntry {
  readonly index: 0
  readonly at: string
  readonly change: 'continued'
  readonly checkpoint: string
}

export type LogEntry = ResultEntry | ContinuedEntry

/** Returns the line of an entry without a line feed: the bytes of its leaf. */
export function entryLine(entry: LogEntry): string {
  const { index, at, change } = entry
  if (change === 'continued') return JSON.stringify({ index, at, change, checkpoint: entry.checkpoint })
  const { match, attempt, provisional, record, ballots } = entry
  return JSON.stringify({ index, at, change, match, attempt, provisional, record, ballots })
}

/** Reads an entry; `null` unless the line is just what `entryLine` writes. */
export function parseEntry(line: string): LogEntry | null {
  let entry: LogEntry | null
  try {
    entry = JSON.parse(line)
  } catch {
    return null
  }
  if (entry === null || !isCount(entry.index) || !isMoment(entry.at)) return null
  const isValid = entry.change === 'continued' ? isContinued(entry) : isResult(entry)
  return isValid && entryLine(entry) === line ? entry : null
}

function isContinued({ index, checkpoint }: ContinuedEntry): boolean {
  return index === 0 && typeof checkpoint === 'string' && fromBase64(checkpoint) !== null
}

function isResult({ change, match, attempt, provisional, record, ballots }: ResultEntry): boolean {
  const isChange = RESULT_CHANGES.includes(change) && isCount(match) && isCount(attempt)
  return isChange && typeof provisional === 'boolean' && isHash(record) && (ballots === null || isHash(ballots))
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value
}

/**
 * Problems of a log.
 * - `log_cut`: it has fewer entries than a signed checkpoint;
 * - `log_index`: a line is not an entry, or not at its index;
 * - `log_differs`: its entries have another root than its checkpoint;
 * - `log_start`: it continues an earlier log although its origin has no `.2`, or the reverse;
 * - `log_rewritten`: it does not begin with the entries of an older checkpoint.
 */
export type LogProblem = 'log_cut' | 'log_index' | 'log_differs' | 'log_start' | 'log_rewritten'

/** Checks the lines of a log against its checkpoint. Ignores lines beyond it, which are not signed. Returns entries and leaf hashes as well. */
export function checkLog(sha: Sha256, lines: readonly string[], checkpoint: Checkpoint) {
  const signed = lines.slice(0, checkpoint.size)
  const leaves = signed.map((line) => leafHash(sha, utf8(line)))
  const entries = signed.map(parseEntry).filter((entry, index): entry is LogEntry => entry?.index === index)
  const problems: LogProblem[] = []
  if (signed.length < checkpoint.size) problems.push('log_cut')
  else if (compareBytes(rootOf(sha, leaves), checkpoint.root) !== 0) problems.push('log_differs')
  if (entries.length < signed.length) problems.push('log_index')
  const [first] = entries
  if (first !== undefined && (first.change === 'continued') !== /\.\d+$/.test(checkpoint.origin))
    problems.push('log_start')
  return { entries, leaves, problems }
}

/** Checks that a log continues an older checkpoint, by a proof (RFC 9162, 2.1.4). Returns the problem, or `null`. */
export function checkContinued(sha: Sha256, old: Head, next: Head, proof: readonly Uint8Array[]): LogProblem | null {
  if (next.size < old.size) return 'log_cut'
  return isConsistent(sha, old, next, proof) ? null : 'log_rewritten'
}

/** Checks like `checkContinued`, by the leaf hashes of all entries. */
export function checkContinuedLeaves(sha: Sha256, old: Head, leaves: readonly Uint8Array[]): LogProblem | null {
  if (leaves.length < old.size) return 'log_cut'
  return compareBytes(rootOf(sha, leaves, 0, old.size), old.root) === 0 ? null : 'log_rewritten'
}

/** Returns the last entry of each match. */
export function newestEntries(entries: readonly LogEntry[]): Map<number, ResultEntry> {
  const newest = new Map<number, ResultEntry>()
  for (const entry of entries) if (entry.change !== 'continued') newest.set(entry.match, entry)
  return newest
}

/** Returns the last part of a log's origin, such as `2026` or `2026.2`, by which its addresses name it; empty for keys of other things. */
export function logName(origin: string): string {
  return /\/audit\/(\d{4}(?:\.\d+)?)$/.exec(origin)?.[1] ?? ''
}

/**
 * Problems of a record and its entry in the log.
 * - `record_unlogged`: no log that was read has an entry about the match;
 * - `record_altered`: the newest entry has another hash;
 * - `record_malformed`: the record has another form than documented;
 * - `entry_differs`: the entry has another attempt, tree or `provisional`.
 */
export type EntryProblem = 'record_unlogged' | 'record_altered' | 'record_malformed' | 'entry_differs'

/** All that a verifier of docs/audit.md can find wrong. */
export type AuditProblem = CheckpointProblem | LogProblem | RecordProblem | EntryProblem

/**
 * Compares a record with the newest entry about its match. Returns the first problem, or `null`.
 * @param record `null` if it is malformed.
 * @param hash SHA-256 of its bytes in hex.
 */
export function entryProblem(
  entry: ResultEntry | undefined,
  record: AuditRecord | null,
  hash: string,
): EntryProblem | null {
  if (entry === undefined) return 'record_unlogged'
  if (entry.record !== hash) return 'record_altered'
  if (record === null) return 'record_malformed'
  return isEntryOf(entry, record, hash) ? null : 'entry_differs'
}

/** Returns whether an entry is about a record: its hash in hex, match, attempt, `provisional` and tree of ballots. */
export function isEntryOf(entry: ResultEntry, record: AuditRecord, hash: string): boolean {
  const { match, attempt, provisional, ballots } = record
  const isSameMatch = entry.match === match && entry.attempt === attempt && entry.provisional === provisional
  return isSameMatch && entry.record === hash && entry.ballots === (ballots?.root ?? null)
}
