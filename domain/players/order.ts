import { type Podium, positionOf } from '../ballots/podium.ts'
import { compareKeys } from '../common/lists.ts'

/** The fields of a player that order and filter a match's list. `rank` and `points` are `null` before publication, and if unranked. */
export interface ListedPlayer {
  readonly player_id: number
  readonly side: 'home' | 'away'
  readonly minutes_played: number | null
  readonly rank: number | null
  readonly points: number | null
}

/** Tabs above the player list (spec section 4). */
export type TeamFilter = 'all' | 'home' | 'away'

/**
 * Sorts a match's players (spec section 4, podium selection): the fan's picks first, by position; then by rank once the vote is `closed`;
 * then by most minutes played and most points. Players equal in all of these keep their input order, that of the lineup.
 */
export function orderPlayers<Player extends ListedPlayer>(
  players: readonly Player[],
  podium: Podium,
  { closed }: { readonly closed: boolean },
): Player[] {
  const last = Number.MAX_SAFE_INTEGER
  const keys = (player: Player) => [
    positionOf(podium, player.player_id) ?? last,
    closed ? (player.rank ?? last) : last,
    -(player.minutes_played ?? 0),
    -(player.points ?? 0),
  ]
  return players
    .map((player) => ({ player, keys: keys(player) }))
    .sort((one, other) => compareKeys(one.keys, other.keys))
    .map(({ player }) => player)
}

/** Returns the players of a team tab, in input order. */
export function filterTeam<Player extends Pick<ListedPlayer, 'side'>>(
  players: readonly Player[],
  tab: TeamFilter,
): Player[] {
  return players.filter((player) => tab === 'all' || player.side === tab)
}
