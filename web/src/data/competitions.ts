import { queryOptions } from '@tanstack/react-query'
import type { listCompetitions, listMatchCoefficients } from '@tribune/contract/competitions.ts'
import type { Output } from '@tribune/contract/endpoint.ts'
import { COMPETITIONS, MATCH_COEFFICIENTS } from '@tribune/protocol/cached-reads.ts'
import { get } from '../lib/http/api.ts'
import { EXPLAINED_COMPETITIONS } from '../lib/limits.ts'

export type Competition = Output<typeof listCompetitions>['items'][number]
export type PhaseWeight = Output<typeof listMatchCoefficients>['items'][number]

/** The operator seldom changes these. */
const FRESH_MS = 300_000

/** The enabled competitions with the highest coefficients. */
export const activeCompetitionsQuery = queryOptions({
  queryKey: ['competitions', 'active'],
  queryFn: ({ signal }) =>
    get<typeof listCompetitions>(COMPETITIONS, {
      query: { enabled: 'true', order: 'coefficient', limit: EXPLAINED_COMPETITIONS },
      signal,
    }),
  staleTime: FRESH_MS,
})

/** Coefficients of the phases, and of a derby. */
export const phasesQuery = queryOptions({
  queryKey: ['match-coefficients'],
  queryFn: ({ signal }) => get<typeof listMatchCoefficients>(MATCH_COEFFICIENTS, { signal }),
  staleTime: FRESH_MS,
})
