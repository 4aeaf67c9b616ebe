import { VOTE_CLOSING_MINUTES } from '../ballots/voting-window.ts'
import { DAY_MS, MINUTE_MS } from '../common/instant.ts'
import { FULL_TIME_MINUTE, HALF_TIME_BREAK } from './minute.ts'
import type { MatchStatus } from './status.ts'

/** The match that the operator makes to look at real screens (spec section 9). It counts neither in the season nor in the history. */
export const DEMO_MATCH_ID = 9_999_999

/** States to which the operator can bring the demo match. */
export const DEMO_STATES = [
  'upcoming',
  'live_locked',
  'live_open',
  'finished_open',
  'finished_closed',
  'postponed',
  'cancelled',
  'suspended',
] as const
export type DemoState = (typeof DEMO_STATES)[number]

/** The course of the demo match in one state: the fields of a match that depend on it, without the words of its reason. */
interface DemoCourse {
  readonly status: MatchStatus
  readonly raw_status: string
  readonly minute: number | null
  readonly match_date: Date
  readonly postponed_until: Date | null
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly home_score: number | null
  readonly away_score: number | null
}

/** Minutes from kick-off to the final whistle. */
const MATCH_MINUTES = 110

interface Sketch {
  readonly status: MatchStatus
  readonly raw_status: string
  readonly kickoffIn: number
  readonly minute?: number
  readonly finishedAgo?: number
  readonly postponedForDays?: number
  readonly score?: readonly [number, number]
}

const COURSES: Readonly<Record<DemoState, Sketch>> = {
  upcoming: { status: 'upcoming', raw_status: 'NS', kickoffIn: 120 },
  live_locked: { status: 'live', raw_status: '1H', kickoffIn: -35, minute: 35, score: [1, 0] },
  live_open: { status: 'live', raw_status: '2H', kickoffIn: -(75 + HALF_TIME_BREAK), minute: 75, score: [2, 1] },
  finished_open: {
    status: 'finished',
    raw_status: 'FT',
    kickoffIn: -(MATCH_MINUTES + 5),
    finishedAgo: 5,
    score: [2, 1],
  },
  finished_closed: {
    status: 'finished',
    raw_status: 'FT',
    kickoffIn: -(MATCH_MINUTES + VOTE_CLOSING_MINUTES + 1),
    finishedAgo: VOTE_CLOSING_MINUTES + 1,
    score: [2, 1],
  },
  postponed: { status: 'postponed', raw_status: 'PST', kickoffIn: 60, postponedForDays: 7 },
  cancelled: { status: 'cancelled', raw_status: 'CANC', kickoffIn: 60 },
  suspended: { status: 'suspended', raw_status: 'SUSP', kickoffIn: -50, minute: 35, score: [0, 0] },
}

/** Returns the course of the demo match in a state at `now`: its window follows from it as from any match's (`voteWindow`). */
export function demoCourse(state: DemoState, now: Date): DemoCourse {
  const { status, raw_status, kickoffIn, minute, finishedAgo, postponedForDays, score } = COURSES[state]
  const match_date = new Date(now.getTime() + kickoffIn * MINUTE_MS)
  return {
    status,
    raw_status,
    minute: minute ?? null,
    match_date,
    postponed_until: postponedForDays === undefined ? null : new Date(match_date.getTime() + postponedForDays * DAY_MS),
    started_at: kickoffIn < 0 ? match_date : null,
    finished_at: finishedAgo === undefined ? null : new Date(now.getTime() - finishedAgo * MINUTE_MS),
    home_score: score?.[0] ?? null,
    away_score: score?.[1] ?? null,
  }
}

/** Returns the minutes that each player of the demo match has played, in a lineup without changes: all of what has been played; `null` before the start. */
export function demoMinutesPlayed({ started_at, minute }: Pick<DemoCourse, 'started_at' | 'minute'>): number | null {
  return started_at === null ? null : (minute ?? FULL_TIME_MINUTE)
}

/** Whether ballots that were cast on the demo match stay when it comes to this state: where they could have been cast before. */
export function keepsBallots(state: DemoState): boolean {
  return state === 'live_open' || state === 'finished_open' || state === 'finished_closed'
}

/** Effects of a change of the demo match on fans. */
export interface DemoStakes {
  /** Whether the match was not there before, and appears on the home of each fan. */
  readonly appears: boolean
  /** Complete ballots that are deleted. */
  readonly ballotsLost: number
}

/** Returns the effects on fans of bringing the demo match to a state. `stored` is the match before, `null` if there is none (spec section 9). */
export function demoStakes(stored: { readonly ballots: number } | null, to: DemoState): DemoStakes {
  return { appears: stored === null, ballotsLost: stored === null || keepsBallots(to) ? 0 : stored.ballots }
}
