import { VOTE_CLOSING_MINUTES } from '../ballots/voting-window.ts'
import { DAY_MS, MINUTE_MS } from '../common/instant.ts'
import { type EventType, isGoal } from './events.ts'
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
}

const COURSES: Readonly<Record<DemoState, Sketch>> = {
  upcoming: { status: 'upcoming', raw_status: 'NS', kickoffIn: 120 },
  live_locked: { status: 'live', raw_status: '1H', kickoffIn: -35, minute: 35 },
  live_open: { status: 'live', raw_status: '2H', kickoffIn: -(75 + HALF_TIME_BREAK), minute: 75 },
  finished_open: {
    status: 'finished',
    raw_status: 'FT',
    kickoffIn: -(MATCH_MINUTES + 5),
    finishedAgo: 5,
  },
  finished_closed: {
    status: 'finished',
    raw_status: 'FT',
    kickoffIn: -(MATCH_MINUTES + VOTE_CLOSING_MINUTES + 1),
    finishedAgo: VOTE_CLOSING_MINUTES + 1,
  },
  postponed: { status: 'postponed', raw_status: 'PST', kickoffIn: 60, postponedForDays: 7 },
  cancelled: { status: 'cancelled', raw_status: 'CANC', kickoffIn: 60 },
  suspended: { status: 'suspended', raw_status: 'SUSP', kickoffIn: -50, minute: 35 },
}

/** An event of the demo match. Players are named by their place in the lineup of its side. */
export interface DemoEvent {
  readonly minute: number
  readonly extra: number | null
  readonly type: EventType
  readonly side: 'home' | 'away'
  readonly player: number
  /** The passer of a goal; `null` if there is none. */
  readonly assist: number | null
}

const event = (
  minute: number,
  type: EventType,
  side: DemoEvent['side'],
  player: number,
  assist: number | null = null,
) => ({
  minute,
  extra: null,
  type,
  side,
  player,
  assist,
})

/** Without changes and red cards: all players play to the end. */
const EVENTS: readonly DemoEvent[] = [
  event(12, 'goal', 'home', 9, 6),
  event(27, 'yellow', 'away', 3),
  event(41, 'missed_penalty', 'away', 10),
  event(58, 'goal', 'away', 8, 7),
  event(66, 'penalty', 'home', 10),
  event(73, 'yellow', 'home', 5),
  { ...event(90, 'yellow', 'away', 5), extra: 3 },
]

/** Returns the events of the demo match by a minute of it; `null` for the end, or before the start. */
export function demoEvents({ started_at, minute }: Pick<DemoCourse, 'started_at' | 'minute'>): readonly DemoEvent[] {
  return started_at === null ? [] : EVENTS.filter((event) => minute === null || event.minute <= minute)
}

/** Returns the course of the demo match in a state at `now`: its window follows from it as from any match's (`voteWindow`). */
export function demoCourse(state: DemoState, now: Date): DemoCourse {
  const { status, raw_status, kickoffIn, minute = null, finishedAgo, postponedForDays } = COURSES[state]
  const match_date = new Date(now.getTime() + kickoffIn * MINUTE_MS)
  const started_at = kickoffIn < 0 ? match_date : null
  const goals = demoEvents({ started_at, minute }).filter(({ type }) => isGoal(type))
  const scoreOf = (side: DemoEvent['side']) =>
    started_at === null ? null : goals.filter((goal) => goal.side === side).length
  return {
    status,
    raw_status,
    minute,
    match_date,
    postponed_until: postponedForDays === undefined ? null : new Date(match_date.getTime() + postponedForDays * DAY_MS),
    started_at,
    finished_at: finishedAgo === undefined ? null : new Date(now.getTime() - finishedAgo * MINUTE_MS),
    home_score: scoreOf('home'),
    away_score: scoreOf('away'),
  }
}

/** Returns the minutes that each player of the demo match has played, in a lineup without changes: all minutes so far; `null` before the start. */
export function demoMinutesPlayed({ started_at, minute }: Pick<DemoCourse, 'started_at' | 'minute'>): number | null {
  return started_at === null ? null : (minute ?? FULL_TIME_MINUTE)
}

/** Returns whether ballots that were cast on the demo match stay when it comes to this state: where they could have been cast before. */
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
