import { queryOptions } from '@tanstack/react-query'
import type { getHomeMatches, HomeFixture, listHomeFixtures } from '@tribune/contract/matches.ts'
import type { schedulerRealtime } from '@tribune/contract/operator/runs.ts'
import { HOME_MATCHES } from '@tribune/protocol/kept-reads.ts'
import { FALLBACK_LIST_LIMIT } from '@tribune/protocol/read-limits.ts'
import { get } from '../lib/http/api.ts'
import { serverNow } from '../lib/http/server-clock.ts'
import { SCHEDULER_TIMEOUT_MS } from '../lib/limits.ts'
import { HOME_WINDOW } from './first-reads.ts'
import { HOME } from './keys.ts'
import { keepLaterRows } from './live/later-rows.ts'

/** The fallback starts a few hours back: its rows come oldest first and limited, and would otherwise begin a month ago. */
const FALLBACK_PAST_MS = 6 * 3_600_000

/** The home list, or if its call fails the rows of `home_fixtures`. Throws only if both fail. */
export const homeQuery = queryOptions({
  queryKey: HOME,
  structuralSharing: keepLaterRows,
  queryFn: async ({ signal }): Promise<readonly HomeFixture[]> => {
    // After the request of the list itself, which the fan waits for.
    setTimeout(askForFreshScores)
    try {
      return (await get<typeof getHomeMatches>(HOME_MATCHES, { query: HOME_WINDOW, signal })).items
    } catch (error) {
      if (signal.aborted) throw error
      return readFallback(signal)
    }
  },
})

async function readFallback(signal: AbortSignal): Promise<readonly HomeFixture[]> {
  const { items } = await get<typeof listHomeFixtures>('/api/home_fixtures', {
    query: { limit: FALLBACK_LIST_LIMIT, from: new Date(serverNow().getTime() - FALLBACK_PAST_MS).toISOString() },
    signal,
  })
  return items
}

/** Asks the server to refresh scores. The list does not wait for it, and the server logs failures. */
function askForFreshScores(): void {
  get<typeof schedulerRealtime>('/api/functions/scheduler-realtime', { timeoutMs: SCHEDULER_TIMEOUT_MS }).catch(
    () => undefined,
  )
}
