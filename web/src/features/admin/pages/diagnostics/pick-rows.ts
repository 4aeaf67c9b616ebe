/** One pick of a match, as `match_votes_expanded` lists it. */
export interface PickRow {
  readonly player_id: number
  readonly player_name: string
  readonly player_team: string
  readonly vote_position: number
  readonly user_id: string
}

/** How often a player was placed first, second and third. */
export interface PickCount {
  readonly player_id: number
  readonly player_name: string
  readonly places: readonly [number, number, number]
}

/** Counts picks by player and place, the most often first one first; ties go by second and third places, then by name. */
export function countPicks(picks: readonly PickRow[]): PickCount[] {
  const counts = new Map<number, { player_id: number; player_name: string; places: [number, number, number] }>()
  for (const { player_id, player_name, vote_position } of picks) {
    const known = counts.get(player_id) ?? { player_id, player_name, places: [0, 0, 0] }
    const place = vote_position - 1
    if (place === 0 || place === 1 || place === 2) known.places[place] += 1
    counts.set(player_id, known)
  }
  return [...counts.values()].toSorted(
    ({ places: one, ...a }, { places: other, ...b }) =>
      other[0] - one[0] || other[1] - one[1] || other[2] - one[2] || a.player_name.localeCompare(b.player_name, 'fr'),
  )
}
