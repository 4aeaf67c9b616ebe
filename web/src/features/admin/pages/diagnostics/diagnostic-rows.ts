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

/** One pick of a match, as `match_votes_expanded` lists it. */
export interface PickRow {
  readonly player_id: number
  readonly player_name: string
  readonly player_team: string
  readonly vote_position: number
  readonly user_id: string
}

/** How often a player was placed first, second and third. */
interface PickCount {
  readonly player_id: number
  readonly player_name: string
  readonly places: readonly [number, number, number]
}

/** Counts picks by player and place, the most often first one first; ties go by second and third places, then by name. */
export function countPicks(picks: readonly PickRow[]): PickCount[] {
  const counts = new Map<number, { player_id: number; player_name: string; places: [number, number, number] }>()
  for (const { player_id, player_name, vote_position } of picks) {
    const known = counts.get(player_id) ?? { player_id, player_name, places: [0, 0, 0] }
    const place = vote_position - 1
    if (place === 0 || place === 1 || place === 2) known.places[place] += 1
    counts.set(player_id, known)
  }
  return [...counts.values()].toSorted(
    ({ places: one, ...a }, { places: other, ...b }) =>
      other[0] - one[0] || other[1] - one[1] || other[2] - one[2] || a.player_name.localeCompare(b.player_name, 'fr'),
  )
}
