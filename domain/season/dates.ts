import { DAY_MS } from '../common/instant.ts'
import { normaliseSearch } from '../common/search.ts'

/** From when to when a season counts matches, by their kick-off. `end` is exclusive: where the next season may start. */
export interface SeasonSpan {
  readonly start: Date
  readonly end: Date
}

/** A season's row, as far as its dates go. */
export interface DatedSeason extends SeasonSpan {
  readonly id: number
}

/** The name and the label of a season, which are read together. */
export interface SeasonName {
  readonly name: string
  readonly label: string
}

const JULY = 6
/** A season that would be shorter than this runs to the July after the next. */
const SHORTEST_DEFAULT_MS = 183 * DAY_MS
/** Longest season that dates may make. */
const MAX_SEASON_YEARS = 2
/** Years in which a season may begin and end. A slip of the pen further away would open a season for each year until now. */
export const FIRST_YEAR = 2000
export const LAST_YEAR = 2999

const firstOfJuly = (year: number) => new Date(Date.UTC(year, JULY, 1))

/** Returns the year in which the season of a moment, July to June in UTC, begins. */
export function seasonYear(moment: Date): number {
  return moment.getUTCFullYear() - (moment.getUTCMonth() < JULY ? 1 : 0)
}

/** Returns the season of a moment by default: 1 July to 30 June, in UTC (decisions, "From ballots to points"). */
export function defaultSeason(now: Date): SeasonSpan {
  const year = seasonYear(now)
  return { start: firstOfJuly(year), end: firstOfJuly(year + 1) }
}

/** Returns the default end of a season that starts at `start`: the first 1 July that leaves it half a year. */
export function defaultEnd(start: Date): Date {
  const next = firstOfJuly(start.getUTCFullYear())
  const isFarEnough = next.getTime() - start.getTime() >= SHORTEST_DEFAULT_MS
  return isFarEnough ? next : firstOfJuly(start.getUTCFullYear() + 1)
}

/** Returns the season that follows: it starts where the previous one ends. */
export function nextSeason({ end }: SeasonSpan): SeasonSpan {
  return { start: end, end: defaultEnd(end) }
}

/** Returns the season that ends where the given one starts, a year before. */
export function previousSeason({ start }: SeasonSpan): SeasonSpan {
  const before = new Date(start)
  before.setUTCFullYear(before.getUTCFullYear() - 1)
  return { start: before, end: start }
}

/** Returns the label that follows from the dates: `2026-2027`, or `2026` within one year. */
export function labelOf({ start, end }: SeasonSpan): string {
  const [first, last] = [start.getUTCFullYear(), new Date(end.getTime() - 1).getUTCFullYear()]
  return first === last ? String(first) : `${first}-${last}`
}

/** Returns the season in which a match counts: that of its kick-off; `null` for none. */
export function seasonAt<Season extends SeasonSpan>(seasons: readonly Season[], kickOff: Date): Season | null {
  return seasons.find(({ start, end }) => start <= kickOff && kickOff < end) ?? null
}

/** Returns the seasons to open, oldest first, until one of them, or `last` itself, contains `now`. */
export function dueSeasons(last: SeasonSpan, now: Date): SeasonSpan[] {
  const due: SeasonSpan[] = []
  for (let span = last; span.end <= now; ) {
    span = nextSeason(span)
    due.push(span)
  }
  return due
}

/** Gives a season with new dates the label that follows from them, unless the operator has chosen one. */
export function withLabel<Season extends SeasonSpan & SeasonName>(
  season: Season,
  old: SeasonSpan & SeasonName,
): Season {
  return { ...season, label: old.label === labelOf(old) ? labelOf(season) : old.label }
}

/** Returns whether another season than the one with the id `id` is read by this name and label, ignoring case, accents and spaces. */
export function isNameTaken(
  seasons: readonly (DatedSeason & SeasonName)[],
  id: number,
  { name, label }: SeasonName,
): boolean {
  const wanted = normaliseSearch(`${name} ${label}`)
  return seasons.some((season) => season.id !== id && normaliseSearch(`${season.name} ${season.label}`) === wanted)
}

/** Why dates cannot be moved so. */
export type DatesFault = 'season_dates' | 'season_overlap' | 'season_name_taken'

interface DatesMove {
  /** The season to move. */
  readonly id: number
  readonly to: SeasonSpan
  readonly now: Date
}

/**
 * Moves the dates of one season; seasons that touched it follow, so that no gap opens between two, and so does a label that followed from the dates. Returns
 * the seasons whose dates change, or why they may not: `season_dates` when it would be empty or outside our years, one of them longer than two years, or
 * the open season, which is the newest, not begun at `now`; `season_overlap` when it would leave nothing of a season that it touched, reach into another, or
 * change places with it; `season_name_taken` when two would be read by one name and label.
 */
export function moveSeason<Season extends DatedSeason & SeasonName>(
  seasons: readonly Season[],
  { id, to, now }: DatesMove,
): (Season & SeasonSpan)[] | DatesFault {
  const spans = moveDates(seasons, id, to)
  if (typeof spans === 'string') return spans
  // Ballots of today belong to the open season.
  const open = inOrder(seasons).at(-1)?.id
  if (spans.some((season) => season.id === open && season.start > now)) return 'season_dates'
  const moved = spans.map((season) => withLabel(season, seasons.find((one) => one.id === season.id) ?? season))
  const after = seasons.map((season) => moved.find((one) => one.id === season.id) ?? season)
  return moved.some((season) => isNameTaken(after, season.id, season)) ? 'season_name_taken' : moved
}

/** Moves the dates alone: the seasons whose dates change, or why they may not. */
function moveDates<Season extends DatedSeason>(
  seasons: readonly Season[],
  id: number,
  to: SeasonSpan,
): (Season & SeasonSpan)[] | 'season_dates' | 'season_overlap' {
  const own = seasons.find((season) => season.id === id)
  if (own === undefined || !isLongEnough(to) || !isInOurYears(to)) return 'season_dates'
  const moved = seasons.map((season): Season & SeasonSpan => {
    if (season.id === id) return { ...season, ...to }
    if (season.end.getTime() === own.start.getTime()) return { ...season, end: to.start }
    if (season.start.getTime() === own.end.getTime()) return { ...season, start: to.end }
    return season
  })
  const changed = moved.filter((season) => {
    const before = seasons.find((one) => one.id === season.id)
    return before?.start.getTime() !== season.start.getTime() || before.end.getTime() !== season.end.getTime()
  })
  if (changed.some(({ start, end }) => start >= end)) return 'season_overlap'
  if (!changed.every(isLongEnough)) return 'season_dates'
  const before = inOrder(seasons)
  const after = inOrder(moved)
  const overlaps = after.some((season, index) => (after[index - 1]?.end ?? season.start) > season.start)
  // A season that jumps over the open one would be taken for the newest, and the open one never close.
  const jumps = after.some((season, index) => season.id !== before[index]?.id)
  return overlaps || jumps ? 'season_overlap' : changed
}

/** Days after its end in which a season may be reopened: a wrong date is noticed sooner, and a year that is over is safe from a slip. */
export const REOPENING_DAYS = 30

/** Returns whether a season closed at `closedAt`, `null` for never, is young enough to be reopened at `now`. */
export function isFreshlyClosed(closedAt: Date | null, now: Date): boolean {
  return closedAt !== null && now.getTime() - closedAt.getTime() <= REOPENING_DAYS * DAY_MS
}

/** Why a finished season cannot be reopened. */
export type ReopeningFault = 'season_not_reopenable' | 'season_dates'

/**
 * Reopens a finished season, the reverse of ending the open one: it takes in the open season, and ends where that one would have. Returns it
 * with its new dates, and the season that it takes in; or why it may not be: `season_not_reopenable` when it is not the one before the open
 * season, the newest of all; `season_dates` when both make more than two years.
 */
export function reopenSeason<Season extends DatedSeason>(
  seasons: readonly Season[],
  id: number,
): { readonly season: Season & SeasonSpan; readonly taken: Season } | ReopeningFault {
  const [taken, last] = inOrder(seasons).toReversed()
  if (taken === undefined || last?.id !== id) return 'season_not_reopenable'
  const season = { ...last, end: taken.end }
  return isLongEnough(season) ? { season, taken } : 'season_dates'
}

function inOrder<Season extends SeasonSpan>(seasons: readonly Season[]): Season[] {
  return seasons.toSorted((one, other) => one.start.getTime() - other.start.getTime())
}

function isInOurYears({ start, end }: SeasonSpan): boolean {
  return start.getUTCFullYear() >= FIRST_YEAR && end.getUTCFullYear() <= LAST_YEAR
}

function isLongEnough({ start, end }: SeasonSpan): boolean {
  const latest = new Date(start)
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_SEASON_YEARS)
  return start < end && end <= latest
}
