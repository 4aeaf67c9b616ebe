import { matchCoefficient, type PhaseCoefficient, type PlayedPhase } from './coefficient.ts'

/** Matches of one competition with the same phase, derby or not, and coefficient, counted. */
export interface MatchGroup {
  readonly phase: PlayedPhase
  readonly is_derby: boolean
  /** As stored now. */
  readonly coefficient: number
  readonly matches: number
  /** How many of them have published points. */
  readonly published: number
}

/** How many matches a change gives another coefficient, and how many of them have published points. */
export interface Touched {
  readonly matches: number
  readonly published: number
}

/** A competition with its matches, and the coefficient that it would have. */
export interface WeighedCompetition {
  readonly coefficient: number
  readonly groups: readonly MatchGroup[]
}

/**
 * Counts the matches whose coefficient differs once these competitions have these coefficients and the phases this table (spec section 9),
 * before anything is saved. The server applies the same rule.
 */
export function touchedMatches(
  competitions: readonly WeighedCompetition[],
  table: readonly PhaseCoefficient[],
): Touched {
  const touched = competitions.flatMap((competition) =>
    competition.groups.filter(
      ({ phase, is_derby, coefficient }) =>
        matchCoefficient({ competition: competition.coefficient, phase, is_derby }, table) !== coefficient,
    ),
  )
  return countMatches(touched)
}

/** Adds up the matches of groups, and those of them that have published points. */
export function countMatches(groups: readonly MatchGroup[]): Touched {
  return {
    matches: groups.reduce((sum, group) => sum + group.matches, 0),
    published: groups.reduce((sum, group) => sum + group.published, 0),
  }
}
