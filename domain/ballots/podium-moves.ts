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

/** Removes a player from the podium. A player who is not on it gets the first free position; if there is none, the podium stays unchanged. */
export function tap(podium: Podium, playerId: number): Podium {
  const position = positionOf(podium, playerId) ?? firstFree(podium)
  return position === undefined ? podium : place(podium, playerId, position)
}

/** A player of the lineup; `did_play` is `false` if they are known not to have played. */
interface LinedUp {
  readonly player_id: number
  readonly did_play: boolean | null
}

/**
 * Returns the picks of struck players, who have left the lineup or did not play; none while no lineup is known. They stay on the ballot until the fan
 * frees their place, and cannot be picked again (decisions, "Matches and data").
 */
export function struckPicks(podium: Podium, lineup: readonly LinedUp[]): Podium {
  if (lineup.length === 0) return []
  const eligible = new Set(lineup.filter(({ did_play }) => did_play !== false).map(({ player_id }) => player_id))
  return podium.filter(({ player_id }) => !eligible.has(player_id))
}

/** Removes struck players from a podium; with `stored`, the podium that the server has, only those whom it has not and would refuse. */
export function withoutStruck(podium: Podium, lineup: readonly LinedUp[], stored: Podium = []): Podium {
  const struck = struckPicks(podium, lineup).filter(({ player_id }) => positionOf(stored, player_id) === null)
  return struck.length === 0 ? podium : podium.filter((pick) => !struck.includes(pick))
}

/**
 * Puts a player on a position or, without one, where {@link tap} does. Struck players give way: one who holds the position leaves the podium instead
 * of swapping, and on a full podium the first of them makes room for a player without a position. The others stay where they are.
 */
export function placeBeforeStruck(
  podium: Podium,
  { playerId, position }: { readonly playerId: number; readonly position: Position | null },
  lineup: readonly LinedUp[],
): Podium {
  const others = struckPicks(podium, lineup).filter(({ player_id }) => player_id !== playerId)
  const isSettled = positionOf(podium, playerId) !== null || firstFree(podium) !== undefined
  const leaving =
    position === null ? (isSettled ? undefined : others[0]) : others.find((pick) => pick.position === position)
  const left = leaving === undefined ? podium : podium.filter((pick) => pick !== leaving)
  return position === null ? tap(left, playerId) : place(left, playerId, position)
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
