import { normaliseSearch } from '@tribune/domain/common/search.ts'
import {
  countryCoefficients,
  MATCH_PHASES,
  type Phase,
  type PhaseCoefficient,
  type Touched,
  topCountries,
  touchedMatches,
} from '@tribune/domain/results/coefficient.ts'
import { countryInFrench } from '@tribune/french/countries.ts'
import type { CountryRanking, OperatorCompetitions, WeighedCompetition } from '../../../data/operator/coefficients.ts'

/** Returns the competitions whose name or country, in French or the feed's words, contains the query. */
export function filterCompetitions(items: readonly WeighedCompetition[], query: string): WeighedCompetition[] {
  const wanted = normaliseSearch(query)
  return items.filter(({ name, country }) =>
    [name, country, countryInFrench(country)].some((text) => normaliseSearch(text).includes(wanted)),
  )
}

/** Counts the matches that new coefficients of competitions touch, by the id of the competition. */
export function touchedByCompetitions(
  { items, phases }: OperatorCompetitions,
  changes: ReadonlyMap<number, number>,
): Touched {
  const changed = items.flatMap(({ id, groups }) => {
    const coefficient = changes.get(id)
    return coefficient === undefined ? [] : [{ coefficient, groups }]
  })
  return touchedMatches(changed, phases)
}

/** Counts the matches that new coefficients of phases touch, in every competition. */
export function touchedByPhases(
  { items, phases }: OperatorCompetitions,
  changes: readonly PhaseCoefficient[],
): Touched {
  const changed = new Map(changes.map(({ phase, coefficient }) => [phase, coefficient]))
  const table = phases.map(({ phase, coefficient }) => ({ phase, coefficient: changed.get(phase) ?? coefficient }))
  return touchedMatches(items, table)
}

/** Returns the rows that differ from what is stored, in the order of the table: only these are saved. */
export function changedPhases(
  stored: readonly PhaseCoefficient[],
  written: ReadonlyMap<Phase, number>,
): PhaseCoefficient[] {
  const before = new Map(stored.map(({ phase, coefficient }) => [phase, coefficient]))
  return MATCH_PHASES.flatMap((phase) => {
    const coefficient = written.get(phase)
    return coefficient === undefined || coefficient === before.get(phase) ? [] : [{ phase, coefficient }]
  })
}

/** One country of the proposal, with the followed competitions of it. */
export interface ProposedCountry {
  readonly rank: number
  readonly code: string
  /** In French. */
  readonly country: string
  readonly points: number
  readonly coefficient: number
  readonly competitions: readonly WeighedCompetition[]
}

/** Returns the first thirty countries, each with the coefficient that the scale over all gives it. */
export function proposedCountries(
  ranking: CountryRanking,
  bounds: { readonly min: number; readonly max: number },
  competitions: readonly WeighedCompetition[],
): ProposedCountry[] {
  return topCountries(countryCoefficients(ranking.items, bounds)).map(({ country, ...row }) => ({
    ...row,
    country: countryInFrench(country),
    competitions: competitions.filter(({ country_code }) => country_code === row.code),
  }))
}

/** One competition of the proposal: what it is, and what it would be. */
export interface ProposedChange {
  readonly competition: WeighedCompetition
  readonly country: string
  readonly after: number
}

/** Returns the competitions of the proposed countries, in the order of these. */
export function proposedChanges(countries: readonly ProposedCountry[]): ProposedChange[] {
  return countries.flatMap(({ country, coefficient, competitions }) =>
    competitions.map((competition) => ({ competition, country, after: coefficient })),
  )
}
