import { type CompleteBallot, type Tally, tallyOfPodiums, withoutBallots } from '../ballots/tally.ts'

/** Counts ballots from scratch: the recount that the running tally must always equal (decisions, "From ballots to points"). */
export function tallyOf(ballots: readonly CompleteBallot[]): Tally {
  return tallyOfPodiums(ballots.map((ballot) => ({ ballot, ballots: 1 })))
}

/** Returns the tally after one fan's ballot went from `before` to `after`; `null` stands for no complete ballot. */
export function moveTally(tally: Tally, before: CompleteBallot | null, after: CompleteBallot | null): Tally {
  const without = before === null ? tally : withoutBallots(tally, [{ ballot: before, ballots: 1 }])
  return after === null ? without : withoutBallots(without, [{ ballot: after, ballots: -1 }])
}
