import { queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { schedulerRealtime } from '@tribune/contract/functions.ts'
import type { getHomeMatches, HomeFixture, listHomeFixtures } from '@tribune/contract/matches.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import { FALLBACK_LIST_LIMIT, HOME_WINDOW_MINUTES, SCHEDULER_TIMEOUT_MS } from '@tribune/domain/refresh.ts'
import { get } from '../../lib/api.ts'
import { serverNow } from '../../lib/server-clock.ts'

/** Oldest first and bounded, the plain rows would begin a month ago: they are asked from a few hours back. */
const FALLBACK_PAST_MS = 6 * 3_600_000

/** As many ids as one read of ballots takes. */
const MOST_VOTES = 400

/** The home list; when its procedure fails, the plain rows of `home_fixtures`; only when both fail, an error. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: async ({ signal }): Promise<readonly HomeFixture[]> => {
    askForFreshScores()
    try {
      return await readHome(signal)
    } catch (error) {
      if (signal.aborted) throw error
      return readFallback(signal)
    }
  },
})

/** The fan's own ballots for the matches of the list. */
export function myVotesQuery(matchIds: readonly number[]) {
  const ids = matchIds.slice(0, MOST_VOTES)
  return queryOptions({
    queryKey: ['votes', 'home', ids],
    queryFn: ({ signal }) =>
      get<Output<typeof listVotes>>('/api/votes', {
        query: { match_ids: ids.join(','), limit: MOST_VOTES },
        signal,
      }),
  })
}

async function readHome(signal: AbortSignal): Promise<readonly HomeFixture[]> {
  const { items } = await get<Output<typeof getHomeMatches>>('/api/rpc/get_home_matches', {
    query: { window_past_minutes: HOME_WINDOW_MINUTES, window_future_minutes: HOME_WINDOW_MINUTES },
    signal,
  })
  return items
}

async function readFallback(signal: AbortSignal): Promise<readonly HomeFixture[]> {
  const { items } = await get<Output<typeof listHomeFixtures>>('/api/home_fixtures', {
    query: { limit: FALLBACK_LIST_LIMIT, from: new Date(serverNow().getTime() - FALLBACK_PAST_MS).toISOString() },
    signal,
  })
  return items
}

/** Asks the server to look for news; the list does not wait for it, and its failure is the server's to log. */
function askForFreshScores(): void {
  get<Output<typeof schedulerRealtime>>('/api/functions/scheduler-realtime', { timeoutMs: SCHEDULER_TIMEOUT_MS }).catch(
    () => undefined,
  )
}
