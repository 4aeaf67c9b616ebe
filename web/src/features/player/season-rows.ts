import type { Season } from '@tribune/contract/rankings.ts'
import { DAY_MS, type Instant, msOf } from '@tribune/domain/common/instant.ts'

type Dated = { readonly match_date: Instant }

/** Consecutive matches of one season; `season` is undefined where the seasons do not name one. */
export interface SeasonRun<Match> {
  readonly season: Season | undefined
  readonly matches: readonly Match[]
}

/** Returns the matches that a season counts, by their kick-off, in input order. Its last day, in UTC, is part of it. */
export function matchesOf<Match extends Dated>(matches: readonly Match[], season: Season): Match[] {
  return matches.filter((match) => isIn(match, season))
}

/** Divides sorted matches wherever their season changes. */
export function runsOfSeasons<Match extends Dated>(
  matches: readonly Match[],
  seasons: readonly Season[],
): SeasonRun<Match>[] {
  const runs: { season: Season | undefined; matches: Match[] }[] = []
  for (const match of matches) {
    const season = seasons.find((one) => isIn(match, one))
    const last = runs.at(-1)
    if (last !== undefined && last.season === season) last.matches.push(match)
    else runs.push({ season, matches: [match] })
  }
  return runs
}

function isIn({ match_date }: Dated, { starts_on, ends_on }: Season): boolean {
  const at = msOf(match_date)
  return msOf(starts_on) <= at && at < msOf(ends_on) + DAY_MS
}
