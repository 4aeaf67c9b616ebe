import { DAY_MS } from '../common/instant.ts'
import { isComplete, isSameBallot, type SentPick } from './ballot.ts'

/**
 * The ballot of one fan on one match, as their phone holds it until the server has it (docs/decisions/062).
 *
 *                    changed                due               saved, same picks
 *   ┌───────────┐ ───────────▶ ┌─────────┐ ─────▶ ┌─────────┐ ────────────────▶ no draft: the
 *   │ no draft  │              │ delayed │        │ sending │                   stored ballot shows
 *   └───────────┘ ◀─────────── └─────────┘ ◀───── └─────────┘
 *         ▲        back to the      ▲    changed    │  │  │
 *         │        stored picks     │               │  │  └─ refused ─────────▶ no draft, failed
 *         │                         │ changed       │  └─ another is stored ──▶ newer: the fan chooses
 *         │                         │               ▼
 *         │                    ┌─────────┐  no network, no answer, an answer that is not the server's,
 *         └── erased, closed ─ │ waiting │  a passing refusal, or a session that has ended
 *             or refused       └─────────┘ ── network, server or fan back ──▶ sending
 *
 * A draft is stored on the phone at each change, before anything is sent, and leaves it only when the server has it, has refused it for good, or the fan
 * gives it up. A read of the server never touches a draft. All tabs share what is stored; one of them sends at a time.
 */
export interface Outbox<P extends SentPick = SentPick> {
  /** The fan's podium, which the server is not known to have. Without picks if they have removed all: it is neither stored nor sent. */
  readonly draft: Draft<P> | null
  /** A change of this tab is within its delay. */
  readonly delayed: boolean
  /** Picks of the request of this tab that is under way. */
  readonly sending: readonly P[] | null
  /** The browser has refused to store the draft, so that it cannot wait. */
  readonly unstored: boolean
  /** The last change could not be saved, and was undone. */
  readonly failed: boolean
  /** The newer ballot that was cast elsewhere: the fan chooses. */
  readonly newer: Stored<P> | null
}

/** A ballot that the server is not known to have. */
export interface Draft<P extends SentPick = SentPick> {
  readonly fanId: string
  readonly matchId: number
  readonly picks: readonly P[]
  /** When the fan made it, in milliseconds of the server's clock. */
  readonly at: number
  /** `updated_at` of the stored ballot that the fan had seen, null for none. */
  readonly base: string | null
  /** The attempt at the match that the fan had seen: it is sent for no other. None in a draft of an earlier release. */
  readonly attempt?: number | undefined
  /** Podiums that this phone has sent since the base: a lost answer may have been a yes. */
  readonly tried: readonly (readonly SentPick[])[]
  /** Whether it has been shown as waiting. */
  readonly waits: boolean
  /** Clubs of the match, which name it to the fan. */
  readonly home: string
  readonly away: string
}

/** A ballot that the server has: without picks and moment if there is none. */
export interface Stored<P extends SentPick = SentPick> {
  readonly podium: readonly P[]
  readonly at: string | null
}

/** Maximum number of podiums of one draft that are remembered as sent. */
export const MAX_UNANSWERED = 8
/** A draft of another account is deleted after this time: no vote is open as long. In milliseconds. */
export const DRAFT_MAX_MS = 7 * DAY_MS

export const EMPTY_OUTBOX: Outbox<never> = {
  draft: null,
  delayed: false,
  sending: null,
  unstored: false,
  failed: false,
  newer: null,
}

/** A change by the fan: their picks, and the stored ballot on the screen when they made it, `undefined` if none could be read. */
export interface Change<P extends SentPick> extends Omit<Draft<P>, 'base' | 'tried' | 'waits'> {
  readonly seen: Stored<P> | undefined
}

export type OutboxEvent<P extends SentPick> =
  | { readonly kind: 'changed'; readonly change: Change<P> }
  /** The delay of a change is over. */
  | { readonly kind: 'due' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'saved'; readonly sent: Draft<P>; readonly at: string | null }
  | { readonly kind: 'waits' }
  | { readonly kind: 'refused'; readonly sent: Draft<P> }
  | { readonly kind: 'outdated'; readonly stored: Stored<P> }
  /** The fan keeps theirs, although another is stored. */
  | { readonly kind: 'chosen'; readonly at: number }
  /** The fan gives theirs up. */
  | { readonly kind: 'dropped' }
  /** The browser has, or has not, stored the draft. */
  | { readonly kind: 'stored'; readonly ok: boolean }
  /** Another tab has seen a ballot saved. */
  | { readonly kind: 'saved_elsewhere'; readonly saved: Stored<P> }
  /** The draft that is stored on the phone, which another tab may have changed. */
  | { readonly kind: 'elsewhere'; readonly draft: Draft<P> | null }

/** Returns the next state of a ballot. Returns the same object if nothing changes. */
export function step<P extends SentPick>(outbox: Outbox<P>, event: OutboxEvent<P>): Outbox<P> {
  const { draft } = outbox
  switch (event.kind) {
    case 'changed': {
      const next = changedDraft(outbox, event.change)
      return { ...outbox, draft: next, delayed: hasPicks(next), failed: false, newer: null }
    }
    case 'due':
      return outbox.delayed ? { ...outbox, delayed: false } : outbox
    case 'sent':
      if (draft === null) return outbox
      return {
        ...outbox,
        sending: draft.picks,
        draft: { ...draft, tried: [...draft.tried, draft.picks].slice(-MAX_UNANSWERED) },
      }
    case 'saved':
      return { ...outbox, draft: afterSaved(draft, event.sent, event.at), sending: null, failed: false, newer: null }
    case 'waits':
      return { ...outbox, sending: null, draft: hasPicks(draft) ? { ...draft, waits: true } : draft }
    case 'refused':
      if (draft !== null && !isSameDraft(draft, event.sent)) return { ...outbox, sending: null }
      return { ...outbox, draft: null, sending: null, failed: true, newer: null }
    case 'outdated':
      if (!hasPicks(draft)) return { ...outbox, sending: null }
      return { ...outbox, sending: null, newer: event.stored, draft: { ...draft, waits: true } }
    case 'chosen':
      if (draft === null || outbox.newer === null) return outbox
      return { ...outbox, newer: null, draft: { ...draft, base: outbox.newer.at, at: event.at } }
    case 'dropped':
      return { ...outbox, draft: null, delayed: false, failed: false, newer: null }
    case 'stored':
      return outbox.unstored === !event.ok ? outbox : { ...outbox, unstored: !event.ok }
    case 'saved_elsewhere':
      return afterSavedElsewhere(outbox, event.saved)
    case 'elsewhere':
      return afterOtherTab(outbox, event.draft)
  }
}

/** Returns whether a draft is to be stored and sent. */
export function hasPicks<P extends SentPick>(draft: Draft<P> | null): draft is Draft<P> {
  return draft !== null && draft.picks.length > 0
}

/** Returns whether two ballots name different attempts at their match. */
function isOfAnotherAttempt(one: Pick<Draft, 'attempt'>, other: Pick<Draft, 'attempt'>): boolean {
  return one.attempt !== undefined && other.attempt !== undefined && one.attempt !== other.attempt
}

/**
 * `idle`: nothing is picked. `saving`: a change is on its way. `saved`: the server has what is shown. `incomplete`: it has, but that does not count.
 * `emptied`: the screen shows nothing, and the server still has the last picks. `failed`: the screen has gone back. `held`: the change waits on the phone.
 * `newer`: another ballot was cast elsewhere, and the fan chooses.
 */
export type SaveStatus = 'idle' | 'saving' | 'saved' | 'incomplete' | 'emptied' | 'failed' | 'held' | 'newer'

/** Returns what the screen shows of a ballot: the draft, or else what the server has. */
export function present<P extends SentPick>(
  { draft, newer, failed }: Outbox<P>,
  stored: readonly P[],
): { readonly shown: readonly P[]; readonly status: SaveStatus } {
  const shown = draft === null ? stored : draft.picks
  return { shown, status: statusOf() }

  function statusOf(): SaveStatus {
    if (newer !== null) return 'newer'
    if (failed) return 'failed'
    if (hasPicks(draft)) return draft.waits ? 'held' : 'saving'
    if (shown.length === 0) return stored.length === 0 ? 'idle' : 'emptied'
    return isComplete(shown) ? 'saved' : 'incomplete'
  }
}

/**
 * Returns what the server is known to have after a read, which began when it was known to have `before`. A read during which a ballot was saved may be
 * older than it.
 */
export function afterRead<P extends SentPick>(
  before: Stored<P> | undefined,
  known: Stored<P> | undefined,
  read: Stored<P>,
): Stored<P> {
  return known !== undefined && known !== before && (known.at ?? '') > (read.at ?? '') ? known : read
}

/**
 * Decides what becomes of a draft by the fan who is signed in (`null` for a visitor, undefined while unknown). Its own fan sends it, however old it seems:
 * the clock of a phone may be wrong, and the server decides. `fan_away`: it stays on the phone until its fan is back. `expired`: it is deleted.
 */
export function draftFate(
  draft: Pick<Draft, 'fanId' | 'at'>,
  signedIn: string | null | undefined,
  now: number,
): 'send' | 'fan_away' | 'expired' {
  if (signedIn === undefined || draft.fanId === signedIn) return 'send'
  return Math.abs(now - draft.at) > DRAFT_MAX_MS ? 'expired' : 'fan_away'
}

/** Reasons why it is unknown whether the server has a ballot: there was no answer, or it was not the server's, or the server does not know. */
const UNANSWERED: ReadonlySet<string> = new Set(['offline', 'timeout', 'unreadable', 'outcome_unknown'])
/**
 * Refusals after which the same ballot may be accepted later: of the moment, or of a vote that may continue. A postponed match is upcoming again once its new
 * date is known, and keeps the ballots that it has.
 */
const PASSING: ReadonlySet<string> = new Set([
  'busy',
  'internal',
  'too_many_requests',
  'vote_locked',
  'vote_suspended',
  'vote_postponed',
  'vote_upcoming',
])

/**
 * Returns what a refusal means for a draft. `wait`: it is sent again later; after a refusal that passes, only if the fan was shown that it waits, because a
 * refused tap is undone at once. `late`: the vote has closed. `fan_away`: it waits for its fan, whose session has ended. `newer`: another ballot was
 * cast since its base. `refused`: the server will not accept it.
 */
export function verdictOf(code: string, waits: boolean): 'wait' | 'late' | 'fan_away' | 'newer' | 'refused' {
  if (UNANSWERED.has(code) || (waits && PASSING.has(code))) return 'wait'
  if (code === 'vote_closed') return 'late'
  if (code === 'not_authenticated' || code === 'ballot_of_another') return 'fan_away'
  return code === 'ballot_outdated' ? 'newer' : 'refused'
}

/** Applies a change. Continues the draft of the same attempt on its base, as the fan has seen nothing newer; null where the server has these picks. */
function changedDraft<P extends SentPick>({ draft, sending }: Outbox<P>, change: Change<P>): Draft<P> | null {
  const { seen, ...made } = change
  const before = draft !== null && !isOfAnotherAttempt(draft, change) ? draft : null
  const isSettled = sending === null && (before === null || before.tried.length === 0)
  if (isSettled && seen !== undefined && made.picks.length > 0 && isSameBallot(made.picks, seen.podium)) return null
  if (isSettled && seen?.podium.length === 0 && made.picks.length === 0) return null
  return before === null ? { ...made, base: seen?.at ?? null, tried: [], waits: false } : { ...before, ...made }
}

/** Returns whether a draft is the one that was sent, and not a later change. */
function isSameDraft(draft: Draft, sent: Pick<Draft, 'picks' | 'attempt'>): boolean {
  return isSameBallot(draft.picks, sent.picks) && !isOfAnotherAttempt(draft, sent)
}

/** Applies that the server has stored the sent picks. A draft that was changed since then continues on this base. */
function afterSaved<P extends SentPick>(
  draft: Draft<P> | null,
  sent: Pick<Draft, 'picks' | 'attempt'>,
  at: string | null,
): Draft<P> | null {
  return draft === null || isSameDraft(draft, sent) ? null : { ...draft, base: at, tried: [] }
}

/** Another tab has seen a ballot saved. */
function afterSavedElsewhere<P extends SentPick>(outbox: Outbox<P>, { podium, at }: Stored<P>): Outbox<P> {
  const draft = afterSaved(outbox.draft, { picks: podium }, at)
  const delayed = outbox.delayed && draft !== null
  return { ...outbox, draft, delayed, failed: false, newer: draft === null ? null : outbox.newer }
}

/** Another tab has stored, changed or dropped the draft. The later change stays; a change of this tab that is under way is never dropped. */
function afterOtherTab<P extends SentPick>(outbox: Outbox<P>, other: Draft<P> | null): Outbox<P> {
  const { draft, delayed, unstored, newer } = outbox
  if (other === null) {
    const stays = !hasPicks(draft) || delayed || unstored
    return stays ? outbox : { ...outbox, draft: null, newer: null }
  }
  if (draft !== null && draft.at > other.at) return outbox
  const isSame = draft !== null && draft.base === other.base && isSameDraft(draft, other)
  return { ...outbox, draft: other, delayed: false, newer: isSame ? newer : null }
}
