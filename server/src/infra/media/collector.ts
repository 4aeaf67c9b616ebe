import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { PictureKind } from '@tribune/protocol/picture.ts'
import { LRUCache } from 'lru-cache'
import { ConcurrencyLimit } from '../../kernel/concurrency-limit.ts'
import { roomFor } from '../../kernel/memory.ts'
import { renderPicture, type Sizes } from './render.ts'

/** A picture at an address of the provider. */
export interface Picture {
  readonly kind: PictureKind
  readonly id: number
  readonly source: string
  /** Hash of the source. */
  readonly version: string
}

export interface CollectorParts {
  readonly download: (source: string) => Promise<Buffer>
  /** Stores a collected picture. */
  readonly store: (picture: Picture, sizes: Sizes) => Promise<void>
  readonly now: () => number
  readonly onFailure: (picture: Picture, error: unknown) => void
}

/** Concurrent downloads. Only one picture at a time is rendered. */
const MAX_DOWNLOADS = 3
/** Further requests are dropped: a caller that still needs the picture asks again. */
const MAX_WAITING = 300
const FAILURES_REMEMBERED = 20_000
const FIRST_DELAY_MS = MINUTE_MS
const DELAY_GROWTH = 5
const MAX_DELAY_MS = 24 * 60 * MINUTE_MS

interface Failure {
  readonly times: number
  readonly until: number
}

/**
 * Downloads and renders pictures in the background, each once for all callers. Retries a failed one after a minute, then five, and so on up to
 * a day, so that a broken address costs next to nothing.
 */
export class Collector {
  readonly #parts: CollectorParts
  readonly #coming = new Map<string, Promise<void>>()
  readonly #failures = new LRUCache<string, Failure>(roomFor(FAILURES_REMEMBERED))
  readonly #fetching = new ConcurrencyLimit({ max: MAX_DOWNLOADS, maxQueued: MAX_WAITING })
  readonly #rendering = new ConcurrencyLimit({ max: 1, maxQueued: MAX_DOWNLOADS })
  #closed = false

  constructor(parts: CollectorParts) {
    this.#parts = parts
  }

  /** Returns the milliseconds until this picture may be tried; 0 if it may be now. */
  waitFor(picture: Picture): number {
    const failure = this.#failures.get(keyOf(picture))
    return failure === undefined ? 0 : Math.max(0, failure.until - this.#parts.now())
  }

  /** Resolves when the picture is stored or has failed, at once if it failed lately or the queue is full. Never rejects. */
  collect(picture: Picture): Promise<void> {
    const key = keyOf(picture)
    const coming = this.#coming.get(key)
    if (coming !== undefined) return coming
    if (this.#closed || this.#coming.size >= MAX_WAITING || this.waitFor(picture) > 0) return Promise.resolve()
    const work = this.#fetching
      .run(() => this.#fetch(picture))
      .then(
        () => void this.#failures.delete(key),
        (error: unknown) => this.#failed(picture, error),
      )
      .finally(() => this.#coming.delete(key))
    this.#coming.set(key, work)
    return work
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#coming.size > 0) await Promise.all(this.#coming.values())
  }

  /** Stops starting new downloads and waits for the current ones, which end when the downloader is closed. */
  async close(): Promise<void> {
    this.#closed = true
    await this.settled()
  }

  async #fetch(picture: Picture): Promise<void> {
    if (this.#closed) throw new Error('closing')
    const bytes = await this.#parts.download(picture.source)
    const sizes = await this.#rendering.run(() => renderPicture(bytes, picture.kind))
    await this.#parts.store(picture, sizes)
  }

  #failed(picture: Picture, error: unknown): void {
    if (this.#closed) return
    const key = keyOf(picture)
    const times = this.#failures.get(key)?.times ?? 0
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * DELAY_GROWTH ** times)
    this.#failures.set(key, { times: times + 1, until: this.#parts.now() + delay })
    this.#parts.onFailure(picture, error)
  }
}

function keyOf({ kind, id, version }: Picture): string {
  return `${kind}/${id}-${version}`
}
