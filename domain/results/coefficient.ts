import { roundHalfAway } from '../common/rounding.ts'

/** Keys of the match coefficient table (spec section 9): six phases of a competition and the derby multiplier. */
export const MATCH_PHASES = ['domestic', 'group', 'r16', 'qf', 'sf', 'final', 'derby_multiplier'] as const

/** One key of the match coefficient table. */
export type Phase = (typeof MATCH_PHASES)[number]

/** Bounds and step of a coefficient that the operator sets (spec section 5). */
export const COEFFICIENT_SCALE = { min: 0.01, max: 100, step: 0.01 } as const

/** The phase in which a match is played. */
export type PlayedPhase = Exclude<Phase, 'derby_multiplier'>

/** One row of the match coefficient table. A missing row counts as 1. */
export interface PhaseCoefficient {
  readonly phase: Phase
  readonly coefficient: number
}

/** Patterns of the feeds' names for knock-out rounds ("Quarter-finals", "8th Finals", "Apertura - Final"), the more specific first. */
const KNOCK_OUT_ROUNDS: readonly (readonly [RegExp, PlayedPhase])[] = [
  [/round of 16|\b8th finals?|\b1\/8\b/, 'r16'],
  [/quarter[ -]?final|\b1\/4\b/, 'qf'],
  [/semi[ -]?final|\b1\/2\b|\b3rd place|third place/, 'sf'],
  [/(^|- )finals?$/, 'final'],
]

/**
 * Computes the coefficient of a match (decisions, "From ballots to points"): competition x phase x (derby multiplier if derby), rounded to
 * 2 decimals. The badge, the points and the diagnostics all use this number.
 */
export function matchCoefficient(
  match: { readonly competition: number; readonly phase: PlayedPhase; readonly is_derby: boolean },
  table: readonly PhaseCoefficient[],
): number {
  const factor = (phase: Phase) => table.find((row) => row.phase === phase)?.coefficient ?? 1
  return roundCoefficient(match.competition * factor(match.phase) * (match.is_derby ? factor('derby_multiplier') : 1))
}

/**
 * Maps a feed's round to a phase. A match for third place counts as a semi-final. Any round before the last sixteen, or without a
 * recognised name, is `domestic` in a league and `group` in a cup.
 */
export function phaseOfRound(round: string, competitionType: 'league' | 'cup'): PlayedPhase {
  const name = round.trim().toLowerCase()
  const knockOut = KNOCK_OUT_ROUNDS.find(([pattern]) => pattern.test(name))
  return knockOut?.[1] ?? (competitionType === 'league' ? 'domestic' : 'group')
}

/** Rounds a coefficient to its stored and displayed precision: 2 decimals, half away from zero (spec section 5). */
export function roundCoefficient(value: number): number {
  return roundHalfAway(value, 2)
}

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

/** Default bounds of the country coefficients, and the step of their inputs (spec sections 5 and 9). */
export const COUNTRY_SCALE = { min: 1, max: 4, step: 0.1 } as const

/** Year in which the last season of the ranking ends (spec section 7). */
export const COUNTRY_YEAR = 2026

/** Number of countries that the proposal shows (spec section 9). */
export const COUNTRY_TOP = 30

/** Returns the countries that the proposal shows, best first: the scale is that of all (docs/decisions/050). */
export function topCountries<Item extends { readonly rank: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => one.rank - other.rank).slice(0, COUNTRY_TOP)
}

/**
 * Proposes a coefficient for each country, linear in its points (spec section 9): the lowest of `items` gets `min`, the highest `max`, with
 * 2 decimals. If all have the same points, all get `min`. Items keep their order and fields.
 */
export function countryCoefficients<Item extends { readonly country: string; readonly points: number }>(
  items: readonly Item[],
  { min, max }: { readonly min: number; readonly max: number } = COUNTRY_SCALE,
): (Item & { coefficient: number })[] {
  const points = items.map((item) => item.points)
  const lowest = Math.min(...points)
  const range = Math.max(...points) - lowest
  return items.map((item) => {
    const share = range === 0 ? 0 : (item.points - lowest) / range
    return { ...item, coefficient: roundCoefficient(min + share * (max - min)) }
  })
}

/** Two clubs in the order in which a derby is stored: the lower id first. */
export type DerbyPair = readonly [low: number, high: number]

/** Returns the pair of two clubs, whichever plays at home; `null` for a club and itself. */
export function derbyPair(one: number, other: number): DerbyPair | null {
  if (one === other) return null
  return one < other ? [one, other] : [other, one]
}

/** Writes a pair as one text, for the subject of a journal entry or a key: `12-345`. */
export function derbyKey([low, high]: DerbyPair): string {
  return `${low}-${high}`
}
