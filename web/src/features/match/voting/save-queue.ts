import { isSameBallot } from '@tribune/domain/held-ballot.ts'
import type { Podium } from '@tribune/domain/podium.ts'

/**
 * `idle`: nothing to save. `saving`: a change is pending. `saved`: the server has what is shown. `emptied`: the screen shows nothing, and the server
 * still has the last picks. `failed`: the screen has gone back to what the server has, or to what waits. `held`: the change waits on the phone for a network.
 */
export type SaveStatus = 'idle' | 'saving' | 'saved' | 'emptied' | 'failed' | 'held'

export interface SaveState {
  readonly shown: Podium
  /** The podium that the server is known to have. */
  readonly kept: Podium
  readonly status: SaveStatus
  /** A podium waits on the phone, also while a change to it is pending. */
  readonly waits: boolean
}

export interface SaveQueueOptions {
  /** Resolves to `held` if the podium waits on the phone instead. */
  readonly send: (podium: Podium) => Promise<'saved' | 'held'>
  /** Runs a callback after the delay between a change and its saving. Returns a function that cancels it. */
  readonly later: (run: () => void) => () => void
  /** Called once the server has the podium, unless the fan has made another change meanwhile. */
  readonly onSaved: (podium: Podium) => void
  /** Called if the shown podium could not be saved, once it has been reverted. */
  readonly onFailed: (error: unknown, lost: Podium) => void
  /** Called if the fan empties a podium that waits, which is then forgotten. */
  readonly onHeldEmptied?: () => void
}

/**
 * Saves each change of a podium after a short delay, one request at a time: changes made meanwhile are coalesced, and the last state wins. Never sends
 * an empty podium (spec section 5). A failure reverts the screen to the podium that waits on the phone, or else to what the server has.
 */
export class SaveQueue {
  readonly #options: SaveQueueOptions
  readonly #listeners = new Set<() => void>()
  #state: SaveState = { shown: [], kept: [], status: 'idle', waits: false }
  #cancel: (() => void) | null = null
  #sending = false
  #failed = false
  /** After a failure the state of the server is unknown, so that even a return to the last known state is sent. */
  #uncertain = false
  /** The podium that waits on the phone. */
  #held: Podium | null = null

  constructor(options: SaveQueueOptions) {
    this.#options = options
  }

  /** Returns the same object until something changes. */
  readonly snapshot = (): SaveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows another podium immediately, and saves it after the delay. */
  change(podium: Podium): void {
    this.#cancelTimer()
    this.#failed = false
    if (podium.length > 0) this.#cancel = this.#options.later(() => this.flush())
    else this.#dropHeld()
    this.#publish({ shown: podium })
  }

  /** Saves a pending change immediately. */
  flush(): void {
    this.#cancelTimer()
    this.#next()
  }

  /** Shows a podium read from the server, unless a change is pending, which is newer. */
  adopt(podium: Podium): void {
    if (this.#isBusy()) return
    this.#uncertain = false
    const stays = this.#held !== null
    const isEmptied = this.#state.shown.length === 0 && this.#state.kept.length > 0 && !this.#failed
    this.#publish({ kept: podium, shown: stays ? this.#state.shown : isEmptied ? [] : podium })
  }

  /** Shows a podium that waits on the phone since an earlier visit, unless a change is pending, which is newer. */
  resume(podium: Podium): void {
    if (this.#isBusy()) return
    this.#held = podium
    this.#publish({ shown: podium })
  }

  /** The waiting podium has reached the server. A change made since then continues. */
  arrive(podium: Podium): void {
    if (this.#held !== null && isSameBallot(this.#held, podium)) this.#held = null
    this.#uncertain = false
    this.#failed = false
    this.#publish({ kept: podium })
  }

  /** The waiting podium is dropped, for `kept`: `failed` if the server has refused it, rather than the fan. */
  giveUp(failed: boolean, kept = this.#state.kept): void {
    this.#cancelTimer()
    this.#held = null
    this.#failed = failed
    this.#uncertain = false
    this.#publish({ shown: kept, kept })
  }

  /** The podium that waited is no longer on the phone, because another tab has sent or dropped it. A change under way continues. */
  release(kept = this.#state.kept): void {
    if (this.#held === null) return
    this.#held = null
    this.#publish(this.#isBusy() ? { kept } : { shown: kept, kept })
  }

  #next(): void {
    const { shown, kept } = this.#state
    const nothingNew =
      this.#held === null ? isSameBallot(shown, kept) && !this.#uncertain : isSameBallot(shown, this.#held)
    const isSent = !this.#sending && shown.length > 0 && !nothingNew
    if (isSent) this.#sending = true
    this.#publish({})
    if (!isSent) return
    this.#options.send(shown).then(
      (how) => (how === 'held' ? this.#hold(shown) : this.#succeeded(shown)),
      (error) => this.#refused(shown, error),
    )
  }

  #succeeded(sent: Podium): void {
    this.#sending = false
    this.#uncertain = false
    // It is not sent past one that waits: there is none any more.
    this.#held = null
    this.#publish({ kept: sent })
    if (isSameBallot(sent, this.#state.shown)) this.#options.onSaved(sent)
    if (this.#cancel === null) this.#next()
  }

  #hold(sent: Podium): void {
    this.#sending = false
    this.#held = sent
    if (this.#state.shown.length === 0) {
      // Emptied while its answer was awaited: it may have arrived all the same.
      this.#uncertain = true
      this.#dropHeld()
    }
    this.#publish({})
    if (this.#cancel === null) this.#next()
  }

  #dropHeld(): void {
    if (this.#held === null) return
    this.#held = null
    this.#options.onHeldEmptied?.()
  }

  #refused(sent: Podium, error: unknown): void {
    this.#sending = false
    this.#uncertain = true
    if (!isSameBallot(sent, this.#state.shown)) {
      if (this.#cancel === null) this.#next()
      return
    }
    this.#cancelTimer()
    this.#failed = true
    // A podium that waits keeps waiting: it is what will be sent.
    this.#publish({ shown: this.#held ?? this.#state.kept })
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
    const waits = this.#held !== null
    const { shown, kept, ...last } = this.#state
    if (next.shown === shown && next.kept === kept && status === last.status && waits === last.waits) return
    this.#state = { ...next, status, waits }
    for (const listener of this.#listeners) listener()
  }

  #statusOf({ shown, kept }: SaveState): SaveStatus {
    if (this.#isBusy()) return 'saving'
    if (this.#failed) return 'failed'
    if (this.#held !== null && isSameBallot(shown, this.#held)) return 'held'
    if (shown.length > 0) return isSameBallot(shown, kept) ? 'saved' : 'saving'
    return kept.length === 0 ? 'idle' : 'emptied'
  }
}
