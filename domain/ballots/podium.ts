/** Number of positions of a podium (spec section 9: 3 picks per vote). */
export const PODIUM_SIZE = 3

/** Positions of a podium, best first. */
export const POSITIONS = [1, 2, 3] as const

/** One position of a podium. */
export type Position = (typeof POSITIONS)[number]

/** One player on one position. */
export interface PodiumPick {
  readonly position: Position
  readonly player_id: number
  /** Name in the lineup or the saved ballot, to show a struck player by. */
  readonly player_name?: string
}

/** A fan's picks, complete or not, ordered by position. Positions and players are distinct. */
export type Podium = readonly PodiumPick[]

/** Returns the position that a player holds, or `null`. */
export function positionOf(podium: Podium, playerId: number): Position | null {
  return podium.find((pick) => pick.player_id === playerId)?.position ?? null
}
