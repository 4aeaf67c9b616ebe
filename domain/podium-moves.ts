import { type Pick, PODIUM_SIZE, POSITIONS, type Podium, type Position, positionOf } from './podium.ts'

/**
 * A player tapped for a place (spec section 4, podium selection): removed when they hold it already, else put there. Whoever held it
 * takes the place the player comes from, so that two picks swap; for a player from outside of the podium they leave it.
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

/** A player tapped in the list: removed when they have a place, else put on the first free one; a full podium stays as it is. */
export function tap(podium: Podium, playerId: number): Podium {
  const position = positionOf(podium, playerId) ?? firstFree(podium)
  return position === undefined ? podium : place(podium, playerId, position)
}

/** Picks of players who have left the lineup since; none while no lineup is known. They count, but cannot be sent again. */
export function struckPicks(podium: Podium, lineup: readonly { readonly player_id: number }[]): Podium {
  if (lineup.length === 0) return []
  const known = new Set(lineup.map(({ player_id }) => player_id))
  return podium.filter(({ player_id }) => !known.has(player_id))
}

/** What is left of a podium once it is changed: the places of struck players are free. */
export function withoutStruck(podium: Podium, lineup: readonly { readonly player_id: number }[]): Podium {
  const struck = struckPicks(podium, lineup)
  return struck.length === 0 ? podium : podium.filter((pick) => !struck.includes(pick))
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
