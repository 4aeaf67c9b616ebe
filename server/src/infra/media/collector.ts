import { MINUTE_MS } from '@tribune/domain/instant.ts'
import type { PictureKind } from '@tribune/domain/picture.ts'
import { LRUCache } from 'lru-cache'
import { Gate } from '../../kernel/gate.ts'
import { renderPicture, type Sizes } from './render.ts'

/** A picture that some address at the provider's stands for. */
export interface Picture {
  readonly kind: PictureKind
  readonly id: number
  readonly source: string
  /** Names the source. */
  readonly version: string
}

export interface CollectorParts {
  readonly download: (source: string) => Promise<Buffer>
  /** Takes what was collected. */
  readonly keep: (picture: Picture, sizes: Sizes) => Promise<void>
  readonly now: () => number
  readonly onFailure: (picture: Picture, error: unknown) => void
}

/** At once: of waiting for the network. Only one picture at a time is worked on. */
const TOGETHER = 3
/** More wishes than this are forgotten: who still wants the picture asks again. */
const WAITING = 300
const FAILURES_REMEMBERED = 20_000
const FIRST_DELAY_MS = MINUTE_MS
const DELAY_GROWTH = 5
const LONGEST_DELAY_MS = 24 * 60 * MINUTE_MS
const RENDER_WAITING = TOGETHER

interface Failure {
  readonly times: number
  readonly until: number
}

/**
 * Fetches pictures in the background, each once however many ask. One that fails is left alone for a minute, then five, and so on up to
 * a day: a broken address costs next to nothing.
 */
export class Collector {
  readonly #parts: CollectorParts
  readonly #coming = new Map<string, Promise<void>>()
  readonly #failures = new LRUCache<string, Failure>({ max: FAILURES_REMEMBERED })
  readonly #fetching = new Gate({ width: TOGETHER, waitingRoom: WAITING })
  readonly #rendering = new Gate({ width: 1, waitingRoom: RENDER_WAITING })
  #closed = false

  constructor(parts: CollectorParts) {
    this.#parts = parts
  }

  /** Milliseconds until this picture is tried again; 0 when it may be tried now. */
  waitFor(picture: Picture): number {
    const failure = this.#failures.get(keyOf(picture))
    return failure === undefined ? 0 : Math.max(0, failure.until - this.#parts.now())
  }

  /** Ends when the picture is kept or has failed; never throws. A picture that failed lately, or finds no room, is passed over. */
  collect(picture: Picture): Promise<void> {
    const key = keyOf(picture)
    const coming = this.#coming.get(key)
    if (coming !== undefined) return coming
    if (this.#closed || this.#coming.size >= WAITING || this.waitFor(picture) > 0) return Promise.resolve()
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

  /** Ends when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#coming.size > 0) await Promise.all(this.#coming.values())
  }

  /** Starts nothing new. What waits on the network ends when the downloader is closed. */
  async close(): Promise<void> {
    this.#closed = true
    await this.settled()
  }

  async #fetch(picture: Picture): Promise<void> {
    if (this.#closed) throw new Error('closing')
    const bytes = await this.#parts.download(picture.source)
    const sizes = await this.#rendering.run(() => renderPicture(bytes, picture.kind))
    await this.#parts.keep(picture, sizes)
  }

  #failed(picture: Picture, error: unknown): void {
    if (this.#closed) return
    const key = keyOf(picture)
    const times = this.#failures.get(key)?.times ?? 0
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * DELAY_GROWTH ** times)
    this.#failures.set(key, { times: times + 1, until: this.#parts.now() + delay })
    this.#parts.onFailure(picture, error)
  }
}

function keyOf({ kind, id, version }: Picture): string {
  return `${kind}/${id}-${version}`
}
