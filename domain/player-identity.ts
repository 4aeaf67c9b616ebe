import { normaliseSearch } from './search.ts'

/** A player of a lineup as it is held; negative: an id of our own, while the feed gives none. */
export interface HeldPlayer {
  readonly player_id: number
  readonly team_id: number
  readonly shirt: number | null
  readonly player_name: string
}

interface ToldPlayer {
  readonly id: number
  readonly teamId: number
  readonly shirt: number | null
  readonly name: string
}

/** An id of our own and the feed's for the same person. */
export interface Merge {
  readonly from: number
  readonly to: number
}

/**
 * Keeps one person under one id: who is told without an id keeps the feed's that is held, and whose id is told at last is merged into it.
 * Team and shirt tell a person, team and name where no shirt is known; a key that two share tells nobody.
 */
export function settleIds<Told extends ToldPlayer>(
  held: readonly HeldPlayer[],
  told: readonly Told[],
): { players: Told[]; merges: Merge[] } {
  const heldBy = byKey(held, (player) => keyOf(player.team_id, player.shirt, player.player_name))
  const toldIds = new Set(told.map(({ id }) => id))
  const players = told.map((player) => {
    const known = heldBy.get(keyOf(player.teamId, player.shirt, player.name))?.player_id
    const isLost = player.id < 0 && known !== undefined && known > 0 && !toldIds.has(known)
    return isLost ? { ...player, id: known } : player
  })
  const settled = new Set(players.map(({ id }) => id))
  const toldBy = byKey(players, (player) => keyOf(player.teamId, player.shirt, player.name))
  const merges = [...heldBy].flatMap(([key, { player_id: from }]) => {
    const to = toldBy.get(key)?.id
    return from < 0 && !settled.has(from) && to !== undefined && to > 0 ? [{ from, to }] : []
  })
  return { players, merges }
}

function keyOf(team: number, shirt: number | null, name: string): string {
  return shirt === null ? `${team} ${normaliseSearch(name)}` : `${team}:${shirt}`
}

/** Rows by key, without those that share theirs. */
function byKey<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return new Map(
    [...groups].flatMap(([name, [first, second]]) =>
      first !== undefined && second === undefined ? [[name, first]] : [],
    ),
  )
}
