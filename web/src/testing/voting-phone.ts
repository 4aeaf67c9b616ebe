import { isSameBallot } from '@tribune/domain/ballots/ballot.ts'
import { afterRead, present } from '@tribune/domain/ballots/ballot-outbox.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import {
  allDrafts,
  type BallotDraft,
  type BallotKey,
  ballotOf,
  dropDraft,
  forgetDrafts,
  parseSaved,
  readDraft,
  rememberFan,
  type StoredBallot,
  settleDraft,
  storeDraft,
} from '../data/ballots/ballot-drafts.ts'
import { BallotOutbox, type Outcome } from '../features/match/voting/ballot-outbox.ts'
import { safeStorage } from '../lib/device/storage.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { memoryStorage } from './memory-storage.ts'

export const FAN = 'fan-a'
export const MATCH = 7
const KEY: BallotKey = { fanId: FAN, matchId: MATCH }
const NONE: StoredBallot = { podium: [], at: null }

/** A request of a tab, which the test delivers to the server, loses, or answers. */
interface Request {
  readonly draft: BallotDraft
  readonly resolve: (at: string) => void
  readonly reject: (error: ApiError) => void
}

/** A read of a tab: what the server had when it arrived there, and what the tab knew when it began. */
interface Read {
  readonly answer: StoredBallot
  readonly before: StoredBallot | undefined
}

/** The ledger's rule for one ballot, as docs/decisions/062 has it. */
class Ledger {
  stored = NONE
  closed = false
  /** Podiums that were stored, in their order. */
  readonly history: Podium[] = []
  #moments = 0

  /** Stores a ballot, or throws the refusal. Without a base the last state wins. */
  put(
    picks: Podium,
    { base, tried, session }: { base?: string | null; tried?: readonly Podium[]; session?: string | null } = {},
  ): string {
    if (session !== undefined && session !== FAN)
      throw refusal(session === null ? 'not_authenticated' : 'ballot_of_another')
    const { podium, at } = this.stored
    if (base !== undefined && at !== null && isSameBallot(picks, podium)) return at
    if (this.closed) throw refusal('vote_closed')
    const isOutdated = base !== undefined && at !== null && (base === null || base < at)
    if (isOutdated && !tried?.some((own) => isSameBallot(own, podium))) throw refusal('ballot_outdated')
    this.#moments += 1
    this.stored = { podium: picks, at: `t${String(this.#moments).padStart(6, '0')}` }
    this.history.push(picks)
    return this.stored.at ?? ''
  }
}

const refusal = (code: string) => new ApiError(code, code, { status: 409 })

/** A phone with a storage that its tabs share, and the session of its browser. */
export class Phone {
  readonly ledger = new Ledger()
  readonly #browser = memoryStorage()
  readonly storage = safeStorage(() => this.#browser)
  readonly tabs: Tab[] = []
  session: string | null = FAN
  online = true
  /** Whether the storage is full: nothing more can be stored. */
  full = false
  /** Requests of pages that are gone, which may still arrive. */
  readonly orphans: Request[] = []
  now = 1_000
  readonly #locks = new Map<string, Promise<unknown>>()

  open(): Tab {
    const tab = new Tab(this)
    this.tabs.push(tab)
    return tab
  }

  /** Returns the storage as a tab writes it: each change is announced to the other tabs. */
  storageOf(tab: () => Tab) {
    const announce = (name: string, text: string | null) => {
      for (const other of this.tabs) if (other !== tab()) other.announced.push([name, text])
    }
    return {
      ...this.storage,
      write: (name: string, text: string) => {
        if (this.full) return false
        const ok = this.storage.write(name, text)
        announce(name, text)
        return ok
      },
      remove: (name: string) => {
        if (this.storage.read(name) === null) return
        this.storage.remove(name)
        announce(name, null)
      },
    }
  }

  /** The browser's lock. That of a page that is gone is free. */
  async alone<Result>(tab: Tab, work: () => Promise<Result>): Promise<Result> {
    const former = this.#locks.get('ballot') ?? Promise.resolve()
    const run = former.then(() => (tab.isGone ? new Promise<Result>(() => {}) : work()))
    this.#locks.set('ballot', Promise.race([run.catch(() => undefined), tab.gone]))
    return run
  }
}

/** A page of the app, open on a match. */
export class Tab {
  readonly phone: Phone
  readonly outbox: BallotOutbox
  readonly outcomes: Outcome[] = []
  readonly requests: Request[] = []
  readonly reads: Read[] = []
  /** Changes of the storage that this tab has not heard of yet. */
  readonly announced: (readonly [name: string, text: string | null])[] = []
  known: StoredBallot | undefined
  /** The fan whom this page believes to be signed in. */
  fan: string | null
  retryPlanned = false
  isGone = false
  readonly gone: Promise<void>
  leave: () => void = () => undefined
  #due: (() => void) | null = null
  #hear: ((key: BallotKey | null, saved: StoredBallot | null) => void) | null = null

  constructor(phone: Phone) {
    this.phone = phone
    this.fan = phone.session
    this.gone = new Promise((resolve) => {
      this.leave = () => {
        this.isGone = true
        phone.orphans.push(...this.requests.splice(0))
        phone.tabs.splice(phone.tabs.indexOf(this), 1)
        resolve()
      }
    })
    const storage = phone.storageOf(() => this)
    if (this.fan !== null) rememberFan(this.fan, storage)
    this.outbox = new BallotOutbox({
      drafts: {
        all: () => allDrafts(storage),
        read: (key) => readDraft(key, storage),
        store: (draft) => storeDraft(draft, storage),
        settle: (key, saved) => settleDraft(key, saved, storage),
        drop: (key) => dropDraft(key, storage),
        onElsewhere: (listener) => {
          this.#hear = listener
        },
      },
      known: () => this.known,
      onKnown: (_key, saved) => {
        if (saved !== null) this.known = saved
        else {
          this.reads.length = 0
          this.read()
        }
      },
      send: (draft) => new Promise((resolve, reject) => this.requests.push({ draft, resolve, reject })),
      readStored: async () => {
        if (!phone.online) throw new ApiError('offline', 'offline', {})
        this.known = phone.ledger.stored
        return this.known
      },
      signedIn: () => this.fan,
      isOnline: () => phone.online,
      now: () => phone.now,
      later: (run) => {
        this.#due = run
        return () => {
          this.#due = null
        }
      },
      alone: (_key, work) => phone.alone(this, work),
      retry: {
        plan: () => {
          this.retryPlanned = true
        },
        cancel: () => {
          this.retryPlanned = false
        },
        reset: () => {
          this.retryPlanned = false
        },
      },
      onOutcome: (outcome) => {
        this.outcomes.push(outcome)
        if (outcome.kind === 'saved') this.known = { podium: outcome.draft.picks, at: outcome.at }
        if (outcome.kind === 'fan_away' && outcome.error !== undefined) this.fan = phone.session
      },
    })
  }

  get state() {
    return this.outbox.stateOf(KEY)
  }

  /** The podium and the state that the screen shows, to its fan alone. */
  get view() {
    if (this.fan !== FAN) return { shown: [], status: 'idle' as const }
    return present(this.state, this.known?.podium ?? [])
  }

  /** The screen opens, and the ballot is read. */
  show(stored: StoredBallot): void {
    this.outbox.stateOf(KEY)
    this.known = stored
  }

  tap(picks: Podium, attempt = 1): void {
    this.phone.now += 1
    this.outbox.change({ ...KEY, picks, attempt, home: 'FC Rive', away: 'Stade Aval' })
  }

  /** Ends the delay of a change. */
  wait(): void {
    const due = this.#due
    this.#due = null
    due?.()
  }

  /** Delivers the request under way to the server. Its answer gets through, or not. */
  answer(
    how: 'answered' | 'answer lost' | 'request lost' | 'captive portal' | 'busy',
    [request] = this.requests.splice(0, 1),
  ): void {
    if (request === undefined) return
    const codes: { readonly [how: string]: string } = { 'captive portal': 'unreadable', busy: 'busy' }
    const lost = new ApiError(codes[how] ?? 'timeout', how, {})
    const { draft } = request
    if (how !== 'answered' && how !== 'answer lost') {
      request.reject(lost)
      return
    }
    try {
      const at = this.phone.ledger.put(draft.picks, {
        base: draft.base,
        tried: draft.tried as Podium[],
        session: this.phone.session,
      })
      if (how === 'answered') request.resolve(at)
    } catch (error) {
      if (how === 'answered') request.reject(error as ApiError)
    }
    if (how === 'answer lost') request.reject(lost)
  }

  /** Begins to read the ballot: the answer is on its way. */
  read(): void {
    if (this.phone.online && this.phone.session === FAN)
      this.reads.push({ answer: this.phone.ledger.stored, before: this.known })
  }

  /** The answer of the read that began first arrives. */
  arrive(): void {
    const read = this.reads.shift()
    if (read !== undefined) this.known = afterRead(read.before, this.known, read.answer)
  }

  /** Hears of the first change in the storage by another tab. */
  hear(): void {
    const [name, text] = this.announced.shift() ?? []
    const key = name === undefined ? null : ballotOf(name)
    if (name !== undefined && key !== null) this.#hear?.(key, parseSaved(text ?? null))
  }

  signOut(): void {
    forgetDrafts(this.phone.storageOf(() => this))
    this.#hear?.(null, null)
    this.phone.session = null
    this.fan = null
  }

  /** The page learns who is signed in. */
  learn(): void {
    this.fan = this.phone.session
    if (this.fan !== null)
      rememberFan(
        this.fan,
        this.phone.storageOf(() => this),
      )
  }
}

/** Lets everything run that waits for no answer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
