import type { PlayerMatch } from '@tribune/contract/players.ts'
import type { Season } from '@tribune/contract/rankings.ts'
import { analysis as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'

type Dated = Pick<PlayerMatch, 'match_date' | 'published' | 'points'>
type NamedSeason = Pick<Season, 'name' | 'label' | 'starts_on' | 'ends_on'>

/** A player's matches of one season, and their published points in it. */
interface SeasonMatches<Match> {
  readonly season: string
  readonly matches: readonly Match[]
  readonly points: number
}

/** Returns a player's matches by the season of their kick-off, in the order of both lists. Those of no listed season come last. */
export function historyBySeason<Match extends Dated>(
  history: readonly Match[],
  seasons: readonly NamedSeason[],
): SeasonMatches<Match>[] {
  const seasonOf = ({ match_date }: Match) => {
    const day = match_date.slice(0, 'YYYY-MM-DD'.length)
    return seasons.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)
  }
  return [...seasons, undefined].flatMap((season) => {
    const matches = history.filter((match) => seasonOf(match) === season)
    if (matches.length === 0) return []
    const points = matches.reduce((sum, match) => sum + (match.published ? match.points : 0), 0)
    return [
      { season: season === undefined ? words.noSeason : words.season(season.name, season.label), matches, points },
    ]
  })
}
