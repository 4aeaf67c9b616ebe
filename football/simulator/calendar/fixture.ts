import type { Team } from '../clubs/clubs.ts'
import { dayOf } from '../days.ts'

/** The course of a match. `bare`: in play without period and minute; `silent`: without live score; `late`: starts late. */
export type Fate =
  | 'played'
  | 'late'
  | 'postponed'
  | 'cancelled'
  | 'suspended'
  | 'abandoned'
  | 'interrupted'
  | 'awarded'
  | 'walkover'
  | 'silent'
  | 'bare'

/**
 * The provider's coverage of a match. `shaky`: with missing values (null ids, coach, grids, ten players); `lineups`: without statistics;
 * `after`: lineups only after the match; `none`: nothing.
 */
export type Cover = 'full' | 'shaky' | 'lineups' | 'after' | 'none'

export interface Fixture {
  readonly id: number
  /** Days since 1970, UTC. */
  readonly day: number
  readonly competitionId: number
  readonly round: string
  readonly home: Team
  readonly away: Team
  readonly knockout: boolean
  /** Scheduled, in ms since 1970. */
  readonly kickoff: number
  readonly fate: Fate
  readonly cover: Cover
  /** Whether it belongs to the chain of matches of which one is past minute 60 at every moment of the day. */
  readonly anchor: boolean
  /** Until this moment only the day is known. */
  readonly hourKnownFrom: number
  /** New kick-off of a postponed match, and when it is announced. */
  readonly moved: { readonly announcedAt: number; readonly kickoff: number } | null
}

/** A `late` match starts this long after its kick-off. */
export const LATE_START_MINUTES = 7
/** A fixture's id is its day times this, plus its index in the day. */
export const MATCHES_PER_DAY_LIMIT = 100

/** Returns the day of a fixture id. */
export function dayOfFixture(id: number): number {
  return Math.floor(id / MATCHES_PER_DAY_LIMIT)
}

/** Returns the day on which a match is played: the new one if it was postponed. */
export function dayPlayed(fixture: Fixture): number {
  return fixture.moved === null ? fixture.day : dayOf(fixture.moved.kickoff)
}
