import { queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { DemoMatch, getDemoMatch, makeDemoMatch, removeDemoMatch } from '@tribune/contract/operator/demo-match.ts'
import type {
  correctMatch as correctMatchEndpoint,
  getMatchDiagnostic,
  getQualificationDiagnostic,
  listExcludedMatches,
  readLineup,
} from '@tribune/contract/operator/diagnostics.ts'
import type { schedulerRealtime } from '@tribune/contract/operator/runs.ts'
import type { searchMatches } from '@tribune/contract/operator/search.ts'
import type { Wish } from '@tribune/domain/matches/correction.ts'
import type { DemoState } from '@tribune/domain/matches/demo-match.ts'
import { matchChoice as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { call, get, request } from '../../lib/http/api.ts'
import { SCHEDULER_TIMEOUT_MS } from '../../lib/limits.ts'
import { act } from './act.ts'

export type Synchronisation = Output<typeof schedulerRealtime>
export type ExcludedMatch = Output<typeof listExcludedMatches>['items'][number]

/** Synchronises with the provider, and waits for the end. */
export function synchronise(): Promise<Synchronisation> {
  const options = { query: { wait: '1' }, timeoutMs: SCHEDULER_TIMEOUT_MS } as const
  return get<typeof schedulerRealtime>('/api/functions/scheduler-realtime', options)
}

export const demoMatchQuery = queryOptions({
  queryKey: ['operator', 'demo-match'],
  queryFn: async ({ signal }) => (await get<typeof getDemoMatch>('/api/operator_demo_match', { signal })).match,
})

/** The fields of the demo match that another state replaces. */
const replacedOf = (seen: DemoMatch) =>
  seen === null ? null : { status: seen.status, published: seen.published, ballots: seen.ballots }

export function bringDemoMatch({ state, seen }: { readonly state: DemoState; readonly seen: DemoMatch }) {
  return act<typeof makeDemoMatch>('/api/functions/make-demo-match', replacedOf(seen), { body: { state } })
}

export function deleteDemoMatch(seen: DemoMatch) {
  return act<typeof removeDemoMatch>('/api/functions/remove-demo-match', replacedOf(seen), { body: {} })
}

export interface MatchCorrection extends Wish {
  readonly id: number
  readonly reason: string
}

/** Course of a match, as a check of its correction found it. */
export type MatchCourse = Output<typeof correctMatchEndpoint>['match']

/** Corrects a match of a course, or only checks that it can be. */
export function correctMatch({ id, to, minute, ...rest }: MatchCorrection, seen: MatchCourse | 'check') {
  const check = seen === 'check'
  const body = { match_id: id, to, minute: to === 'live' ? minute : null, ...rest, check }
  const path = '/api/functions/correct-match'
  return check
    ? request<Output<typeof correctMatchEndpoint>>('POST', path, { body })
    : act<typeof correctMatchEndpoint>(path, seen, { body })
}

/** Waits for the provider too, within the server's own limit. */
export function checkMatch(match_id: number) {
  const options = { query: { match_id }, timeoutMs: SCHEDULER_TIMEOUT_MS }
  return get<typeof getMatchDiagnostic>('/api/operator_match_diagnostic', options)
}

/** Prefix of the list of excluded matches, in each size. */
export const EXCLUDED_MATCHES = ['operator', 'excluded-matches'] as const

/** Sizes of the list of excluded matches (spec section 9). */
export const EXCLUDED_LIMITS = [20, 50, 100] as const
export type ExcludedLimit = (typeof EXCLUDED_LIMITS)[number]

export function excludedMatchesQuery(limit: ExcludedLimit) {
  return queryOptions({
    queryKey: [...EXCLUDED_MATCHES, limit],
    queryFn: async ({ signal }) =>
      (await get<typeof listExcludedMatches>('/api/excluded_matches', { query: { limit }, signal })).items,
  })
}

export function searchLineup(match_id: number) {
  const options = { body: { match_id }, timeoutMs: SCHEDULER_TIMEOUT_MS }
  return call<typeof readLineup>('POST', '/api/functions/read-lineup', options)
}

export function checkQualification() {
  const options = { timeoutMs: SCHEDULER_TIMEOUT_MS }
  return get<typeof getQualificationDiagnostic>('/api/operator_world_cup_qualification', options)
}

/** Matches of the clubs that a text finds. */
export function matchSearchQuery(search: string) {
  return queryOptions({
    queryKey: ['operator', 'matches', search],
    queryFn: async ({ signal }) => {
      const { items } = await get<typeof searchMatches>('/api/operator_matches', { query: { search }, signal })
      return items.map((match) => ({
        ...match,
        id: match.match_id,
        name: words.match(match.home_team, match.away_team),
      }))
    },
  })
}
