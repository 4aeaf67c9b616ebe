import { normaliseSearch } from './search.ts'

/** A player of a stored lineup. A negative id is one of ours, given while the feed gives none. */
export interface StoredPlayer {
  readonly player_id: number
  readonly team_id: number
  readonly shirt: number | null
  readonly player_name: string
}

interface FeedPlayer {
  readonly id: number
  readonly teamId: number
  readonly shirt: number | null
  readonly name: string
}

/** Two ids of the same person: one of ours, and the feed's that replaces it. */
export interface Merge {
  readonly from: number
  readonly to: number
}

/**
 * Keeps one person under one id (docs/decisions/034). Returns the feed's players and the ids to merge: a player whom the feed now lists
 * without an id keeps the stored one, and a player whose id the feed gives at last is merged into it. A person is recognised by team and
 * shirt, or by team and name where no shirt is known; nobody is recognised by a key that two players share.
 */
export function reconcileIds<Player extends FeedPlayer>(
  stored: readonly StoredPlayer[],
  fromFeed: readonly Player[],
): { players: Player[]; merges: Merge[] } {
  const storedByKey = byUniqueKey(stored, (player) => keyOf(player.team_id, player.shirt, player.player_name))
  const feedIds = new Set(fromFeed.map(({ id }) => id))
  const players = fromFeed.map((player) => {
    const known = storedByKey.get(keyOf(player.teamId, player.shirt, player.name))?.player_id
    const hasLostId = player.id < 0 && known !== undefined && known > 0 && !feedIds.has(known)
    return hasLostId ? { ...player, id: known } : player
  })
  const ids = new Set(players.map(({ id }) => id))
  const playersByKey = byUniqueKey(players, (player) => keyOf(player.teamId, player.shirt, player.name))
  const merges = [...storedByKey].flatMap(([key, { player_id: from }]) => {
    const to = playersByKey.get(key)?.id
    return from < 0 && !ids.has(from) && to !== undefined && to > 0 ? [{ from, to }] : []
  })
  return { players, merges }
}

function keyOf(team: number, shirt: number | null, name: string): string {
  return shirt === null ? `${team} ${normaliseSearch(name)}` : `${team}:${shirt}`
}

/** Maps rows by key, without those that share one. */
function byUniqueKey<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return new Map(
    [...groups].flatMap(([name, [first, second]]) =>
      first !== undefined && second === undefined ? [[name, first]] : [],
    ),
  )
}
