import type { Team } from './clubs.ts'
import { dayOf } from './days.ts'

/** What becomes of a match. `bare`: in play with no period nor minute; `silent`: no live score; `late`: starts after its hour. */
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
 * What the provider tells of a match. `shaky`: with holes (null ids, coach, grids, ten men); `lineups`: without statistics;
 * `after`: lineups only once it is over; `none`: nothing.
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
  /** Scheduled, ms since 1970. */
  readonly kickoff: number
  readonly fate: Fate
  readonly cover: Cover
  /** One of the chain of matches that leaves no minute of the day without one past the hour of play. */
  readonly anchor: boolean
  /** Before this moment only the day is known. */
  readonly hourKnownFrom: number
  /** New date of a postponed match, and when it is told. */
  readonly moved: { readonly toldAt: number; readonly kickoff: number } | null
}

/** A `late` match starts this long after its hour. */
export const LATE_START_MINUTES = 7
/** A fixture id is its day times this, plus its place in the day. */
export const MATCHES_PER_DAY_LIMIT = 100

/** The day that a fixture id belongs to. */
export function dayOfFixture(id: number): number {
  return Math.floor(id / MATCHES_PER_DAY_LIMIT)
}

/** The day a match is played on, which is another one once it was postponed. */
export function dayPlayed(fixture: Fixture): number {
  return fixture.moved === null ? fixture.day : dayOf(fixture.moved.kickoff)
}
