import type { Podium } from '@tribune/domain/podium.ts'

/**
 * `idle`: nothing to keep. `saving`: on its way. `saved`: the server holds what is shown. `emptied`: the screen shows nothing, the server
 * still holds the last picks. `failed`: the screen went back to what the server holds.
 */
export type SaveStatus = 'idle' | 'saving' | 'saved' | 'emptied' | 'failed'

export interface SaveState {
  readonly shown: Podium
  /** What the server is known to hold. */
  readonly kept: Podium
  readonly status: SaveStatus
}

export interface SaveQueueOptions {
  readonly send: (podium: Podium) => Promise<unknown>
  /** Runs after the delay between a change and its saving; gives the way to cancel. */
  readonly later: (run: () => void) => () => void
  /** `latest` is false when the fan has already changed their mind again. */
  readonly onSaved: (podium: Podium, latest: boolean) => void
  /** What was shown could not be saved and has been taken back. */
  readonly onFailed: (error: unknown, lost: Podium) => void
}

/**
 * Saves each change of a podium a moment after it, one request at a time: changes made meanwhile are coalesced and the last state wins.
 * An empty podium is never sent (spec section 5). A failure of what is shown brings back what the server holds.
 */
export class SaveQueue {
  readonly #options: SaveQueueOptions
  readonly #listeners = new Set<() => void>()
  #state: SaveState = { shown: [], kept: [], status: 'idle' }
  #cancel: (() => void) | null = null
  #sending = false
  #failed = false
  /** After a failure nobody knows what the server holds, so that even a return to the known state is sent. */
  #uncertain = false

  constructor(options: SaveQueueOptions) {
    this.#options = options
  }

  /** The same object until something changes. */
  readonly snapshot = (): SaveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows another podium at once, and saves it a moment later. */
  change(podium: Podium): void {
    this.#cancelTimer()
    this.#failed = false
    if (podium.length > 0) this.#cancel = this.#options.later(() => this.flush())
    this.#publish({ shown: podium })
  }

  /** Saves now what waits for its moment. */
  flush(): void {
    this.#cancelTimer()
    this.#next()
  }

  /** Takes what the server says it holds, unless a change is on its way: that one is newer. */
  adopt(podium: Podium): void {
    if (this.#isBusy()) return
    this.#uncertain = false
    const isEmptied = this.#state.shown.length === 0 && this.#state.kept.length > 0 && !this.#failed
    this.#publish({ kept: podium, shown: isEmptied ? [] : podium })
  }

  #next(): void {
    const { shown, kept } = this.#state
    const nothingNew = samePodium(shown, kept) && !this.#uncertain
    const idle = this.#sending || shown.length === 0 || nothingNew
    if (!idle) this.#sending = true
    this.#publish({})
    if (idle) return
    this.#options.send(shown).then(
      () => this.#succeeded(shown),
      (error) => this.#refused(shown, error),
    )
  }

  #succeeded(sent: Podium): void {
    this.#sending = false
    this.#uncertain = false
    this.#publish({ kept: sent })
    this.#options.onSaved(sent, samePodium(sent, this.#state.shown))
    if (this.#cancel === null) this.#next()
  }

  #refused(sent: Podium, error: unknown): void {
    this.#sending = false
    this.#uncertain = true
    if (!samePodium(sent, this.#state.shown)) {
      if (this.#cancel === null) this.#next()
      return
    }
    this.#cancelTimer()
    this.#failed = true
    this.#publish({ shown: this.#state.kept })
    this.#options.onFailed(error, sent)
  }

  #cancelTimer(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #isBusy(): boolean {
    return this.#sending || this.#cancel !== null
  }

  #publish(change: Partial<SaveState>): void {
    const next = { ...this.#state, ...change }
    const status = this.#statusOf(next)
    const same = next.shown === this.#state.shown && next.kept === this.#state.kept && status === this.#state.status
    if (same) return
    this.#state = { ...next, status }
    for (const listener of this.#listeners) listener()
  }

  #statusOf({ shown, kept }: SaveState): SaveStatus {
    if (this.#isBusy()) return 'saving'
    if (this.#failed) return 'failed'
    if (shown.length > 0) return samePodium(shown, kept) ? 'saved' : 'saving'
    return kept.length === 0 ? 'idle' : 'emptied'
  }
}

/** Whether two podiums have the same players on the same places. */
export function samePodium(one: Podium, other: Podium): boolean {
  return (
    one.length === other.length &&
    one.every((pick) =>
      other.some(({ position, player_id }) => position === pick.position && player_id === pick.player_id),
    )
  )
}
