import { queryOptions } from '@tanstack/react-query'
import type {
  getHomeMatches,
  getMatchWinners,
  HomeFixture,
  listHomeFixtures,
  MatchWinner,
} from '@tribune/contract/matches.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { groupBy } from '@tribune/domain/common/lists.ts'
import { HOME_MATCHES, MATCH_WINNERS } from '@tribune/protocol/cached-reads.ts'
import { HISTORY_PAST_MINUTES } from '@tribune/protocol/read-limits.ts'
import { get } from '../lib/http/api.ts'
import { serverNow } from '../lib/http/server-clock.ts'
import { recordBackfill } from '../lib/state/filling.ts'

/** The most rows that one read returns. */
const FALLBACK_ROWS = 100

/** The finished matches of the last thirty days, and the winners of each. */
export const historyQuery = queryOptions({
  queryKey: ['history'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const [matches, winners] = await Promise.all([readMatches(signal), readWinners(signal)])
    return { matches: matches.filter((match) => match.status === 'finished'), winners }
  },
})

/** Reads the matches, or if the procedure fails the newest rows of `home_fixtures`. Throws only if both fail. */
async function readMatches(signal: AbortSignal): Promise<readonly HomeFixture[]> {
  try {
    const query = { window_past_minutes: HISTORY_PAST_MINUTES, window_future_minutes: 0 }
    return recordBackfill(await get<typeof getHomeMatches>(HOME_MATCHES, { query, signal })).items
  } catch (error) {
    if (signal.aborted) throw error
    const from = new Date(serverNow().getTime() - HISTORY_PAST_MINUTES * MINUTE_MS).toISOString()
    const query = { status: 'finished', from, order: 'desc', limit: FALLBACK_ROWS } as const
    return (await get<typeof listHomeFixtures>('/api/home_fixtures', { query, signal })).items
  }
}

/** Reads the winners by match. Returns none on failure: the cards work without them. */
async function readWinners(signal: AbortSignal): Promise<ReadonlyMap<number, readonly MatchWinner[]>> {
  const query = { window_past_minutes: HISTORY_PAST_MINUTES }
  const read = get<typeof getMatchWinners>(MATCH_WINNERS, { query, signal })
  const { items } = await read.catch(() => ({ items: [] }))
  return groupBy(items, (winner) => winner.match_id)
}
