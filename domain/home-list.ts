import { compareKeys } from './compare-keys.ts'
import { type Instant, msOf } from './instant.ts'
import { isOverdue } from './match-clock.ts'
import { normaliseSearch } from './search.ts'
import { type VotedMatch, type VotingState, votingState } from './voting-window.ts'

/** What the home list needs of a row of `home_fixtures`. */
export interface ListedMatch extends VotedMatch {
  readonly match_id: number
  readonly match_date: Instant
  readonly home_team: string
  readonly away_team: string
  readonly competition_id: number
  readonly competition_name: string
  readonly competition_coefficient: number
}

/** What a fan asked to see. Absent or empty means no restriction; `day` is `YYYY-MM-DD` in the fan's zone. */
export interface HomeFilter {
  readonly competitionIds?: readonly number[]
  readonly text?: string
  readonly day?: string
}

/** Names the calendar day, `YYYY-MM-DD`, of a moment where the fan is. */
export type DayOf = (instant: Instant) => string

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

/**
 * The matches in the order of the home list (spec section 4): by group, upcoming soonest first, all others newest first. Of one date,
 * the weightiest competition first and each competition together, then by id.
 */
export function orderHome<Match extends ListedMatch>(matches: readonly Match[], now: Date): Match[] {
  const keyed = matches.map((match) => {
    const priority = homePriority(match, now)
    const date = msOf(match.match_date)
    const signed = priority === UPCOMING_PRIORITY ? date : -date
    return { match, keys: [priority, signed, -match.competition_coefficient, match.competition_id, match.match_id] }
  })
  return keyed.sort((one, other) => compareKeys(one.keys, other.keys)).map(({ match }) => match)
}

/**
 * The matches a fan sees (spec section 4, home list filtering): upcoming ones only if not overdue and dated today, or on the very
 * day he chose; then competition, free text in teams or competition, and calendar day.
 */
export function filterHome<Match extends ListedMatch>(
  matches: readonly Match[],
  { competitionIds = [], text = '', day = '' }: HomeFilter,
  now: Date,
  dayOf: DayOf,
): Match[] {
  const upcomingDay = day === '' ? dayOf(now) : day
  const wanted = normaliseSearch(text)
  return matches.filter(
    (match) =>
      (competitionIds.length === 0 || competitionIds.includes(match.competition_id)) &&
      (day === '' || dayOf(match.match_date) === day) &&
      (match.status !== 'upcoming' || isAnnouncedOn(match, upcomingDay, dayOf, now)) &&
      (wanted === '' || namesOf(match).some((name) => normaliseSearch(name).includes(wanted))),
  )
}

/** Whether some match is still to come today where the fan is; if not, home announces that no vote opens today (spec section 2). */
export function hasUpcomingToday(
  matches: readonly Pick<ListedMatch, 'status' | 'match_date'>[],
  now: Date,
  dayOf: DayOf,
): boolean {
  const today = dayOf(now)
  return matches.some((match) => match.status === 'upcoming' && isAnnouncedOn(match, today, dayOf, now))
}

function isAnnouncedOn(match: Pick<ListedMatch, 'status' | 'match_date'>, day: string, dayOf: DayOf, now: Date) {
  return dayOf(match.match_date) === day && !isOverdue(match, now)
}

function namesOf({ home_team, away_team, competition_name }: ListedMatch): readonly string[] {
  return [home_team, away_team, competition_name]
}
