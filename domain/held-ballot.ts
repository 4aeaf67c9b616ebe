import type { SentPick } from './ballot.ts'
import { DAY_MS } from './instant.ts'

/** A ballot that waits on the phone for a network (docs/decisions/062). */
export interface HeldBallot<P extends SentPick = SentPick> {
  readonly fanId: string
  readonly matchId: number
  readonly picks: readonly P[]
  /** When the fan made it, in milliseconds of the server's clock. */
  readonly at: number
  /** `updated_at` of the stored ballot that the fan had seen, null for none. */
  readonly base: string | null
  /** The attempt at the match that the fan had seen: it is sent for no other. None in a ballot that an earlier release has stored. */
  readonly attempt?: number | undefined
  /** Ballots that this phone has tried to send since then: a lost answer may have been a yes. */
  readonly tried: readonly (readonly SentPick[])[]
}

/** Most states of a ballot that are remembered as tried. */
export const TRIED_KEPT = 8
/** A held ballot of another account is forgotten after this time: no vote is open as long. In milliseconds. */
export const HELD_MAX_MS = 7 * DAY_MS

/** Returns the ballot to hold after a change, of which `tried` was sent without an answer. Keeps the base of the one that waits already, unless that is of another attempt: the fan has seen nothing newer. */
export function holdBallot<P extends SentPick>(
  before: HeldBallot<P> | null,
  next: Omit<HeldBallot<P>, 'tried'>,
  tried: HeldBallot['tried'] = [],
): HeldBallot<P> {
  return before === null || isOfAnotherAttempt(before, next)
    ? { ...next, tried }
    : { ...next, base: before.base, tried: [...before.tried, ...tried] }
}

/** Whether two ballots name different attempts at their match. */
export function isOfAnotherAttempt(one: Pick<HeldBallot, 'attempt'>, other: Pick<HeldBallot, 'attempt'>): boolean {
  return one.attempt !== undefined && other.attempt !== undefined && one.attempt !== other.attempt
}

/** Records that a ballot is sent, before its answer. */
export function trySending<Held extends HeldBallot>(held: Held): Held {
  return { ...held, tried: [...held.tried, held.picks].slice(-TRIED_KEPT) }
}

/** Whether two sets of picks have the same players in the same places. */
export function isSameBallot(one: readonly SentPick[], other: readonly SentPick[]): boolean {
  return (
    one.length === other.length &&
    one.every((pick) =>
      other.some(({ position, player_id }) => position === pick.position && player_id === pick.player_id),
    )
  )
}

/**
 * Decides what becomes of a held ballot, by the fan who is signed in (`null` for nobody, undefined while unknown). Only its own fan sends it, however old it
 * seems: the clock of a phone may be wrong, and the server decides. `kept` stays on the phone until its fan is back, `expired` is deleted.
 */
export function heldFate(
  held: Pick<HeldBallot, 'fanId' | 'at'>,
  signedIn: string | null | undefined,
  now: number,
): 'send' | 'kept' | 'unknown' | 'expired' {
  if (signedIn === undefined) return 'unknown'
  if (held.fanId === signedIn) return 'send'
  return Math.abs(now - held.at) > HELD_MAX_MS ? 'expired' : 'kept'
}

/**
 * Refusals after which the same ballot may be accepted later: of the moment, or of a vote that may continue. A postponed match is upcoming again once its new
 * date is known, and keeps the ballots that it has.
 */
const PASSING: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'unreadable',
  'busy',
  'outcome_unknown',
  'internal',
  'too_many_requests',
  'vote_locked',
  'vote_suspended',
  'vote_postponed',
  'vote_upcoming',
])

/**
 * Returns what a refusal means for a held ballot. `wait`: it is sent again later. `late`: the vote has closed. `kept`: it stays for its fan, whose session
 * has ended. `newer`: another ballot was cast since its base. `refused`: the server will never accept it.
 */
export function refusedHeld(code: string): 'wait' | 'late' | 'kept' | 'newer' | 'refused' {
  if (PASSING.has(code)) return 'wait'
  if (code === 'vote_closed') return 'late'
  if (code === 'not_authenticated' || code === 'ballot_of_another') return 'kept'
  return code === 'ballot_outdated' ? 'newer' : 'refused'
}

/**
 * Compares a held ballot with a stored one that is newer than its base. `same`: it is stored already. `own`: this phone sent the stored one itself, and the held
 * one is newer. `ask`: it was cast elsewhere, and the fan chooses.
 */
export function meetStored(
  held: Pick<HeldBallot, 'picks' | 'tried'>,
  stored: readonly SentPick[],
): 'same' | 'own' | 'ask' {
  if (isSameBallot(held.picks, stored)) return 'same'
  return held.tried.some((tried) => isSameBallot(tried, stored)) ? 'own' : 'ask'
}
