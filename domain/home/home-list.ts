import { type VotedMatch, type VotingState, votingState } from '../ballots/voting-window.ts'
import { type Instant, msOf } from '../common/instant.ts'
import { compareKeys } from '../common/lists.ts'
import { normaliseSearch } from '../common/search.ts'
import { isOverdue } from '../matches/clock.ts'

/** The fields of a `home_fixtures` row that order and filter the home list. */
export interface ListedMatch extends VotedMatch {
  readonly match_id: number
  readonly match_date: Instant
  readonly home_team: string
  readonly away_team: string
  readonly competition_id: number
  readonly competition_name: string
  readonly competition_coefficient: number
}

/** The fan's filter. Absent or empty means no restriction; `day` is `YYYY-MM-DD` in the fan's time zone. */
export interface HomeFilter {
  readonly competitionIds?: readonly number[]
  readonly text?: string
  readonly day?: string
}

/** Formats the calendar day of a moment, `YYYY-MM-DD`, in the fan's time zone. */
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

/** Returns the priority of a match on the home list at `now`, 1 on top (spec section 4, home list ordering). */
export function homePriority(match: VotedMatch, now: Date): 1 | 2 | 3 | 4 | 5 | 6 {
  return PRIORITIES[votingState(match, now)]
}

/**
 * Sorts matches for the home list (spec section 4, home list ordering): by priority, then upcoming ones soonest first and all others newest
 * first. Matches of the same date come by descending coefficient, each competition together, then by id.
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

/** Shortest query that names a team by part of its name; a shorter one must be the whole name. */
const NAMING_LETTERS = 3

/**
 * Returns the matches that the fan sees, in input order (spec section 4, home list filtering): of the chosen competitions and calendar day,
 * with the text in a team's or the competition's name. An upcoming match is shown only if it is not overdue and is either dated today, or on
 * the chosen day, or, without a chosen day, the next one of a team that the text names.
 */
export function filterHome<Match extends ListedMatch>(
  matches: readonly Match[],
  { competitionIds = [], text = '', day = '' }: HomeFilter,
  now: Date,
  dayOf: DayOf,
): Match[] {
  const upcomingDay = day === '' ? dayOf(now) : day
  const wanted = normaliseSearch(text)
  const next = day === '' ? nextOfNamedTeams(matches, wanted, now) : null
  return matches.filter(
    (match) =>
      (competitionIds.length === 0 || competitionIds.includes(match.competition_id)) &&
      (day === '' || dayOf(match.match_date) === day) &&
      (match.status !== 'upcoming' || next?.has(match) || isAnnouncedOn(match, upcomingDay, dayOf, now)) &&
      (wanted === '' || namesOf(match).some((name) => normaliseSearch(name).includes(wanted))),
  )
}

/** Finds the next upcoming match of each team that the normalised query names. */
function nextOfNamedTeams<Match extends ListedMatch>(
  matches: readonly Match[],
  wanted: string,
  now: Date,
): ReadonlySet<Match> {
  const next = new Map<string, Match>()
  if (wanted === '') return new Set()
  for (const match of matches) {
    if (match.status !== 'upcoming' || isOverdue(match, now)) continue
    for (const team of [match.home_team, match.away_team].filter((name) => isNamed(name, wanted))) {
      const known = next.get(team)
      if (known === undefined || msOf(match.match_date) < msOf(known.match_date)) next.set(team, match)
    }
  }
  return new Set(next.values())
}

function isNamed(team: string, wanted: string): boolean {
  const name = normaliseSearch(team)
  return wanted.length >= NAMING_LETTERS ? name.includes(wanted) : name === wanted
}

/** Returns whether a match is still upcoming today in the fan's time zone. If not, home says that no match opens to votes today (spec section 2). */
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
