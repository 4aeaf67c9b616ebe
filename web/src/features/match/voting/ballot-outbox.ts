import { isSameBallot } from '@tribune/domain/ballots/ballot.ts'
import {
  draftFate,
  EMPTY_OUTBOX,
  hasPicks,
  type Outbox,
  type OutboxEvent,
  step,
  verdictOf,
} from '@tribune/domain/ballots/ballot-outbox.ts'
import type { Podium, PodiumPick } from '@tribune/domain/ballots/podium.ts'
import { unreachable } from '@tribune/french/sentences/app.ts'
import type { BallotDraft, BallotKey, StoredBallot } from '../../../data/ballots/ballot-drafts.ts'
import { ApiError } from '../../../lib/http/api-error.ts'

/** The fate of a draft that was sent, or was to be. `isLast`: its fan has not changed it since. */
export type Outcome =
  | { readonly kind: 'saved'; readonly draft: BallotDraft; readonly at: string | null; readonly isLast: boolean }
  | { readonly kind: 'late' | 'refused' | 'fan_away'; readonly draft: BallotDraft; readonly error?: unknown }
  /** A change that its fan has just made waits. */
  | { readonly kind: 'waits'; readonly draft: BallotDraft }
  | { readonly kind: 'newer'; readonly draft: BallotDraft; readonly stored: StoredBallot }

/** A change of a podium by its fan. */
export interface PodiumChange extends BallotKey {
  readonly picks: Podium
  readonly attempt: number
  readonly home: string
  readonly away: string
}

/** Everything that the outbox needs of the page. */
export interface OutboxPorts {
  readonly drafts: {
    readonly all: () => readonly BallotDraft[]
    readonly read: (key: BallotKey) => BallotDraft | null
    readonly store: (draft: BallotDraft) => boolean
    readonly settle: (key: BallotKey, saved: StoredBallot) => void
    readonly drop: (key: BallotKey) => void
    readonly onElsewhere: (listener: (key: BallotKey | null, saved: StoredBallot | null) => void) => void
  }
  /** The ballot that the server is known to have; undefined before it is read. */
  readonly known: (key: BallotKey) => StoredBallot | undefined
  /** Records what the server has, as another tab has learned: null if it must be read again. */
  readonly onKnown: (key: BallotKey, saved: StoredBallot | null) => void
  /** Sends a draft. Returns when the server has stored it. */
  readonly send: (draft: BallotDraft) => Promise<string>
  readonly readStored: (key: BallotKey) => Promise<StoredBallot>
  /** The fan who is signed in, null for a visitor, undefined while unknown. */
  readonly signedIn: () => string | null | undefined
  readonly isOnline: () => boolean
  /** Milliseconds of the server's clock. */
  readonly now: () => number
  /** Calls back after the delay between a change and its saving. Returns a function that cancels it. */
  readonly later: (run: () => void) => () => void
  /** Lets one tab at a time send a ballot. */
  readonly alone: <Result>(key: BallotKey, work: () => Promise<Result>) => Promise<Result>
  /** Plans the next attempt while the server is unreachable. */
  readonly retry: { readonly plan: () => void; readonly cancel: () => void; readonly reset: () => void }
  readonly onOutcome: (outcome: Outcome) => void
}

type BallotState = Outbox<PodiumPick>
type Event = OutboxEvent<PodiumPick>

interface Entry {
  readonly key: BallotKey
  state: BallotState
  /** Cancels the delay of a change. */
  cancel: (() => void) | null
  /** The sending under way. */
  sending: Promise<boolean> | null
}

const nameOf = ({ fanId, matchId }: BallotKey) => `${matchId}-${fanId}`

/**
 * Saves the ballots of this phone: stores each change, sends it after a short delay, and again until the server has answered. The states of a ballot
 * and their transitions are in domain/ballots/ballot-outbox.ts; this class runs them.
 */
export class BallotOutbox {
  readonly #ports: OutboxPorts
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Set<() => void>()
  #version = 0

  constructor(ports: OutboxPorts) {
    this.#ports = ports
    ports.drafts.onElsewhere((key, saved) => (key === null ? this.#forget() : this.#hear(this.#entry(key), saved)))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes whenever a ballot does. */
  readonly version = (): number => this.#version

  /** Returns the state of a ballot: the same object until it changes. */
  readonly stateOf = (key: BallotKey): BallotState => this.#entry(key).state

  /** Shows another podium immediately, stores it on the phone, and sends it after the delay. An empty one is never sent (spec section 5). */
  change(change: PodiumChange): void {
    const entry = this.#entry(change)
    const { now, known } = this.#ports
    // Of two changes in one millisecond the second is the later one.
    const at = Math.max(now(), (entry.state.draft?.at ?? 0) + 1)
    this.#apply(entry, { kind: 'changed', change: { ...change, at, seen: known(change) } })
    entry.cancel?.()
    entry.cancel = entry.state.delayed ? this.#ports.later(() => this.#due(entry)) : null
  }

  /** Sends changes that are within their delay immediately. */
  flush(): void {
    for (const entry of this.#entries.values()) if (entry.state.delayed) this.#due(entry)
  }

  /** Sends all drafts of the signed-in fan, one after the other. */
  async post(): Promise<void> {
    const { drafts, signedIn, now, retry, onOutcome } = this.#ports
    const fateOf = (draft: BallotDraft) => draftFate(draft, signedIn(), now())
    retry.cancel()
    for (const draft of drafts.all()) {
      const fate = fateOf(draft)
      if (fate === 'expired') this.drop(draft)
      else if (fate === 'fan_away') onOutcome({ kind: 'fan_away', draft })
      else await this.#send(this.#entry(draft))
    }
    // Also one that a tap has left in the meantime.
    const isLeft = (draft: BallotDraft) => fateOf(draft) === 'send' && this.#entry(draft).state.newer === null
    if (drafts.all().some(isLeft)) retry.plan()
    else retry.reset()
  }

  /** Keeps the fan's own ballot, although a newer one was cast elsewhere. */
  keepMine(key: BallotKey): void {
    const entry = this.#entry(key)
    this.#apply(entry, { kind: 'chosen', at: this.#ports.now() })
    void this.#sendNow(entry)
  }

  /** Drops a draft, for what the server has. */
  drop(key: BallotKey): void {
    const entry = this.#entry(key)
    const { newer } = entry.state
    entry.cancel?.()
    this.#apply(entry, { kind: 'dropped' })
    if (newer !== null) this.#ports.onKnown(key, newer)
  }

  #entry(key: BallotKey): Entry {
    const { fanId, matchId } = key
    const known = this.#entries.get(nameOf(key))
    if (known !== undefined) return known
    const { drafts } = this.#ports
    const draft = drafts.read(key)
    // An earlier page has left it: it waits.
    const state: BallotState = draft === null ? EMPTY_OUTBOX : { ...EMPTY_OUTBOX, draft: { ...draft, waits: true } }
    if (hasPicks(state.draft) && draft?.waits === false) drafts.store(state.draft)
    const entry: Entry = { key: { fanId, matchId }, state, cancel: null, sending: null }
    this.#entries.set(nameOf(key), entry)
    return entry
  }

  /** Applies an event, and stores what it changes on the phone. */
  #apply(entry: Entry, event: Event): void {
    const { key, state } = entry
    const { drafts } = this.#ports
    entry.state = step(state, event)
    const { draft } = entry.state
    if (draft !== state.draft && event.kind !== 'elsewhere' && event.kind !== 'saved_elsewhere') {
      if (hasPicks(draft)) entry.state = step(entry.state, { kind: 'stored', ok: drafts.store(draft) })
      else if (event.kind === 'saved') drafts.settle(key, { podium: event.sent.picks, at: event.at })
      // The one that is stored is an earlier one, which waits.
      else if (!state.unstored || event.kind === 'dropped') drafts.drop(key)
    }
    if (!entry.state.delayed) {
      entry.cancel?.()
      entry.cancel = null
    }
    if (entry.state !== state) this.#publish()
  }

  #due(entry: Entry): void {
    this.#apply(entry, { kind: 'due' })
    void this.#sendNow(entry)
  }

  async #sendNow(entry: Entry): Promise<void> {
    if (await this.#send(entry)) this.#ports.retry.plan()
  }

  /** Sends a ballot until the server has all of it. Returns whether it waits for an answer. */
  #send(entry: Entry): Promise<boolean> {
    entry.sending ??= this.#ports
      .alone(entry.key, () => this.#deliver(entry))
      .catch((error) => {
        console.error('ballot outbox', error)
        return true
      })
      .finally(() => {
        entry.sending = null
      })
    return entry.sending
  }

  async #deliver(entry: Entry): Promise<boolean> {
    for (;;) {
      this.#lookAgain(entry)
      const { draft, delayed, newer } = entry.state
      if (!hasPicks(draft) || delayed || newer !== null) return false
      if (!this.#ports.isOnline()) return this.#wait(entry, draft, new ApiError('offline', unreachable.offline, {}))
      this.#apply(entry, { kind: 'sent' })
      const answer = await this.#answerTo(entry.state.draft ?? draft)
      this.#lookAgain(entry)
      // Its fan has signed out, or given it up.
      if (entry.state.draft === null) return false
      const settled = this.#settle(entry, answer)
      if (settled !== 'again') return settled === 'waits'
    }
  }

  async #answerTo(draft: BallotDraft): Promise<Answer> {
    const { send, readStored } = this.#ports
    try {
      return { kind: 'saved', draft, at: await send(draft) }
    } catch (error) {
      const kind = verdictOf(error instanceof ApiError ? error.code : 'internal', draft.waits)
      if (kind === 'wait') return { kind, draft, error }
      if (kind !== 'newer') return { kind, draft, error }
      const stored = await readStored(draft).catch(() => undefined)
      // Unread, or refused for the sake of one that is not stored yet.
      if (stored === undefined || stored.at === draft.base) return { kind: 'wait', draft, error }
      if (isSameBallot(stored.podium, draft.picks)) return { kind: 'saved', draft, at: stored.at }
      return { kind: 'newer', draft, stored }
    }
  }

  #settle(entry: Entry, answer: Answer): 'settled' | 'waits' | 'again' {
    const { onOutcome } = this.#ports
    const { draft } = answer
    switch (answer.kind) {
      case 'wait':
        return this.#wait(entry, draft, answer.error) ? 'waits' : 'settled'
      case 'fan_away':
        if (this.#wait(entry, draft, answer.error)) onOutcome(answer)
        return 'settled'
      case 'newer':
        this.#apply(entry, { kind: 'outdated', stored: answer.stored })
        onOutcome(answer)
        return 'settled'
      case 'saved':
        this.#apply(entry, { kind: 'saved', sent: draft, at: answer.at })
        onOutcome({ ...answer, isLast: entry.state.draft === null })
        break
      default:
        this.#apply(entry, { kind: 'refused', sent: draft })
        if (entry.state.draft === null) onOutcome(answer)
    }
    return hasPicks(entry.state.draft) && !entry.state.delayed ? 'again' : 'settled'
  }

  /** Makes a draft wait. A draft that the browser could not store cannot wait: the stored one before it returns. Returns whether it waits. */
  #wait(entry: Entry, sent: BallotDraft, error: unknown): boolean {
    if (!entry.state.unstored) {
      this.#apply(entry, { kind: 'waits' })
      if (!sent.waits && hasPicks(entry.state.draft)) this.#ports.onOutcome({ kind: 'waits', draft: sent })
      return true
    }
    this.#apply(entry, { kind: 'refused', sent })
    this.#lookAgain(entry)
    this.#ports.onOutcome({ kind: 'refused', draft: { ...sent, waits: false }, error })
    return false
  }

  /** Follows another tab, which has changed a draft, or seen it saved. */
  #hear(entry: Entry, saved: StoredBallot | null): void {
    if (saved !== null) {
      this.#apply(entry, { kind: 'saved_elsewhere', saved })
      this.#ports.onKnown(entry.key, saved)
    }
    this.#lookAgain(entry)
  }

  /** Adopts what the phone has stored: another tab may have changed it. */
  #lookAgain(entry: Entry): void {
    const { drafts, onKnown } = this.#ports
    const before = entry.state.draft
    const stored = drafts.read(entry.key)
    if (JSON.stringify(stored) === JSON.stringify(before)) return
    this.#apply(entry, { kind: 'elsewhere', draft: stored })
    const { draft } = entry.state
    if (hasPicks(before) && draft === null) onKnown(entry.key, null)
    // The draft of this tab stays, and is what the others have to show.
    else if (hasPicks(draft) && draft !== stored) this.#apply(entry, { kind: 'stored', ok: drafts.store(draft) })
  }

  /** All drafts were deleted, or the storage has changed as a whole: nothing of before stays, and requests under way change nothing any more. */
  #forget(): void {
    for (const entry of this.#entries.values()) {
      entry.cancel?.()
      entry.state = EMPTY_OUTBOX
    }
    this.#entries.clear()
    this.#publish()
  }

  #publish(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}

type Answer =
  | { readonly kind: 'saved'; readonly draft: BallotDraft; readonly at: string | null }
  | { readonly kind: 'wait'; readonly draft: BallotDraft; readonly error: unknown }
  | { readonly kind: 'late' | 'refused' | 'fan_away'; readonly draft: BallotDraft; readonly error: unknown }
  | { readonly kind: 'newer'; readonly draft: BallotDraft; readonly stored: StoredBallot }
