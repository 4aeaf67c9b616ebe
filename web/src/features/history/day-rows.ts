import type { HomeFixture } from '@tribune/contract/matches.ts'
import { groupBy } from '@tribune/domain/common/lists.ts'
import { matchesPerDay } from '@tribune/domain/operator/diagnostics.ts'

/** A calendar day and its matches. */
export interface Day {
  /** `YYYY-MM-DD`. */
  readonly key: string
  readonly matches: readonly HomeFixture[]
}

/** A competition of the history, with the number of its matches. */
export interface PlayedCompetition {
  readonly id: number
  readonly name: string
  readonly matches: number
}

/** Groups matches by calendar day, newest day and newest match first. `keyOf` returns the day of a moment in the fan's time zone. */
export function daysOf(matches: readonly HomeFixture[], keyOf: (moment: string) => string): Day[] {
  const newestFirst = matches.toSorted(
    (one, other) => Date.parse(other.match_date) - Date.parse(one.match_date) || one.match_id - other.match_id,
  )
  const days = groupBy(newestFirst, (match) => keyOf(match.match_date))
  return [...days].map(([key, played]) => ({ key, matches: played }))
}

/** Lists every competition once, by name. */
export function competitionsOf(matches: readonly HomeFixture[]): PlayedCompetition[] {
  const played = groupBy(matches, (match) => match.competition_id)
  return [...played]
    .map(([id, own]) => ({ id, name: own[0]?.competition_name ?? '', matches: own.length }))
    .sort((one, other) => one.name.localeCompare(other.name, 'fr') || one.id - other.id)
}

/** Computes the figures of the three tiles (spec section 2). */
export function figuresOf(matches: readonly HomeFixture[]) {
  return {
    finished: matches.length,
    competitions: new Set(matches.map((match) => match.competition_id)).size,
    perDay: matchesPerDay(matches.length),
  }
}
