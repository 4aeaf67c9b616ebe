import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { ballotLeaf, ballotLine, parseBallot } from '@tribune/domain/audit/ballots.ts'
import { compareBytes, toBase64, toHex, utf8 } from '@tribune/domain/audit/bytes.ts'
import { checkpointText, keyId, openCheckpoint, signedNote } from '@tribune/domain/audit/checkpoint.ts'
import {
  checkLog,
  entryLine,
  entryProblem,
  type LogEntry,
  newestEntries,
  type ResultChange,
  type ResultEntry,
} from '@tribune/domain/audit/log.ts'
import { type AuditRecord, type BallotsHead, parseRecord, recordText } from '@tribune/domain/audit/record.ts'
import { checkRecord, Recount } from '@tribune/domain/audit/recount.ts'
import { leafHash, rootOf, TreeHead } from '@tribune/domain/audit/tree.ts'
import { evidenceSeason } from '@tribune/domain/ballots/evidence.ts'
import { type Db, onOwnConnection } from '../../../infra/database/pool.ts'
import { verifyEd25519 } from '../../../kernel/keys.ts'
import {
  allLogs,
  ballotsPart,
  completeBallots,
  deletePending,
  entryLines,
  type FileRow,
  insertEntry,
  insertFile,
  insertLog,
  insertPart,
  insertRecord,
  type LogRow,
  lockLogs,
  lockPending,
  newestLog,
  newestRecord,
  type PartRow,
  pendingMatches,
  publishedRanking,
  type RecordRow,
  recordsByHash,
  type StoredSalt,
  storeSalts,
} from './queries.ts'

import {
  type AuditOrder,
  keysOf,
  LEAF_BYTES,
  type LogKeys,
  linesOf,
  MAX_LOGS,
  type Order,
  openKeys,
  PART,
  PART_LINES,
  type SealedKeys,
  saltIn,
  sealsOf,
  sha256,
  sha256Hex,
  type Written,
} from './service.ts'

/** Name of the thread's connection in `pg_stat_activity`. */
const CONNECTION = 'tribune-audit'
/** Records per call of the thread. */
const WRITTEN_AT_ONCE = 200

/** Writes the records of changed results, oldest change first, each with its entry in the log in one transaction. */
function writeRecords({ databaseUrl, ...order }: Order): Promise<Written> {
  return onOwnConnection(databaseUrl, CONNECTION, async (db) => {
    const matches = await pendingMatches(db, WRITTEN_AT_ONCE)
    const failures: { matchId: number; cause: string }[] = []
    for (const matchId of matches) {
      try {
        await db.transaction().execute((tx) => writeRecord(tx, matchId, order))
      } catch (error) {
        failures.push({ matchId, cause: String(error) })
      }
    }
    return { written: matches.length - failures.length, failures }
  })
}

type Names = Pick<Order, 'host' | 'secrets'>

async function writeRecord(tx: Db, matchId: number, names: Names): Promise<void> {
  const found = await lockPending(tx, matchId)
  if (found === undefined) return
  const { match, pending } = found
  await deletePending(tx, matchId)
  if (match === undefined) return
  const moves = MOVES.includes(pending.change)
  const last = moves ? undefined : await newestRecord(tx, matchId)
  const before = last === undefined ? null : parseRecord(last.body)
  const season = evidenceSeason(match.match_date)
  await lockLogs(tx, season)
  const { log, keys } = await openLog(tx, season, names, pending.at)
  const draft = (pending.draft ?? before) as AuditRecord | null
  // The result is older than the first records, and only its provisional mark has changed: there is no draft and no record to repeat.
  if (draft === null) return
  const provisional = match.provisional_until !== null
  const ballots = draft.source === 'votes' ? await ballotsOf(tx, { matchId, draft, before, moves, keys }) : null
  const record: AuditRecord = { ...draft, provisional, ballots }
  const body = recordText(record)
  const hash = sha256Hex(body)
  await insertRecord(tx, { hash, match_id: matchId, body, ballots: ballots?.hash ?? null })
  await append(tx, log, keys, {
    index: log.size,
    at: pending.at.toISOString(),
    change: pending.change as ResultChange,
    match: matchId,
    attempt: record.attempt,
    provisional,
    record: hash,
    ballots: ballots?.root ?? null,
  })
}

/** Changes that move ballots in or out of the count. */
const MOVES: readonly string[] = ['published', 'set_aside', 'taken_back'] satisfies ResultChange[]

interface Counted {
  readonly matchId: number
  readonly draft: AuditRecord
  readonly before: AuditRecord | null
  /** Whether the change moves ballots in or out of the count. */
  readonly moves: boolean
  readonly keys: LogKeys
}

/** Returns the head of a record's ballots, and stores them. Those of the record before are reused if no ballot has changed. */
async function ballotsOf(tx: Db, { matchId, draft, before, moves, keys }: Counted): Promise<BallotsHead | null> {
  const sumsOf = (one: AuditRecord) => JSON.stringify([one.attempt, one.set_aside, one.reasons, one.tally, one.void])
  if (!moves && before !== null && before.ballots !== null && sumsOf(before) === sumsOf(draft)) return before.ballots
  const { head, file, parts } = await readFile(tx, matchId, draft.attempt, keys)
  if (await insertFile(tx, file)) for (const part of parts) await insertPart(tx, file.hash, part)
  return head
}

/** Bytes in a row that grow without an object for each piece: a million ballots as objects would take a gigabyte. */
class ByteList {
  #bytes = Buffer.alloc(4_096)
  length = 0

  push(piece: Uint8Array): void {
    if (this.length + piece.length > this.#bytes.length) {
      const larger = Buffer.alloc(2 * this.#bytes.length + piece.length)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.length)
    this.length += piece.length
  }

  part(start: number, end: number): Buffer {
    return this.#bytes.subarray(start, end)
  }
}

/** Reads the complete ballots of a match as a file: sorted by leaf hash, in parts. */
async function readFile(
  tx: Db,
  matchId: number,
  attempt: number,
  keys: LogKeys,
): Promise<{ head: BallotsHead; file: FileRow; parts: PartRow[] }> {
  const [lines, leaves, ends] = [new ByteList(), new ByteList(), [0]]
  for await (const rows of completeBallots(tx, matchId)) {
    const ownerless: StoredSalt[] = []
    for (const row of rows) {
      const { id, bucket, account, first, second, third, aside } = row
      const salt = saltIn(keys, matchId, row)
      if (!row.owned && row.salt === null) ownerless.push({ bucket, account, match: matchId, ballot: id, salt })
      const ballot = { salt, first, second, third, status: aside ? 'set_aside' : 'counted' } as const
      lines.push(Buffer.from(ballotLine(ballot)))
      ends.push(lines.length)
      leaves.push(ballotLeaf(sha256, matchId, attempt, ballot))
    }
    // Their owner is random, and changes when the evidence ends.
    if (ownerless.length > 0) await storeSalts(tx, ownerless)
  }
  const leafOf = (row: number) => leaves.part(row * LEAF_BYTES, (row + 1) * LEAF_BYTES)
  // The first bytes nearly always decide, and numbers compare far faster.
  const starts = Float64Array.from({ length: ends.length - 1 }, (_, row) => leafOf(row).readUIntBE(0, 6))
  const order = Uint32Array.from(starts.keys()).sort(
    (one, other) => (starts[one] ?? 0) - (starts[other] ?? 0) || compareBytes(leafOf(one), leafOf(other)),
  )
  const digest = createHash('sha256')
  const parts: PartRow[] = []
  let [crc, bytes] = [0, 0]
  for (let from = 0; from < order.length; from += PART_LINES) {
    const rows = [...order.subarray(from, from + PART_LINES)]
    const text = Buffer.concat(rows.map((row) => lines.part(ends[row] ?? 0, ends[row + 1] ?? 0)))
    digest.update(text)
    crc = crc32(text, crc)
    bytes += text.length
    const own = rows.map(leafOf)
    const root = Buffer.from(rootOf(sha256, own))
    parts.push({ part: parts.length, lines: deflateRawSync(text, PART), first_leaf: Buffer.from(own[0] ?? ''), root })
  }
  const root = rootOf(
    sha256,
    parts.map((part) => part.root),
  )
  const hash = digest.digest('hex')
  return { head: { hash, size: order.length, root: toHex(root) }, file: { hash, crc, bytes }, parts }
}

/** Opens the newest log of a season. Begins one if there is none, or if no secret opens its keys. */
async function openLog(tx: Db, season: number, names: Names, at: Date): Promise<{ log: LogRow; keys: LogKeys }> {
  const last = await newestLog(tx, season)
  const opened = last === undefined ? null : await openKeys(names.secrets, last)
  return last !== undefined && opened !== null ? { log: last, keys: opened } : beginLog(tx, season, names, { last, at })
}

/**
 * Continues every season's log under a new name, after a restore that may have lost its last entries: other entries in their places would look like a
 * forgery. Salts stay the same. Returns the names that were given up.
 */
export async function continueLogs(db: Db, secrets: Order['secrets'], at: Date): Promise<string[]> {
  const seasons = new Set((await allLogs(db, MAX_LOGS)).map(({ season }) => season))
  return db.transaction().execute(async (tx) => {
    const ended: string[] = []
    for (const season of seasons) {
      await lockLogs(tx, season)
      const last = await newestLog(tx, season)
      if (last === undefined) continue
      const [host = ''] = last.origin.split('/audit/')
      await beginLog(tx, season, { host, secrets }, { last, at })
      ended.push(last.origin)
    }
    return ended
  })
}

/** Begins a log. Its first entry continues the last one, if there is one. */
async function beginLog(
  tx: Db,
  season: number,
  { host, secrets }: Names,
  { last, at }: { readonly last: LogRow | undefined; readonly at: Date },
): Promise<{ log: LogRow; keys: LogKeys }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signing = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const former = last === undefined ? null : await openKeys(secrets, last)
  const salt = former?.salt.export() ?? randomBytes(32)
  const secret: SealedKeys = { salt: salt.toString('base64'), signing }
  const sealed = await sealsOf(secrets).seal(JSON.stringify(secret))
  const keys = keysOf(secret)
  const generation = (last?.generation ?? 0) + 1
  const origin = `${host}/audit/${season}${generation === 1 ? '' : `.${generation}`}`
  const public_key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const log: LogRow = {
    season,
    generation,
    origin,
    public_key,
    sealed,
    size: 0,
    parts: Buffer.alloc(0),
    checkpoint: '',
  }
  await insertLog(tx, log)
  if (last === undefined) return { log, keys }
  const checkpoint = toBase64(utf8(last.checkpoint))
  return { log: await append(tx, log, keys, { index: 0, at: at.toISOString(), change: 'continued', checkpoint }), keys }
}

/** Adds an entry to a log, and signs the checkpoint that ends with it. */
async function append(tx: Db, log: LogRow, keys: LogKeys, entry: LogEntry): Promise<LogRow> {
  const line = entryLine(entry)
  const head = new TreeHead(sha256, { size: log.size, parts: partsIn(log.parts) })
  head.add(leafHash(sha256, utf8(line)))
  const text = checkpointText({ origin: log.origin, size: head.size, root: head.root() })
  const signature = {
    name: log.origin,
    id: keyId(sha256, log.origin, log.public_key),
    signature: sign(null, utf8(text), keys.signing),
  }
  const [match_id, record] = entry.change === 'continued' ? [null, null] : [entry.match, entry.record]
  const row = {
    season: log.season,
    generation: log.generation,
    index: entry.index,
    line,
    match_id,
    record,
    created_at: new Date(entry.at),
  }
  const parts = Buffer.concat(head.parts)
  await insertEntry(tx, row, { size: head.size, parts, checkpoint: signedNote(text, [signature]) })
  return { ...log, size: head.size, parts }
}

/** Splits hashes that are stored in a row. */
function partsIn(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / LEAF_BYTES }, (_, at) =>
    bytes.subarray(at * LEAF_BYTES, (at + 1) * LEAF_BYTES),
  )
}

/** Maximum number of entries and records that a check reads at once. */
const CHECKED_AT_ONCE = 500
/** Maximum number of problems that a check reports. */
const MAX_PROBLEMS = 20

/**
 * Checks what is published: the signature and the tree of each log, the bytes of the newest record of each match against its entry, and, for results
 * that changed since `since`, a recount of the ballots and the points that fans see. Returns the problems, `[]` if all is well.
 */
function checkRecords({ databaseUrl }: Pick<Order, 'databaseUrl'>, since: Date): Promise<string[]> {
  return onOwnConnection(databaseUrl, CONNECTION, async (db) => {
    const problems: string[] = []
    for (const log of await allLogs(db, MAX_LOGS)) {
      for await (const problem of checkSeason(db, log, since)) {
        problems.push(`${log.origin}: ${problem}`)
        if (problems.length === MAX_PROBLEMS) return problems
      }
    }
    return problems
  })
}

async function* checkSeason(db: Db, log: LogRow, since: Date): AsyncGenerator<string> {
  const key = { name: log.origin, id: keyId(sha256, log.origin, log.public_key), publicKey: log.public_key }
  const checkpoint = await openCheckpoint(log.checkpoint, [key], verifyEd25519)
  if (typeof checkpoint === 'string') {
    yield checkpoint
    return
  }
  const { entries, problems } = checkLog(sha256, await entryLines(db, log, { limit: checkpoint.size + 1 }), checkpoint)
  yield* problems
  const newest = [...newestEntries(entries).values()]
  for (let from = 0; from < newest.length; from += CHECKED_AT_ONCE) {
    const part = newest.slice(from, from + CHECKED_AT_ONCE)
    const hashes = part.map(({ record }) => record)
    const records = new Map((await recordsByHash(db, hashes)).map((row) => [row.hash, row]))
    for (const entry of part) {
      for (const problem of await checkEntry(db, entry, records.get(entry.record), since))
        yield `match ${entry.match}: ${problem}`
    }
  }
}

async function checkEntry(
  db: Db,
  entry: ResultEntry,
  row: RecordRow | undefined,
  since: Date,
): Promise<readonly string[]> {
  const record = row === undefined ? null : parseRecord(row.body)
  const problem = entryProblem(entry, record, sha256Hex(row?.body ?? ''))
  if (problem !== null || record === null) return [problem ?? 'record_malformed']
  if (new Date(entry.at) < since) return []
  const points = await publishedRanking(db, entry.match)
  const isShown =
    points === null ||
    JSON.stringify(points) === JSON.stringify(record.ranking.map(({ id, rank, points: earned }) => [id, rank, earned]))
  return [...(isShown ? [] : ['points_differ']), ...(await recounted(db, record))]
}

async function recounted(db: Db, record: AuditRecord): Promise<string[]> {
  if (record.ballots === null) return checkRecord(record, null, null)
  const [recount, digest] = [new Recount(sha256, record), createHash('sha256')]
  for (let at = 0; ; at += 1) {
    const part = await ballotsPart(db, record.ballots.hash, at)
    if (part === undefined) break
    const text = (await linesOf(part)).toString('utf8')
    digest.update(text)
    for (const line of text.split(/(?<=\n)/)) recount.add(parseBallot(line))
  }
  return checkRecord(record, recount, digest.digest('hex'))
}

/** Writes records, or checks them. */
export async function work(order: AuditOrder): Promise<Written | string[]> {
  return order.check === undefined ? writeRecords(order) : checkRecords(order, order.check)
}
