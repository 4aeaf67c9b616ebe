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

interface Building {
  readonly tags: readonly string[]
  readonly work: Promise<Snapshot>
}

/** Answers that many fans share, built once per change and kept as bytes: a poll costs a header comparison. */
export class Snapshots {
  readonly #kept = new LRUCache<string, Snapshot>({
    max: KEPT,
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ plain, gzipped }) => plain.length + (gzipped?.length ?? 0),
    dispose: ({ tags }, key, reason) => {
      if (reason === 'evict' && !this.#building.has(key)) this.#unlist(key, tags)
    },
  })
  readonly #building = new Map<string, Building>()
  /** Keys of what is kept or being built, by tag: a change finds its own without looking at all others. */
  readonly #listed = new Map<string, Set<string>>()

  /** Drops every answer that carries one of the tags. What is being built for it is not kept. */
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
    const { key, tags } = wanted
    const underWay = this.#building.get(key)
    if (underWay !== undefined) return underWay.work
    const building = { tags, work: built(wanted) }
    this.#building.set(key, building)
    for (const tag of tags) this.#listed.set(tag, (this.#listed.get(tag) ?? new Set()).add(key))
    try {
      const snapshot = await building.work
      // What was read before a change may still be answered to those who asked before it, but is not kept.
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
  const gzipped = type === 'image/png' ? null : await compress(plain)
  const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding' }
  return { headers, type, plain, gzipped, tags, expiresAt: Date.now() + maxAgeMs }
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
