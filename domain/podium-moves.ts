import { PODIUM_SIZE, POSITIONS, type Podium, type PodiumPick, type Position, positionOf } from './podium.ts'

/**
 * Puts a player on a position, or removes them if they already hold it, and returns the new podium (spec section 4, podium selection). The
 * position's former holder takes over the player's previous one, so two picks swap, or leaves the podium if the player had none.
 */
export function place(podium: Podium, playerId: number, position: Position): Podium {
  const from = positionOf(podium, playerId)
  const others = podium.filter((pick) => pick.player_id !== playerId)
  if (from === position) return others
  const holder = others.find((pick) => pick.position === position)
  const swapped = holder === undefined || from === null ? [] : [{ ...holder, position: from }]
  const rest = others.filter((pick) => pick !== holder)
  return [...rest, ...swapped, { position, player_id: playerId }].sort(byPosition)
}

/** Removes a player from the podium or, if they are not on it, puts them on the first free position. A full podium stays as it is. */
export function tap(podium: Podium, playerId: number): Podium {
  const position = positionOf(podium, playerId) ?? firstFree(podium)
  return position === undefined ? podium : place(podium, playerId, position)
}

/** Returns the picks of struck players, who have left the lineup; none while no lineup is known. They count, but cannot be sent again. */
export function struckPicks(podium: Podium, lineup: readonly { readonly player_id: number }[]): Podium {
  if (lineup.length === 0) return []
  const known = new Set(lineup.map(({ player_id }) => player_id))
  return podium.filter(({ player_id }) => !known.has(player_id))
}

/** Removes struck players from a podium that is about to change, so that their positions are free. */
export function withoutStruck(podium: Podium, lineup: readonly { readonly player_id: number }[]): Podium {
  const struck = struckPicks(podium, lineup)
  return struck.length === 0 ? podium : podium.filter((pick) => !struck.includes(pick))
}

/** A player of a published ranking. Several may share a rank. */
export interface RankedPlayer {
  readonly player_id: number
  readonly rank: number
}

/** Compares a podium with the published ranking: how many of its players are in the first three ranks, and whether all are in place. */
export function comparePodium(podium: Podium, ranking: readonly RankedPlayer[]): { shared: number; exact: boolean } {
  const shared = ranking.filter(({ rank, player_id }) => rank <= PODIUM_SIZE && positionOf(podium, player_id) !== null)
  const exact =
    shared.length === PODIUM_SIZE && shared.every(({ rank, player_id }) => positionOf(podium, player_id) === rank)
  return { shared: shared.length, exact }
}

function firstFree(podium: Podium): Position | undefined {
  return POSITIONS.find((position) => podium.every((pick) => pick.position !== position))
}

function byPosition(one: PodiumPick, other: PodiumPick): number {
  return one.position - other.position
}
