import { queryOptions } from '@tanstack/react-query'
import type { schedulerRealtime } from '@tribune/contract/functions.ts'
import type { getHomeMatches, HomeFixture, listHomeFixtures } from '@tribune/contract/matches.ts'
import type { listVotes, Vote } from '@tribune/contract/votes.ts'
import {
  FALLBACK_LIST_LIMIT,
  HOME_WINDOW_MINUTES,
  SCHEDULER_TIMEOUT_MS,
  VOTES_PER_READ,
} from '@tribune/domain/refresh.ts'
import { get } from '../../lib/http/api.ts'
import { HOME, OWN_BALLOTS } from '../../lib/http/query-keys.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { keepLaterRows } from '../../lib/list/later-rows.ts'

/** Oldest first and bounded, the plain rows would begin a month ago: they are asked from a few hours back. */
const FALLBACK_PAST_MS = 6 * 3_600_000

/** The home list; when its procedure fails, the plain rows of `home_fixtures`; only when both fail, an error. */
export const homeQuery = queryOptions({
  queryKey: HOME,
  structuralSharing: keepLaterRows,
  queryFn: async ({ signal }): Promise<readonly HomeFixture[]> => {
    // After the list itself, which is what the fan waits for.
    setTimeout(askForFreshScores)
    try {
      return await readHome(signal)
    } catch (error) {
      if (signal.aborted) throw error
      return readFallback(signal)
    }
  },
})

/** A fan's own ballots for the matches of a list. A match that begins holds none yet: the key leaves the matches out. */
export function ownBallotsQuery(list: string, fanId: string, matchIds: readonly number[]) {
  return queryOptions({
    queryKey: [...OWN_BALLOTS, list, fanId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Vote[]> => {
      const starts = Array.from(
        { length: Math.ceil(matchIds.length / VOTES_PER_READ) },
        (_, part) => part * VOTES_PER_READ,
      )
      const parts = starts.map((start) => readVotes(matchIds.slice(start, start + VOTES_PER_READ), signal))
      return (await Promise.all(parts)).flat()
    },
  })
}

async function readVotes(ids: readonly number[], signal: AbortSignal): Promise<readonly Vote[]> {
  const query = { match_ids: ids.join(','), limit: VOTES_PER_READ }
  return (await get<typeof listVotes>('/api/votes', { query, signal })).items
}

async function readHome(signal: AbortSignal): Promise<readonly HomeFixture[]> {
  const { items } = await get<typeof getHomeMatches>('/api/rpc/get_home_matches', {
    query: { window_past_minutes: HOME_WINDOW_MINUTES, window_future_minutes: HOME_WINDOW_MINUTES },
    signal,
  })
  return items
}

async function readFallback(signal: AbortSignal): Promise<readonly HomeFixture[]> {
  const { items } = await get<typeof listHomeFixtures>('/api/home_fixtures', {
    query: { limit: FALLBACK_LIST_LIMIT, from: new Date(serverNow().getTime() - FALLBACK_PAST_MS).toISOString() },
    signal,
  })
  return items
}

/** Asks the server to look for news; the list does not wait for it, and its failure is the server's to log. */
function askForFreshScores(): void {
  get<typeof schedulerRealtime>('/api/functions/scheduler-realtime', { timeoutMs: SCHEDULER_TIMEOUT_MS }).catch(
    () => undefined,
  )
}
