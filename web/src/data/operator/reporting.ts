import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { listCompetitions } from '@tribune/contract/competitions.ts'
import type { getReportingStatistics, listReportingMatches } from '@tribune/contract/operator/reporting.ts'
import { COMPETITIONS } from '@tribune/protocol/cached-reads.ts'
import { get } from '../../lib/http/api.ts'
import { getFile } from '../../lib/http/file.ts'

/** Counting may take the server longer than other answers do. */
const COUNT_TIMEOUT_MS = 30_000
const STATISTICS = '/api/rpc/get_reporting_statistics'
const CSV = '/api/reporting/matches.csv'

/** Figures of the reporting tab; the server keeps them for five minutes. */
export const statisticsQuery = queryOptions({
  queryKey: ['operator', 'statistics'],
  queryFn: ({ signal }) => get<typeof getReportingStatistics>(STATISTICS, { signal, timeoutMs: COUNT_TIMEOUT_MS }),
  staleTime: 60_000,
})

/** Asks the server to count the figures again. */
export const recountStatistics = () =>
  get<typeof getReportingStatistics>(STATISTICS, { query: { fresh: '1' }, timeoutMs: COUNT_TIMEOUT_MS })

/** Key of every page of the reporting table. */
export const REPORTED_MATCHES = ['operator', 'reported-matches'] as const

/** One page of finished matches, of one competition or all, or one match. The page before stays until the next is there. */
export function reportedMatchesQuery(filter: {
  readonly competition_id?: number | undefined
  readonly match_id?: number | undefined
  readonly page: number
}) {
  return queryOptions({
    queryKey: [...REPORTED_MATCHES, filter],
    queryFn: ({ signal }) =>
      get<typeof listReportingMatches>('/api/rpc/get_reporting_matches', { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
}

/** All competitions by name, hidden ones too. */
export const allCompetitionsQuery = queryOptions({
  queryKey: ['competitions', 'all'],
  queryFn: async ({ signal }) => (await get<typeof listCompetitions>(COMPETITIONS, { query: {}, signal })).items,
})

/** The reporting table as a file. */
export const readCsv = (competition_id: number | undefined) =>
  getFile(CSV, { query: { competition_id }, timeoutMs: COUNT_TIMEOUT_MS })
