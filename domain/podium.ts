/** Places of a podium (spec section 9: 3 picks per vote). */
export const PODIUM_SIZE = 3

/** Places in order, best first. */
export const POSITIONS = [1, 2, 3] as const

/** A place of the podium. */
export type Position = (typeof POSITIONS)[number]

/** One player on one place. */
export interface Pick {
  readonly position: Position
  readonly player_id: number
}

/** A fan's selection, complete or not, in order of place; places and players are distinct. */
export type Podium = readonly Pick[]

/** Place that a player holds, or `null`. */
export function positionOf(podium: Podium, playerId: number): Position | null {
  return podium.find((pick) => pick.player_id === playerId)?.position ?? null
}

/**
 * A player tapped for a place (spec section 4, podium selection): removed when he holds it already, else put there, leaving any
 * other place he held and taking over from the player who held this one.
 */
export function place(podium: Podium, playerId: number, position: Position): Podium {
  const others = podium.filter((pick) => pick.player_id !== playerId)
  if (positionOf(podium, playerId) === position) return others
  return [...others.filter((pick) => pick.position !== position), { position, player_id: playerId }].sort(byPosition)
}

/** A player tapped in the list: removed when he has a place, else put on the first free one; a full podium stays as it is. */
export function tap(podium: Podium, playerId: number): Podium {
  const position = positionOf(podium, playerId) ?? firstFree(podium)
  return position === undefined ? podium : place(podium, playerId, position)
}

/** A player of a published ranking; several may share a rank. */
export interface RankedPlayer {
  readonly player_id: number
  readonly rank: number
}

/** A podium beside the published one: how many of its players stand on that, on whichever place, and whether it is the very same. */
export function comparePodium(podium: Podium, ranking: readonly RankedPlayer[]): { shared: number; exact: boolean } {
  const shared = ranking.filter(({ rank, player_id }) => rank <= PODIUM_SIZE && positionOf(podium, player_id) !== null)
  const exact =
    shared.length === PODIUM_SIZE && shared.every(({ rank, player_id }) => positionOf(podium, player_id) === rank)
  return { shared: shared.length, exact }
}

function firstFree(podium: Podium): Position | undefined {
  return POSITIONS.find((position) => podium.every((pick) => pick.position !== position))
}

function byPosition(one: Pick, other: Pick): number {
  return one.position - other.position
}
