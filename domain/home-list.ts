import { type Instant, msOf } from './instant.ts'
import { isOverdue } from './match-clock.ts'
import { matchesSearch } from './search.ts'
import { type VotedMatch, type VotingState, votingState } from './voting-window.ts'

/** What the home list needs of a row of `home_fixtures`. */
export interface ListedMatch extends VotedMatch {
  readonly match_id: number
  readonly match_date: Instant
  readonly home_team: string
  readonly away_team: string
  readonly competition_id: number
  readonly competition_name: string
}

/** What a fan asked to see. Absent or empty means no restriction; `day` is `YYYY-MM-DD` in the fan's zone. */
export interface HomeFilter {
  readonly competitionIds?: readonly number[]
  readonly text?: string
  readonly day?: string
}

const UPCOMING_PRIORITY = 4

const PRIORITIES: Readonly<Record<VotingState, 1 | 2 | 3 | 4 | 5 | 6>> = {
  open_live: 1,
  open_after: 2,
  locked: 3,
  upcoming: UPCOMING_PRIORITY,
  closed: 5,
  postponed: 6,
  cancelled: 6,
  suspended: 6,
}

/** Place of a match among the six groups of the home list, 1 on top (spec section 4, home list ordering). */
export function homePriority(match: VotedMatch, now: Date): 1 | 2 | 3 | 4 | 5 | 6 {
  return PRIORITIES[votingState(match, now)]
}

/** The matches in the order of the home list: by group, upcoming soonest first, all others newest first, same date by id. */
export function orderHome<Match extends ListedMatch>(matches: readonly Match[], now: Date): Match[] {
  const keyed = matches.map((match) => {
    const priority = homePriority(match, now)
    const date = msOf(match.match_date)
    return { match, keys: [priority, priority === UPCOMING_PRIORITY ? date : -date, match.match_id] as const }
  })
  return keyed.sort((one, other) => compareKeys(one.keys, other.keys)).map(({ match }) => match)
}

/**
 * The matches a fan sees (spec section 4, home list filtering): upcoming ones only if dated today in `timeZone` (IANA) and not overdue,
 * then competition, free text in teams or competition, and calendar day.
 */
export function filterHome<Match extends ListedMatch>(
  matches: readonly Match[],
  { competitionIds = [], text = '', day = '' }: HomeFilter,
  now: Date,
  timeZone: string,
): Match[] {
  const dayOf = calendar(timeZone)
  const today = dayOf(now)
  return matches.filter(
    (match) =>
      (match.status !== 'upcoming' || isAnnouncedOn(match, today, dayOf, now)) &&
      (competitionIds.length === 0 || competitionIds.includes(match.competition_id)) &&
      (day === '' || dayOf(match.match_date) === day) &&
      [match.home_team, match.away_team, match.competition_name].some((name) => matchesSearch(name, text)),
  )
}

/** Whether some match is still to come today in `timeZone`; if not, home announces that no vote opens today (spec section 2). */
export function hasUpcomingToday(
  matches: readonly Pick<ListedMatch, 'status' | 'match_date'>[],
  now: Date,
  timeZone: string,
): boolean {
  const dayOf = calendar(timeZone)
  const today = dayOf(now)
  return matches.some((match) => match.status === 'upcoming' && isAnnouncedOn(match, today, dayOf, now))
}

type DayOf = (instant: Instant) => string

/** Names the calendar day, `YYYY-MM-DD`, of moments in a zone. */
function calendar(timeZone: string): DayOf {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (instant) => {
    const parts = new Map(format.formatToParts(msOf(instant)).map(({ type, value }) => [type, value]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  }
}

function isAnnouncedOn(match: Pick<ListedMatch, 'status' | 'match_date'>, today: string, dayOf: DayOf, now: Date) {
  return dayOf(match.match_date) === today && !isOverdue(match, now)
}

function compareKeys(one: readonly [number, number, number], other: readonly [number, number, number]): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
}
