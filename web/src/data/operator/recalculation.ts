import { queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type {
  getRecalculation,
  Recalculation,
  startRecalculation,
  stopRecalculation,
} from '@tribune/contract/operator/recalculation.ts'
import type { rankingEngine } from '@tribune/contract/rankings.ts'
import { call, get } from '../../lib/http/api.ts'
import { act } from './act.ts'

/** A batch and its pause take about as long. */
const LOOK_EVERY_MS = 2_000

export type RankedMatch = Output<typeof rankingEngine>

/** Returns whether matches of it are still to be ranked. */
export function isUnderWay(run: Recalculation | null | undefined): boolean {
  return run?.state === 'running' || run?.state === 'stopping'
}

/** How many matches are to be recalculated, and the recalculation under way or the last one; read again while it works. */
export const recalculationQuery = queryOptions({
  queryKey: ['operator', 'recalculation'],
  queryFn: ({ signal }) => get<typeof getRecalculation>('/api/operator_recalculation', { signal }),
  refetchInterval: ({ state }) => (isUnderWay(state.data?.run) ? LOOK_EVERY_MS : false),
})

/** Starts a recalculation, or goes on with the stopped one whose id `rest_of` is. */
export function startRun(body: { readonly scope: Recalculation['scope']; readonly rest_of?: string }) {
  return call<typeof startRecalculation>('POST', '/api/functions/recalculate-matches', { body })
}

export function stopRun({ id }: Recalculation) {
  return act<typeof stopRecalculation>('/api/functions/stop-recalculation', { id }, { body: {} })
}

/** Ranks one match now, with its present coefficient. */
export function recalculateMatch(id: number): Promise<RankedMatch> {
  return call<typeof rankingEngine>('POST', '/api/functions/ranking-engine', { body: { match_id: id } })
}
