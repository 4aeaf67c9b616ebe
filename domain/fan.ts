/** Experience of a fan's complete ballot, once per match and for ever (decisions, "The vote"). */
export const XP_PER_BALLOT = 5

/** Badges of the profile with the complete ballots they take (spec section 5). */
export const BADGES = [
  { name: 'Contributeur', votes: 10 },
  { name: 'Expert', votes: 25 },
] as const

/** Name of a badge, as the profile shows it. */
export type Badge = (typeof BADGES)[number]['name']

/** Badges earned with that many complete ballots, the easiest first. */
export function badgesFor(voteCount: number): Badge[] {
  return BADGES.filter((badge) => voteCount >= badge.votes).map((badge) => badge.name)
}
