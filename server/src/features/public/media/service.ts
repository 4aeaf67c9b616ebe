import { hash } from 'node:crypto'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import type { PictureOf, PictureSize } from '@tribune/protocol/picture.ts'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { FoundPicture, Pictures, ReadTurn, ReadyPicture } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Collector, type Picture } from '../../../infra/media/collector.ts'
import type { Downloader } from '../../../infra/media/download.ts'
import { pictureVersion } from '../../../infra/media/own-picture.ts'
import type { Sizes } from '../../../infra/media/render.ts'
import type { PictureStore } from '../../../infra/media/store.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { roomFor } from '../../../kernel/memory.ts'
import { picturedRow, picturesSoon } from './queries.ts'

export interface PicturesParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly store: PictureStore
  readonly downloader: Downloader
}

/** Longest wait for the store, which should be fast. */
const STORE_TIMEOUT_MS = 250
const READY_BYTES = 64 * 1024 * 1024
const MAX_ROWS = 20_000
const ROW_FRESH_MS = 60_000
/** Shortest time between two reads of a row. An address with an unknown version causes a read, because the row may have changed. */
const ROW_YOUNG_MS = 1_000
const RETRY_SOON_MS = 2_000
const RETRY_NONE_MS = 300_000
const MAX_WARMED = 3_000
const WARMED_RANKS = 50
const WARMED_SIZE: PictureSize = 96
/** Shortest time between two log lines about a failing store. */
const LOG_EVERY_MS = 60_000

interface Row {
  /** `null` for an unknown id. */
  readonly name: string | null
  /** `null` if there is no picture at all. */
  readonly picture: Picture | null
  /** Time of the read, in milliseconds. */
  readonly at: number
}

const atOnce: ReadTurn = (read) => read()

/** Serves pictures from memory or the store, and downloads missing ones in the background. No request waits for the provider. */
export class PictureService implements Pictures {
  readonly #parts: PicturesParts
  readonly #rows = new LRUCache<string, Row>(roomFor(MAX_ROWS))
  readonly #rowsComing = new Map<string, Promise<Row>>()
  readonly #ready = new LRUCache<string, ReadyPicture>({
    maxSize: READY_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(bytes.length, 1),
  })
  readonly #reading = new Map<string, Promise<ReadyPicture | null>>()
  readonly #collector: Collector
  #loggedAt = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(parts: PicturesParts) {
    this.#parts = parts
    this.#collector = new Collector({
      download: (source) => parts.downloader.get(source),
      store: (picture, sizes) => this.#store(picture, sizes),
      now: () => parts.clock.now().getTime(),
      onFailure: ({ kind, id }, error) => parts.log.info({ kind, id, cause: String(error) }, 'picture not downloaded'),
    })
  }

  /** Finds a picture, or returns `null` for an unknown id. `asked` is the version in the address; `read` waits for the call's turn to read the database. */
  async find(of: PictureOf, size: PictureSize, asked?: string, read: ReadTurn = atOnce): Promise<FoundPicture | null> {
    const { name, picture } = await this.#row(of, asked, read)
    if (name === null) return null
    if (picture === null) return { name, version: null, ready: null, retryMs: RETRY_NONE_MS }
    const ready = this.#ready.get(keyOf(picture, size)) ?? (await this.#readStored(picture, size))
    if (ready === null) void this.#collector.collect(picture)
    const retryMs = Math.max(RETRY_SOON_MS, this.#collector.waitFor(picture))
    return { name, version: picture.version, ready, retryMs }
  }

  /** Downloads pictures of current matches, one after the other, before fans need them. Returns the number of pictures checked. */
  async warm(): Promise<number> {
    const now = this.#parts.clock.now().getTime()
    const window = { from: new Date(now - 4 * HOUR_MS), to: new Date(now + 8 * HOUR_MS) }
    const rows = await picturesSoon(this.#parts.db, { ...window, best: WARMED_RANKS, limit: MAX_WARMED })
    for (const { kind, id, source } of rows) {
      if (this.#closed) break
      const picture = { kind, id, source, version: pictureVersion(source) }
      const key = keyOf(picture, WARMED_SIZE)
      if (this.#ready.has(key) || this.#collector.waitFor(picture) > 0) continue
      if ((await this.#read(key)) === null) await this.#collector.collect(picture)
    }
    return rows.length
  }

  /** Resolves when no download is under way. */
  settled(): Promise<void> {
    return this.#collector.settled()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#parts.downloader.close()
    await this.#collector.close()
  }

  async #row(of: PictureOf, asked: string | undefined, read: ReadTurn): Promise<Row> {
    const key = `${of.kind}/${of.id}`
    const now = this.#parts.clock.now().getTime()
    const known = this.#rows.get(key)
    const isNewer = asked !== undefined && asked !== known?.picture?.version
    if (known !== undefined && now - known.at < (isNewer ? ROW_YOUNG_MS : ROW_FRESH_MS)) return known
    const coming = this.#rowsComing.get(key) ?? this.#readRow(of, key, known === undefined ? read : atOnce)
    // Serves the old row while the database is down.
    return known === undefined ? coming : coming.catch(() => known)
  }

  /** Reads a row into memory, once for concurrent callers. */
  #readRow(of: PictureOf, key: string, read: ReadTurn): Promise<Row> {
    const at = this.#parts.clock.now().getTime()
    const coming = read(() => picturedRow(this.#parts.db, of.kind, of.id))
      .then((row) => {
        const read = { name: row?.name ?? null, picture: pictureOf(of, row?.source), at }
        this.#rows.set(key, read)
        return read
      })
      .finally(() => this.#rowsComing.delete(key))
    this.#rowsComing.set(key, coming)
    return coming
  }

  /** Reads a picture from the store; `null` if its download failed lately, or the store is slow. */
  async #readStored(picture: Picture, size: PictureSize): Promise<ReadyPicture | null> {
    if (this.#collector.waitFor(picture) > 0) return null
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, STORE_TIMEOUT_MS, null)
    })
    const found = await Promise.race([this.#read(keyOf(picture, size)), timeout])
    clearTimeout(timer)
    return found
  }

  /** Reads a picture from the store into memory, once for concurrent callers. */
  #read(key: string): Promise<ReadyPicture | null> {
    const reading = this.#reading.get(key)
    if (reading !== undefined) return reading
    const work = this.#parts.store
      .read(key)
      .then(
        (bytes) => (bytes === null ? null : this.#remember(key, bytes)),
        (error: unknown) => this.#logFailure(error),
      )
      .finally(() => this.#reading.delete(key))
    this.#reading.set(key, work)
    return work
  }

  /** Stores a picture. If the store fails, memory still serves the picture, and it is not downloaded again at once after its eviction. */
  async #store(picture: Picture, sizes: Sizes): Promise<void> {
    for (const [size, bytes] of sizes) this.#remember(keyOf(picture, size), bytes)
    try {
      for (const [size, bytes] of sizes) await this.#parts.store.write(keyOf(picture, size), bytes)
    } catch (error) {
      this.#logFailure(error)
      throw error
    }
  }

  #remember(key: string, bytes: Buffer): ReadyPicture {
    const ready = { bytes, etag: `"${hash('sha1', bytes)}"` }
    this.#ready.set(key, ready)
    return ready
  }

  #logFailure(error: unknown): null {
    const now = this.#parts.clock.now().getTime()
    if (now - this.#loggedAt >= LOG_EVERY_MS) {
      this.#loggedAt = now
      this.#parts.log.warn({ cause: String(error) }, 'picture storage failed')
    }
    return null
  }
}

function pictureOf({ kind, id }: PictureOf, source: string | null = null): Picture | null {
  return source === null || source === '' ? null : { kind, id, source, version: pictureVersion(source) }
}

function keyOf({ kind, id, version }: Picture, size: PictureSize): string {
  return `${kind}/${id}-${version}-${size}.webp`
}
