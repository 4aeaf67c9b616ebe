import { compareKeys } from './compare-keys.ts'
import { type Podium, positionOf } from './podium.ts'

/** What the match's player list needs of a player. `rank` and `points` are null until published, and for the unranked. */
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
 * Order of a match's players (spec section 4): the fan's picks first by place, then by rank once the vote is `closed`, then most
 * minutes played, then most points. Players equal in all this keep the order given, the lineup's own.
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

/** Players of a tab. */
export function filterTeam<Player extends Pick<ListedPlayer, 'side'>>(
  players: readonly Player[],
  tab: TeamFilter,
): Player[] {
  return players.filter((player) => tab === 'all' || player.side === tab)
}
