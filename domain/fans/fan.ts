/** Experience points for a complete ballot, credited once per fan and match and never withdrawn (decisions, "The vote"). */
export const XP_PER_BALLOT = 5

/** Badges of the profile, each with the complete ballots that earn it (spec section 5). */
export const BADGES = [
  { name: 'Contributeur', votes: 10 },
  { name: 'Expert', votes: 25 },
] as const

/** Name of a badge, as the profile shows it. */
export type Badge = (typeof BADGES)[number]['name']

/** Returns the badges earned with `voteCount` complete ballots, the easiest first (spec section 5). */
export function badgesFor(voteCount: number): Badge[] {
  return BADGES.filter((badge) => voteCount >= badge.votes).map((badge) => badge.name)
}

/** Minimum age of a fan, in years. From this age, a person in France may consent alone to an online service (Data Protection Act, article 45). */
export const MIN_AGE = 15
