import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type {
  AsideGroup,
  BallotGroup,
  getBallotGroups,
  letResultStand,
  listBallotMatches,
  listBallotsAside,
  setBallotsAside,
  takeBallotsBack,
} from '@tribune/contract/operator/ballots.ts'
import { call, get } from '../../lib/http/api.ts'
import { act } from './act.ts'

/** The latest matches with the most ballots. */
export const ballotMatchesQuery = queryOptions({
  queryKey: ['operator', 'ballots'],
  queryFn: async ({ signal }) => (await get<typeof listBallotMatches>('/api/ballot_matches', { signal })).items,
})

/** The groups of one match's ballots, and what is set aside of them. */
export function ballotGroupsQuery(matchId: number) {
  return queryOptions({
    queryKey: ['operator', 'ballots', matchId],
    queryFn: ({ signal }) =>
      get<typeof getBallotGroups>('/api/ballot_groups', { query: { match_id: matchId }, signal }),
  })
}

/** The groups set aside before the one with the id `last`, by pages. */
export function olderAsideQuery(matchId: number, last: string) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'ballots', matchId, 'aside', last],
    queryFn: async ({ pageParam: before, signal }) =>
      (await get<typeof listBallotsAside>('/api/ballots_aside', { query: { match_id: matchId, before }, signal }))
        .items,
    initialPageParam: last,
    // The list says how many there are in all: an empty page is never asked for.
    getNextPageParam: (page) => page.at(-1)?.id,
  })
}

export type Counts = Output<typeof setBallotsAside>

/** Sets a group aside for a reason, with the number of ballots that is shown. */
export function setAside(match_id: number, { dimension, key, ballots }: BallotGroup, reason: string): Promise<Counts> {
  const body = { match_id, dimension, key, ballots, reason }
  return act<typeof setBallotsAside>('/api/functions/set-ballots-aside', { ballots }, { body })
}

/** Restores a group that was set aside, which counts again. */
export function takeBack({ id, ballots }: AsideGroup): Promise<Counts> {
  return act<typeof takeBallotsBack>('/api/functions/take-ballots-back', { ballots }, { body: { id } })
}

/** Makes a provisional result final, and answers requests for a review with no. */
export function letStand(match_id: number): Promise<Output<typeof letResultStand>> {
  return call<typeof letResultStand>('POST', '/api/functions/let-result-stand', { body: { match_id } })
}
