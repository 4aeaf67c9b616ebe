import { BALLOT_POINTS } from '@tribune/domain/ballots/tally.ts'
import { VOTE_CLOSING_MINUTES, VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'
import { POINT_SCALE } from '@tribune/domain/results/points.ts'
import { MIN_BALLOTS_FOR_VOTES } from '@tribune/domain/results/ranking.ts'

/** Numbers in the sentences of this page, taken from the rules that the server applies. */
export const RULE_NUMBERS = {
  opening: VOTE_OPENING_MINUTE,
  closing: VOTE_CLOSING_MINUTES,
  ballot: BALLOT_POINTS,
  minBallots: MIN_BALLOTS_FOR_VOTES,
  ranks: POINT_SCALE.length,
} as const
