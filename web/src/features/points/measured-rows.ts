/**
 * How well integrity rule 2 works, in percent of the ballots of each kind, on simulated crowds (`npm run bench:integrity -- --worlds 40 --seed 3001`: farms of
 * 5 %, the small and the moving one of 1 %, honest ballots next to farms of 20 % at most). Measure again with each version of the rule.
 */
interface Measured {
  readonly kind: 'naive' | 'paced' | 'camouflaged' | 'small' | 'moving' | 'together' | 'all' | 'worst'
  readonly percent: number
}

/** Ballots of farms that the rule sets aside. */
export const FOUND: readonly Measured[] = [
  { kind: 'naive', percent: 100 },
  { kind: 'paced', percent: 99 },
  { kind: 'camouflaged', percent: 91 },
  { kind: 'small', percent: 88 },
  { kind: 'moving', percent: 69 },
  { kind: 'together', percent: 93 },
]

/** Honest ballots that it sets aside. */
export const WRONG: readonly Measured[] = [
  { kind: 'all', percent: 0.02 },
  { kind: 'worst', percent: 0.5 },
]
