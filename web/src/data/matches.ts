import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type {
  getHomeMatches,
  getMatchScreen,
  HomeFixture,
  listHomeFixtures,
  MatchScreen,
} from '@tribune/contract/matches.ts'
import type { schedulerRealtime } from '@tribune/contract/operator/runs.ts'
import { HOME_MATCHES, MATCH_SCREEN } from '@tribune/protocol/cached-reads.ts'
import { laterRow } from '@tribune/protocol/live.ts'
import { FALLBACK_LIST_LIMIT } from '@tribune/protocol/read-limits.ts'
import { get } from '../lib/http/api.ts'
import { serverNow } from '../lib/http/server-clock.ts'
import { SCHEDULER_TIMEOUT_MS } from '../lib/limits.ts'
import { HOME_WINDOW } from './first-reads.ts'
import { HOME, matchKey } from './keys.ts'

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

/** The whole match screen in one read. An unchanged answer costs only a comparison (ETag). */
export function matchQuery(id: number) {
  return queryOptions({
    queryKey: matchKey(id),
    // The route's loader has just read it.
    retryOnMount: false,
    structuralSharing: keepLaterMatch,
    queryFn: ({ signal }) => get<typeof getMatchScreen>(MATCH_SCREEN, { query: { match_id: id }, signal }),
  })
}

/**
 * Merges a new answer of a list into the cached one: the later row of each match wins, so that a displayed minute never decreases. The stream may
 * have overtaken a slow answer.
 */
export function keepLaterRows(shown: unknown, answered: unknown): unknown {
  const rows = new Map((shown as readonly HomeFixture[] | undefined)?.map((row) => [row.match_id, row]))
  return replaceEqualDeep(
    shown,
    (answered as readonly HomeFixture[]).map((row) => laterRow(rows.get(row.match_id), row)),
  )
}

/** Merges a new answer of a match screen: the voting window belongs to the row, everything else comes from the answer. */
export function keepLaterMatch(shown: unknown, answered: unknown): unknown {
  const [before, next] = [shown as MatchScreen | undefined, answered as MatchScreen]
  if (before === undefined || laterRow(before.match, next.match) === next.match)
    return replaceEqualDeep(shown, answered)
  const { match, votes_open, votes_close_at } = before
  return replaceEqualDeep(shown, { ...next, match, votes_open, votes_close_at })
}
