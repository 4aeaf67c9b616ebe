/** Limits of the rule, fixed on simulated honest crowds (`npm run bench:integrity`). */
export const LIMITS = {
  /** Maximum number of earlier ballots of an account with little history. */
  newcomerVotes: 5,
  /** Fewest earlier ballots, and age in hours, of an account whose choices show how people choose. */
  trustedVotes: 6,
  trustedHours: 168,
  /** Maximum number of earlier ballots of an account that are remembered, and of those in which it did not act together with others. */
  remembered: 10,
  ownVotes: 2,
  /** An honest group may make a choice this many times as often as accounts with history. */
  tolerance: 1.5,
  /** Ballots for each one that an honest crowd would have. */
  ratio: 4,
  /** The same for each level of likeness whose ballots are added to a group. */
  widening: 1.5,
  /** Minimum surprise of a group (`surprise` in boxes.ts). */
  score: 15,
  /** Minimum logarithm of how much more common a ballot's kind is in the group than among all ballots. */
  likeness: 1,
  /** Fewest accounts with history that show the taste of a network or a moment, and how many times the usual odds show a taste of its own. */
  explaining: 5,
  burst: 3,
  /** Fewest ballots of a group that shares evidence. */
  sharing: 8,
  /** Fewest ballots of a box of the search. */
  size: 12,
  /** Fewest ballots of a group that shares no evidence: honest matches have chance groups of up to 19. */
  group: 20,
} as const
