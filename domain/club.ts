import { type Instant, msOf } from './instant.ts'

/** World Cup qualification competitions, the default of a setting: a player there plays for a country (spec section 9). */
export const WORLD_CUP_QUALIFICATION_IDS: readonly number[] = [32, 33, 34, 35, 36, 37]

/** A player's place in a lineup. `team_is_national` null: the feed does not say. */
export interface Appearance {
  readonly player_team: string
  readonly competition_id: number
  readonly match_date: Instant
  readonly team_is_national: boolean | null
}

/** A player's place in their current club: that of their latest match outside `excludedIds` and national sides; `null` if there is none. */
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
