import { createHmac, createPrivateKey, createSecretKey, hash as hashOf, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, inflateRaw } from 'node:zlib'
import type { BallotProof } from '@tribune/contract/audit.ts'
import { ballotLeaf, parseBallot, saltOf } from '@tribune/domain/audit/ballots.ts'
import { compareBytes, type Sha256, toHex, utf8 } from '@tribune/domain/audit/bytes.ts'
import { formatKey } from '@tribune/domain/audit/checkpoint.ts'
import { parseRecord } from '@tribune/domain/audit/record.ts'
import { inclusionProof, leafHash } from '@tribune/domain/audit/tree.ts'
import { evidenceSeason } from '@tribune/domain/ballots/evidence.ts'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createSeals, sealAgain } from '../../../accounts/guards/seals.ts'
import type { App, Recorder } from '../../../context.ts'
import type { Database, Db } from '../../../infra/database/pool.ts'
import { Thread } from '../../../infra/jobs/thread.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  allLogs,
  ballotsPart,
  deleteWritten,
  entriesFrom,
  entryLines,
  type FileRow,
  fileByHash,
  fileOf,
  insertEntry,
  insertFile,
  insertLog,
  insertPart,
  insertRecord,
  isPending,
  type LogRow,
  logNamed,
  newestLog,
  newestRecord,
  ownBallot,
  type PartRow,
  partHeads,
  pendingMatches,
  publishedBallots,
  recordsByHash,
  resealLog,
  type StoredSalt,
  storeSalts,
  wholePart,
} from './queries.ts'

/** SHA-256 of the platform. */
export const sha256: Sha256 = (bytes) => hashOf('sha256', bytes, 'buffer')
export const sha256Hex = (text: string) => hashOf('sha256', text, 'hex')

/** Lines of a part of a file of ballots: a power of two, so that the trees of the parts are subtrees of the whole. */
export const PART_LINES = 1_024
export const LEAF_BYTES = 32
/** More logs than there will be seasons. */
export const MAX_LOGS = 1_000
const LIMIT_MS = 180_000
const MAX_WAITING = 20
const THREAD = new URL('./thread.ts', import.meta.url)
const MAX_HEAP_MB = 512

export type Secrets = readonly [string, ...string[]]

/** The private parts of a log: the key of its salts, 32 bytes in base64, and its Ed25519 key, PKCS #8 in base64. */
export interface SealedKeys {
  readonly salt: string
  readonly signing: string
}
export interface LogKeys {
  readonly salt: KeyObject
  readonly signing: KeyObject
}

export function keysOf({ salt, signing }: SealedKeys): LogKeys {
  const der = Buffer.from(signing, 'base64')
  return {
    salt: createSecretKey(Buffer.from(salt, 'base64')),
    signing: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  }
}

export const sealsOf = (secrets: Secrets) => createSeals(secrets, 'audit keys')

/** Opened keys by their sealed text: to open them takes longer than to write an entry. */
const opened = new LRUCache<string, LogKeys>({ max: 10 })

/** Opens the keys of a log; `null` if no secret does. */
export async function openKeys(secrets: Secrets, { sealed }: Pick<LogRow, 'sealed'>): Promise<LogKeys | null> {
  const known = opened.get(sealed)
  if (known !== undefined) return known
  const text = await sealsOf(secrets).open(sealed)
  if (text === null) return null
  const keys = keysOf(JSON.parse(text))
  opened.set(sealed, keys)
  return keys
}

/** Records to be written. */
export interface Order {
  readonly databaseUrl: string
  /** Host of the product's public address, which names new logs. */
  readonly host: string
  readonly secrets: Secrets
}

/** Outcome of an order: the number of records written, and why others could not be. */
export interface Written {
  readonly written: number
  readonly failures: readonly { readonly matchId: number; readonly cause: string }[]
}

/** An order of the thread. */
export type AuditOrder = Order & { readonly check?: Date }

/** The salt of a ballot, in hex: as stored when its account was deleted, or computed. */
export function saltIn(
  keys: LogKeys,
  match: number,
  { id, account, salt }: { id: string; account: string; salt: Buffer | null },
): string {
  return salt?.toString('hex') ?? saltOf(sha256, { match, account, r: secretOf(keys, id) })
}

/** The 32 bytes that only the fan of a ballot gets. */
function secretOf({ salt }: LogKeys, ballotId: string): Buffer {
  return createHmac('sha256', salt).update(ballotId).digest()
}

/** Parts end at a byte, and do not end the stream. */
export const PART = { finishFlush: constants.Z_FULL_FLUSH }
const inflate = promisify(inflateRaw)
export const linesOf = async ({ lines }: Pick<PartRow, 'lines'>) =>
  (await inflate(lines, { finishFlush: constants.Z_SYNC_FLUSH })) as Buffer

/** Header of a gzip stream without a name (RFC 1952), and what ends its deflated data: an empty block. */
const GZIP_HEADER = Buffer.from('1f8b08000000000000ff', 'hex')
const LAST_BLOCK = Buffer.from('0300', 'hex')

/** Returns the end of a gzip stream, after its parts. */
function gzipEnd({ crc, bytes }: FileRow): Buffer {
  const sums = Buffer.alloc(8)
  sums.writeUInt32LE(crc)
  sums.writeUInt32LE(bytes % 2 ** 32, 4)
  return Buffer.concat([LAST_BLOCK, sums])
}

/** Writes records in a thread of its own. */
export class RecordThread implements Recorder {
  readonly #thread: Thread<AuditOrder, Written | string[]>
  readonly #order: Order
  readonly #log: Pick<FastifyBaseLogger, 'error'>

  constructor(order: Order, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#order = order
    this.#log = log
    const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
    this.#thread = new Thread(THREAD, { limitMs: LIMIT_MS, maxWaiting: MAX_WAITING, resourceLimits })
  }

  async write(db: Db): Promise<void> {
    while ((await pendingMatches(db, 1)).length > 0) {
      const { written, failures } = (await this.#thread.ask(this.#order)) as Written
      for (const failure of failures) this.#log.error(failure, 'record of a result not written')
      if (written === 0) return
    }
  }

  async requireWritten(tx: Db, matchIds: readonly number[]): Promise<void> {
    if (matchIds.length > 0 && (await isPending(tx, matchIds))) throw new Refusal('busy')
  }

  async check(since: Date): Promise<string[]> {
    return (await this.#thread.ask({ ...this.#order, check: since })) as string[]
  }

  async resealKeys(db: Db): Promise<void> {
    const seals = sealsOf(this.#order.secrets)
    for (const { season, generation, sealed } of await allLogs(db, MAX_LOGS)) {
      const resealed = sealed.startsWith(seals.newest) ? null : await sealAgain(seals, sealed)
      if (resealed !== null) await resealLog(db, { season, generation }, resealed)
    }
  }

  async fixSalts(tx: Db, fanId: string): Promise<void> {
    const keysOfSeasons = new Map<number, LogKeys | null>()
    const salts: StoredSalt[] = []
    for (const { match_id: match, match_date, ...ballot } of await publishedBallots(tx, fanId)) {
      const season = evidenceSeason(match_date)
      if (!keysOfSeasons.has(season)) keysOfSeasons.set(season, await this.#keysOf(tx, season))
      const keys = keysOfSeasons.get(season) ?? null
      const { bucket, account } = ballot
      if (keys !== null) salts.push({ bucket, account, match, ballot: ballot.id, salt: saltIn(keys, match, ballot) })
    }
    if (salts.length > 0) await storeSalts(tx, salts)
  }

  async #keysOf(tx: Db, season: number): Promise<LogKeys | null> {
    const log = await newestLog(tx, season)
    return log === undefined ? null : openKeys(this.#order.secrets, log)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

/** Returns the verifier key of a log. */
export function verifierKey({ origin, public_key }: LogRow): string {
  return formatKey(sha256, origin, public_key)
}

/** Reads the leaf hashes of the first `size` entries of a log by its name. Refuses `audit_unknown` if it has fewer. */
export async function logLeaves(db: Db, name: string, size: number): Promise<Uint8Array[]> {
  const log = await logNamed(db, name)
  if (log === undefined || size > log.size) throw new Refusal('audit_unknown')
  return (await entryLines(db, log, { limit: size })).map((line) => leafHash(sha256, utf8(line)))
}

export function proofOf(hashes: readonly Uint8Array[]): { hashes: string[] } {
  return { hashes: hashes.map(toHex) }
}

/** Proves that the newest record of a match has a fan's ballot. Refuses `audit_unknown`, and `audit_no_ballot`. */
export async function proveBallot(
  { db, config }: Pick<App, 'db' | 'config'>,
  fanId: string,
  matchId: number,
): Promise<BallotProof> {
  const [last, row] = [await newestRecord(db, matchId), await ownBallot(db, fanId, matchId)]
  const record = last === undefined ? null : parseRecord(last.body)
  const log = last === undefined ? undefined : await logNamed(db, `${last.season}.${last.generation}`)
  const keys = log === undefined ? null : await openKeys(config.secrets, log)
  if (last === undefined || record === null || keys === null) throw new Refusal('audit_unknown')
  if (row === undefined || record.ballots === null) throw new Refusal('audit_no_ballot')
  const { first, second, third, aside, account } = row
  const picks = { first, second, third, status: aside ? 'set_aside' : 'counted' } as const
  const leaf = ballotLeaf(sha256, matchId, record.attempt, { ...picks, salt: saltIn(keys, matchId, row) })
  const place = await placeOf(db, { hash: record.ballots.hash, matchId, attempt: record.attempt }, leaf)
  if (place === null) throw new Refusal('audit_no_ballot')
  return {
    record: last.hash,
    account,
    r: toHex(secretOf(keys, row.id)),
    ballot: picks,
    index: place.index,
    hashes: place.proof.map(toHex),
  }
}

interface StoredFile {
  readonly hash: string
  readonly matchId: number
  readonly attempt: number
}

/** Finds a leaf in a file of ballots, with its proof; `null` if it is not there. */
async function placeOf(
  db: Db,
  { hash, matchId, attempt }: StoredFile,
  leaf: Uint8Array,
): Promise<{ index: number; proof: Uint8Array[] } | null> {
  const heads = await partHeads(db, hash)
  const at = heads.findLastIndex(({ first_leaf }) => compareBytes(first_leaf, leaf) <= 0)
  const part = at === -1 ? undefined : await ballotsPart(db, hash, at)
  if (part === undefined) return null
  const text = (await linesOf(part)).toString('utf8')
  const leaves = text.split(/(?<=\n)/).flatMap((line) => {
    const ballot = parseBallot(line)
    return ballot === null ? [] : [ballotLeaf(sha256, matchId, attempt, ballot)]
  })
  const within = leaves.findIndex((one) => compareBytes(one, leaf) === 0)
  if (within === -1) return null
  const above = inclusionProof(
    sha256,
    heads.map(({ root }) => root),
    at,
  )
  return { index: at * PART_LINES + within, proof: [...inclusionProof(sha256, leaves, within), ...above] }
}

/**
 * Streams a file of ballots part by part, so that no file is in memory as a whole. Returns `null` if no record of the match has it.
 * @param isZipped Whether the caller reads gzip.
 */
export async function ballotsStream(db: Db, { match_id, hash }: { match_id: number; hash: string }, isZipped: boolean) {
  const file = await fileOf(db, match_id, hash)
  if (file === undefined) return null
  async function* parts() {
    for (let part = 0; ; part += 1) {
      const row = await ballotsPart(db, hash, part)
      if (row === undefined) return
      yield isZipped ? row.lines : await linesOf(row)
    }
  }
  async function* zipped(end: Buffer) {
    yield GZIP_HEADER
    yield* parts()
    yield end
  }
  if (!isZipped) return { lines: Readable.from(parts(), { objectMode: false }), headers: {} }
  return { lines: Readable.from(zipped(gzipEnd(file)), { objectMode: false }), headers: { 'content-encoding': 'gzip' } }
}

/** Entries that are copied in one transaction. */
const COPIED_AT_ONCE = 200

/**
 * Copies what the logs of a broken database have and those of its backup lack: entries, records and files of ballots. Throws, and copies nothing, if
 * these logs have a problem or do not continue those of the backup. Returns the number of entries, and their matches.
 */
export async function carryLogs(
  db: Database,
  broken: { readonly db: Db; check(): Promise<string[]> },
): Promise<{ entries: number; matches: number[] }> {
  const [problem] = await broken.check()
  if (problem !== undefined) throw new Error(problem)
  const logs = (await allLogs(broken.db, MAX_LOGS)).reverse()
  for (const log of await allLogs(db, MAX_LOGS)) await requireContinued(db, broken.db, log)
  const matches = new Set<number>()
  let entries = 0
  for (const log of logs) {
    for (;;) {
      const copied = await db.transaction().execute((tx) => copyEntries(tx, broken.db, log))
      entries += copied.length
      for (const match of copied) if (match !== null) matches.add(match)
      if (copied.length < COPIED_AT_ONCE) break
    }
  }
  return { entries, matches: [...matches] }
}

const nameOf = ({ season, generation }: LogRow) => `${season}.${generation}`

async function requireContinued(db: Db, broken: Db, log: LogRow): Promise<void> {
  const later = await logNamed(broken, nameOf(log))
  if (later === undefined || later.origin !== log.origin || later.size < log.size)
    throw new Error(`${log.origin} is shorter`)
  for (let from = 0; from < log.size; from += COPIED_AT_ONCE) {
    const limit = Math.min(COPIED_AT_ONCE, log.size - from)
    const [own, theirs] = [await entryLines(db, log, { from, limit }), await entryLines(broken, log, { from, limit })]
    if (own.join('\n') !== theirs.join('\n')) throw new Error(`${log.origin} does not continue the log of the backup`)
  }
}

/** Copies the next entries of a log with their records and files. Returns their matches. */
async function copyEntries(tx: Db, broken: Db, log: LogRow): Promise<(number | null)[]> {
  const own = await logNamed(tx, nameOf(log))
  if (own === undefined) await insertLog(tx, { ...log, size: 0 })
  const rows = await entriesFrom(broken, log, own?.size ?? 0, COPIED_AT_ONCE)
  const records = await recordsByHash(
    broken,
    rows.flatMap(({ record }) => record ?? []),
  )
  for (const record of records) {
    if (record.ballots !== null) await copyBallots(tx, broken, record.ballots)
    await insertRecord(tx, record)
  }
  const { parts, checkpoint, sealed } = log
  for (const row of rows) {
    await insertEntry(tx, row, { size: row.index + 1, parts, checkpoint, sealed })
    await deleteWritten(tx, row)
  }
  return rows.map(({ match_id }) => match_id)
}

async function copyBallots(tx: Db, broken: Db, hash: string): Promise<void> {
  const file = await fileByHash(broken, hash)
  if (file === undefined || !(await insertFile(tx, file))) return
  for (let at = 0; ; at += 1) {
    const part = await wholePart(broken, hash, at)
    if (part === undefined) return
    await insertPart(tx, hash, part)
  }
}
