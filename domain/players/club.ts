import { type Instant, msOf } from '../common/instant.ts'

/** Ids of the World Cup qualification competitions, where players play for their country; default of a setting (spec section 9). */
export const WORLD_CUP_QUALIFICATION_IDS: readonly number[] = [32, 33, 34, 35, 36, 37]

/** A player in the lineup of one match. `team_is_national` is `null` where the feed does not say. */
export interface Appearance {
  readonly player_team: string
  readonly competition_id: number
  readonly match_date: Instant
  readonly team_is_national: boolean | null
}

/**
 * Finds a player's latest appearance for a club: neither for a national side nor in a competition of `excludedIds` (spec section 9). Returns
 * `null` if there is none. Appearances come in any order.
 */
export function currentClub<One extends Appearance>(
  appearances: readonly One[],
  excludedIds: readonly number[],
): One | null {
  const latest = appearances
    .filter((one) => one.team_is_national !== true && !excludedIds.includes(one.competition_id))
    .toSorted((one, other) => msOf(other.match_date) - msOf(one.match_date))
    .at(0)
  return latest ?? null
}
