import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const compress = promisify(gzip)
/** A shared cache (CDN) may keep an answer this long, in seconds; phones always ask again and mostly get a 304. */
const SHARED = 'public, max-age=0, s-maxage=2, must-revalidate'
const KEPT = 5_000
/** All kept answers together, in bytes: callers choose the keys, so the number alone bounds nothing. */
const KEPT_BYTES = 128 * 1024 * 1024

const JSON_TYPE = 'application/json; charset=utf-8'

/** `gzip`, unless with weight zero. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/** What an answer is built of that is not JSON. */
export class ReadyBytes {
  readonly type: 'text/html; charset=utf-8' | 'image/png'
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
  /** `null`: no smaller. */
  readonly gzipped: Buffer | null
  readonly tags: readonly string[]
  readonly expiresAt: number
}

export interface SnapshotRequest {
  /** What tells this answer from all others. */
  readonly key: string
  /** Any of these being dropped makes the answer old. */
  readonly tags: readonly string[]
  /** Even without a change, rebuilt after this long (windows that move with the clock). */
  readonly maxAgeMs: number
  /** Sent as JSON, unless it is `ReadyBytes`. */
  readonly build: () => Promise<unknown>
}

/** Answers that many fans share, built once per change and kept as bytes: a poll costs a header comparison. */
export class Snapshots {
  readonly #kept = new LRUCache<string, Snapshot>({
    max: KEPT,
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ plain, gzipped }) => plain.length + (gzipped?.length ?? 0),
  })
  readonly #building = new Map<string, Promise<Snapshot>>()
  #generation = 0

  /** Drops every answer that carries the tag. */
  drop(tag: string): void {
    this.#generation += 1
    this.#building.clear()
    for (const [key, snapshot] of this.#kept.entries()) if (snapshot.tags.includes(tag)) this.#kept.delete(key)
  }

  dropAll(): void {
    this.#generation += 1
    this.#building.clear()
    this.#kept.clear()
  }

  async send(wanted: SnapshotRequest, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return sendSnapshot(await this.get(wanted), request, reply)
  }

  async get(wanted: SnapshotRequest): Promise<Snapshot> {
    return this.#fresh(wanted.key) ?? this.#get(wanted)
  }

  #fresh(key: string): Snapshot | undefined {
    const kept = this.#kept.get(key)
    return kept !== undefined && kept.expiresAt > Date.now() ? kept : undefined
  }

  async #get(wanted: SnapshotRequest): Promise<Snapshot> {
    const underWay = this.#building.get(wanted.key)
    if (underWay !== undefined) return underWay
    const building = this.#build(wanted, this.#generation)
    this.#building.set(wanted.key, building)
    try {
      return await building
    } finally {
      if (this.#building.get(wanted.key) === building) this.#building.delete(wanted.key)
    }
  }

  /** What was read before a change may still be answered to those who asked before it, but is not kept. */
  async #build(wanted: SnapshotRequest, generation: number): Promise<Snapshot> {
    const built = await wanted.build()
    const { type, bytes: plain, cacheControl } = built instanceof ReadyBytes ? built : asJson(built)
    const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`
    const gzipped = type === 'image/png' ? null : await compress(plain)
    const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding' }
    const snapshot = { headers, type, plain, gzipped, tags: wanted.tags, expiresAt: Date.now() + wanted.maxAgeMs }
    if (this.#generation === generation) this.#kept.set(wanted.key, snapshot)
    return snapshot
  }
}

function asJson(answer: unknown) {
  return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(answer)), cacheControl: SHARED }
}

/** Sends ready bytes, or says that they are known. */
export function sendSnapshot(snapshot: Snapshot, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { headers, type, plain, gzipped } = snapshot
  reply.headers(headers)
  if (isKnown(headers.etag, request.headers['if-none-match'])) return reply.status(304).send()
  reply.type(type)
  if (gzipped === null || !TAKES_GZIP.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

/** A proxy that compressed an answer again weakens its ETag: the content is the same all the same. */
export function isKnown(etag: string, told: string | undefined): boolean {
  if (told === undefined || told === etag) return told === etag
  return told.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}
