import { queryOptions } from '@tanstack/react-query'
import type { listCompetitions } from '@tribune/contract/competitions.ts'
import type { Output } from '@tribune/contract/endpoint.ts'
import { EXPLAINED_COMPETITIONS } from '@tribune/domain/refresh.ts'
import { get } from '../../lib/api.ts'

export type Competition = Output<typeof listCompetitions>['items'][number]

/** The weightiest competitions that count now. */
export const activeCompetitionsQuery = queryOptions({
  queryKey: ['competitions', 'active'],
  queryFn: ({ signal }) =>
    get<Output<typeof listCompetitions>>('/api/available_competitions', {
      query: { enabled: true, order: 'coefficient', limit: EXPLAINED_COMPETITIONS },
      signal,
    }),
  staleTime: 300_000,
})
