import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { CDN_SECONDS } from '@tribune/protocol/live.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CacheReads } from '../metrics/metrics.ts'
import { type Caller, callerOf, type PublicReads } from './public-reads.ts'

/** Headers of public answers: shared caches may answer for a second, phones always revalidate, and mostly get a 304. */
export const PUBLIC = {
  'cache-control': `public, max-age=0, s-maxage=${CDN_SECONDS}, must-revalidate`,
  vary: 'origin',
} as const
const MAX_SNAPSHOTS = 5_000
/** Limit of all snapshots together: callers choose the keys, so their number alone bounds nothing. */
const MAX_BYTES = 128 * 1024 * 1024

/** Longest address that is remembered. */
const MAX_ADDRESS = 200

/** Size of a snapshot with its compressed forms, relative to the plain one: for long answers each form is less than half as large. */
const WITH_COMPRESSED = 2

const JSON_TYPE = 'application/json; charset=utf-8'

/** At this level a long list is half as large as with gzip, and takes no longer. */
const BROTLI_QUALITY = 5
const COMPRESSORS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}
type Encoding = keyof typeof COMPRESSORS

/** Callers can send any header, so its cache is bounded. */
const negotiator = new Negotiator({
  supportedValues: Object.keys(COMPRESSORS),
  cache: new LRUCache<string, string>({ max: 100 }),
})

/** An answer that is not JSON. */
export class ReadyBytes {
  readonly type: 'text/html; charset=utf-8' | 'text/javascript; charset=utf-8' | 'image/png'
  readonly bytes: Buffer
  readonly cacheControl: string

  constructor(type: ReadyBytes['type'], bytes: Buffer, cacheControl: string) {
    this.type = type
    this.bytes = bytes
    this.cacheControl = cacheControl
  }
}

/** An answer as ready bytes. */
export interface Snapshot {
  readonly headers: { readonly etag: string; readonly 'cache-control': string; readonly vary: string }
  readonly type: string
  readonly plain: Buffer
  /** Returns the bytes in an encoding, compressed at first use. `null` for incompressible content. */
  readonly compressed: ((encoding: Encoding) => Buffer | Promise<Buffer>) | null
  readonly tags: readonly string[]
  readonly expiresAt: number
}

export interface SnapshotRequest {
  /** Identifies the answer. */
  readonly key: string
  /** Dropping any of these makes the answer stale. */
  readonly tags: readonly string[]
  /** Age after which it is rebuilt even without a change, for windows that move with the clock. */
  readonly maxAgeMs: number
  /** Sent as JSON, unless it is `ReadyBytes`. */
  readonly build: () => Promise<unknown>
  /**
   * Whether callers never wait for a turn and are never refused, even under a flood. Only for answers of which there are few, so that
   * building them costs little however many callers there are; no caller may choose their keys.
   */
  readonly isExempt?: boolean | (() => Promise<boolean>)
  /** Whether the address of the request alone decides the key. `resend` then answers the next read of it. */
  readonly isByAddress?: boolean
}

interface Building {
  readonly tags: readonly string[]
  /** Callers who wait for it; `null` is the server itself. */
  readonly callers: (Caller | null)[]
  readonly work: Promise<Snapshot>
}

/** Cache of answers that many fans share: built once per change and stored as bytes, so that a poll costs a header comparison (docs/decisions/040). */
export class Snapshots {
  /** How many reads found a snapshot, or had to wait for one. */
  readonly reads: CacheReads = { hit: 0, miss: 0 }
  readonly #reads: PublicReads
  readonly #kept = new LRUCache<string, Snapshot>({
    max: MAX_SNAPSHOTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ plain }) => plain.length * WITH_COMPRESSED,
    dispose: ({ tags }, key, reason) => {
      if (reason === 'evict' && !this.#building.has(key)) this.#unlist(key, tags)
    },
  })
  /** Keys by the addresses that they answered. */
  readonly #keys = new LRUCache<string, string>({ max: MAX_SNAPSHOTS })
  readonly #building = new Map<string, Building>()
  /** Keys of cached and pending snapshots by tag, so that a change finds its snapshots without scanning all. */
  readonly #listed = new Map<string, Set<string>>()

  constructor(reads: PublicReads) {
    this.#reads = reads
  }

  /** Drops all snapshots with one of the tags, and does not keep those being built. */
  drop(...tags: readonly string[]): void {
    for (const key of tags.flatMap((tag) => [...(this.#listed.get(tag) ?? [])])) {
      const known = this.#building.get(key) ?? this.#kept.peek(key)
      this.#building.delete(key)
      this.#kept.delete(key)
      this.#unlist(key, known?.tags ?? [])
    }
  }

  dropAll(): void {
    this.#building.clear()
    this.#kept.clear()
    this.#listed.clear()
  }

  async send(wanted: SnapshotRequest, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const snapshot = await this.get(wanted, callerOf(request))
    if (wanted.isByAddress === true && request.url.length <= MAX_ADDRESS) this.#keys.set(request.url, wanted.key)
    return sendSnapshot(snapshot, request, reply)
  }

  /** Sends the snapshot that answered this address before, without parsing and validating the request again. Returns `false` if there is none. */
  resend(request: FastifyRequest, reply: FastifyReply): boolean {
    const key = this.#keys.get(request.url)
    const snapshot = key === undefined ? undefined : this.#current(key)
    if (snapshot === undefined) return false
    this.reads.hit += 1
    sendSnapshot(snapshot, request, reply)
    return true
  }

  /** Returns a snapshot, built if necessary. @param caller Whose budget pays for building it; `null` for the server itself. */
  async get(wanted: SnapshotRequest, caller: Caller | null, kind: 'read' | 'head' = 'read'): Promise<Snapshot> {
    const stored = this.#current(wanted.key)
    this.reads[stored === undefined ? 'miss' : 'hit'] += 1
    if (stored !== undefined) return stored
    const { isExempt = false } = wanted
    const isFree = typeof isExempt === 'boolean' ? isExempt : await isExempt()
    return this.#build(wanted, isFree ? null : caller, kind)
  }

  #current(key: string): Snapshot | undefined {
    const stored = this.#kept.get(key)
    return stored !== undefined && stored.expiresAt > Date.now() ? stored : undefined
  }

  async #build(wanted: SnapshotRequest, caller: Caller | null, kind: 'read' | 'head'): Promise<Snapshot> {
    const { key, tags } = wanted
    const underWay = this.#building.get(key)
    if (underWay !== undefined) {
      underWay.callers.push(caller)
      return underWay.work
    }
    const refused = caller === null ? null : this.#reads.admit(caller)
    if (refused !== null) return refused
    const callers = [caller]
    const isWanted = () => callers.some((one) => one === null || one.isActive())
    const work = caller === null ? built(wanted) : this.#reads.turn(kind, caller, () => built(wanted), isWanted)
    const building: Building = { tags, callers, work }
    this.#building.set(key, building)
    for (const tag of tags) this.#listed.set(tag, (this.#listed.get(tag) ?? new Set()).add(key))
    try {
      const snapshot = await building.work
      if (caller !== null && kind === 'read') this.#reads.charge(caller, snapshot.plain.length)
      // An answer read before a change may still go to callers who asked before it, but is not cached.
      if (this.#building.get(key) === building) this.#kept.set(key, snapshot)
      return snapshot
    } finally {
      if (this.#building.get(key) === building) {
        this.#building.delete(key)
        if (!this.#kept.has(key)) this.#unlist(key, tags)
      }
    }
  }

  #unlist(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#listed.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#listed.delete(tag)
    }
  }
}

async function built({ tags, maxAgeMs, build }: SnapshotRequest): Promise<Snapshot> {
  const answer = await build()
  const { type, bytes: plain, cacheControl } = answer instanceof ReadyBytes ? answer : asJson(answer)
  const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`
  const compressed = type === 'image/png' ? null : compressor(plain)
  const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding, origin' }
  return { headers, type, plain, compressed, tags, expiresAt: Date.now() + maxAgeMs }
}

function compressor(plain: Buffer): (encoding: Encoding) => Buffer | Promise<Buffer> {
  const made = new Map<Encoding, Buffer | Promise<Buffer>>()
  return (encoding) => {
    const known = made.get(encoding)
    if (known !== undefined) return known
    const work = COMPRESSORS[encoding](plain)
    made.set(encoding, work)
    return work.then((bytes) => {
      made.set(encoding, bytes)
      return bytes
    })
  }
}

function asJson(answer: unknown) {
  return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(answer)), cacheControl: PUBLIC['cache-control'] }
}

/** Sends a snapshot, or 304 if the caller has it. The answer may still be compressed when this returns. */
export function sendSnapshot(snapshot: Snapshot, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { headers, type, plain, compressed } = snapshot
  reply.headers(headers)
  if (isKnown(headers.etag, request.headers['if-none-match'])) return reply.status(304).send()
  reply.type(type)
  if (compressed === null) return reply.send(plain)
  const encoding = negotiator.negotiate(request.headers['accept-encoding'] ?? '') as Encoding | null
  if (encoding === null) return reply.send(plain)
  const send = (bytes: Buffer) => reply.header('content-encoding', encoding).send(bytes)
  const bytes = compressed(encoding)
  if (!(bytes instanceof Promise)) return send(bytes)
  bytes.then(send, (error) => reply.send(error))
  return reply
}

/** Returns whether an `if-none-match` header has an ETag. Accepts weak ones, which proxies make when they recompress an answer. */
export function isKnown(etag: string, header: string | undefined): boolean {
  if (header === undefined || header === etag) return header === etag
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}
