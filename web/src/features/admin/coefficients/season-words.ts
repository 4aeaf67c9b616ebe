import type { Output } from '@tribune/contract/endpoint.ts'
import type { OperatorSeason, setSeasonDates } from '@tribune/contract/operator/seasons.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { isNameTaken, moveSeason, reopenSeason, type SeasonName } from '@tribune/domain/season/dates.ts'
import { longDay } from '@tribune/french/format/dates.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { seasons as words } from '@tribune/french/sentences/operator/coefficients.ts'

/** First and last day, as fields of the calendar have them. */
type Days = Pick<OperatorSeason, 'starts_on' | 'ends_on'>

/** « Index 2026-2027 ». */
export const nameOf = ({ name, label }: SeasonName) => words.heading(name, label)

/** Writes a day of the calendar, independent of the device's time zone. */
export const dayWords = (day: string) => longDay(`${day}T12:00:00Z`, 'fr')

/** Returns whether a field has a whole day: a year may be typed with more digits than the calendar has. */
export const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day)

/** A season, and the whole list. */
interface Listed {
  readonly all: readonly OperatorSeason[]
  readonly season: OperatorSeason
}

/** Returns why the server would refuse new dates of a season, as far as this list shows it; `null` if it would not, or while a day is missing. */
export function datesFault({ all, season }: Listed, { starts_on, ends_on }: Days, today: string): string | null {
  if (starts_on === '' || ends_on === '') return null
  if (!isDay(starts_on) || !isDay(ends_on)) return words.faults.season_dates
  if (ends_on < starts_on) return words.faults.reversed
  const move = { id: season.id, to: spanOf({ starts_on, ends_on }), now: midnight(today) }
  const moved = moveSeason(datedOf(all), move)
  return typeof moved === 'string' ? words.faults[moved] : null
}

/** Returns why the server would refuse a new name of a season; `null` if it would not. */
export function nameFault({ all, season }: Listed, names: SeasonName): string | null {
  return isNameTaken(datedOf(all), season.id, names) ? words.faults.season_name_taken : null
}

/** Says what has followed from new dates: how many seasons have moved, which have ended, and which have begun. */
export function movedWords({ seasons_moved, closed, opened }: Output<typeof setSeasonDates>): string {
  return [
    words.moved(plural(seasons_moved, words.season)),
    ...closed.map((one) => words.closed(nameOf(one))),
    ...opened.map((one) => words.opened(nameOf(one), daysWords(one))),
  ].join(' ')
}

/**
 * What new dates of a season would move: itself, each season that follows, with their new days, whether it would end by `today`, and the
 * rankings that are computed again.
 */
export function consequenceOf({ all, season }: Listed, days: Days, today: string): string {
  const moved = moveSeason(datedOf(all), { id: season.id, to: spanOf(days), now: midnight(today) })
  const own = words.moveTo(nameOf(season), daysWords(days))
  // These dates are refused before the question.
  if (typeof moved === 'string') return own
  const others = moved.filter(({ id }) => id !== season.id)
  const matches = moved.reduce((sum, one) => sum + one.matches, 0)
  return [
    own,
    ...others.map((one) => words.moveAlong(nameOf(one), words.days(firstDay(one), lastDay(one)).toLowerCase())),
    ...(season.open && days.ends_on < today ? [words.moveEnds(firstDay({ start: spanOf(days).end }))] : []),
    words.moveRanks(plural(moved.length, ...words.ranking), plural(matches, ...words.match)),
  ].join(' ')
}

/** Returns the consequence of reopening a finished season, or `null` for one that cannot be reopened. */
export function reopeningOf({
  all,
  season,
}: Listed): { readonly matches: number; readonly consequence: string } | null {
  const reopened = season.reopenable ? reopenSeason(datedOf(all), season.id) : null
  if (reopened === null || typeof reopened === 'string') return null
  const { season: next, taken } = reopened
  const sentences = [
    words.reopenConsequence(nameOf(season), words.days(firstDay(next), lastDay(next)).toLowerCase(), nameOf(taken)),
    ...(taken.matches === 0 ? [] : [words.reopenMatches(plural(taken.matches, ...words.match), nameOf(season))]),
    words.reopenRanking,
  ]
  return { matches: taken.matches, consequence: sentences.join(' ') }
}

const daysWords = ({ starts_on, ends_on }: Days) => words.days(dayWords(starts_on), dayWords(ends_on)).toLowerCase()
const datedOf = (all: readonly OperatorSeason[]) => all.map((one) => ({ ...one, ...spanOf(one) }))
const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
const spanOf = ({ starts_on, ends_on }: Days) => ({
  start: midnight(starts_on),
  end: new Date(midnight(ends_on).getTime() + DAY_MS),
})
const firstDay = ({ start }: { readonly start: Date }) => dayWords(start.toISOString().slice(0, 10))
const lastDay = ({ end }: { readonly end: Date }) =>
  dayWords(new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10))
