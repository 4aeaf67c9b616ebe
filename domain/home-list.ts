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
 * The matches a fan sees (spec section 4, home list filtering): upcoming ones only if not overdue and dated today in `timeZone` (IANA),
 * or on the very day he chose; then competition, free text in teams or competition, and calendar day.
 */
export function filterHome<Match extends ListedMatch>(
  matches: readonly Match[],
  { competitionIds = [], text = '', day = '' }: HomeFilter,
  now: Date,
  timeZone: string,
): Match[] {
  const dayOf = calendar(timeZone)
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

/** Moments whose day is remembered: a list has some hundreds. */
const MOST_MOMENTS = 5_000

let lastCalendar: { readonly timeZone: string; readonly dayOf: DayOf } | null = null

/** Names the calendar day, `YYYY-MM-DD`, of moments in a zone. A list is gone through again and again: each moment is told once. */
function calendar(timeZone: string): DayOf {
  if (lastCalendar?.timeZone !== timeZone) lastCalendar = { timeZone, dayOf: newCalendar(timeZone) }
  return lastCalendar.dayOf
}

function newCalendar(timeZone: string): DayOf {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const known = new Map<number, string>()
  return (instant) => {
    const ms = msOf(instant)
    const told = known.get(ms)
    if (told !== undefined) return told
    if (known.size >= MOST_MOMENTS) known.clear()
    const day = dayIn(format, ms)
    known.set(ms, day)
    return day
  }
}

function dayIn(format: Intl.DateTimeFormat, ms: number): string {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

function isAnnouncedOn(match: Pick<ListedMatch, 'status' | 'match_date'>, day: string, dayOf: DayOf, now: Date) {
  return dayOf(match.match_date) === day && !isOverdue(match, now)
}

function namesOf({ home_team, away_team, competition_name }: ListedMatch): readonly string[] {
  return [home_team, away_team, competition_name]
}
