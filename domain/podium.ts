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
  /** As the lineup, or the ballot that was read, had it; shown when the player has left the lineup. */
  readonly player_name?: string
}

/** A fan's selection, complete or not, in order of place; places and players are distinct. */
export type Podium = readonly Pick[]

/** Place that a player holds, or `null`. */
export function positionOf(podium: Podium, playerId: number): Position | null {
  return podium.find((pick) => pick.player_id === playerId)?.position ?? null
}
