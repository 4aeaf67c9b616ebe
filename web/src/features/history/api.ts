import { queryOptions } from '@tanstack/react-query'
import type {
  getHomeMatches,
  getMatchWinners,
  HomeFixture,
  listHomeFixtures,
  MatchWinner,
} from '@tribune/contract/matches.ts'
import { groupBy } from '@tribune/domain/group.ts'
import { MINUTE_MS } from '@tribune/domain/instant.ts'
import { HISTORY_PAST_MINUTES } from '@tribune/domain/refresh.ts'
import { get } from '../../lib/http/api.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { noteFilling } from '../../lib/live/filling.ts'

/** As many plain rows as one read gives. */
const FALLBACK_ROWS = 100

/** The matches of thirty days, of which the finished ones are the history, and who won each. */
export const historyQuery = queryOptions({
  queryKey: ['history'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const [matches, winners] = await Promise.all([readMatches(signal), readWinners(signal)])
    return { matches: matches.filter((match) => match.status === 'finished'), winners }
  },
})

/** When the procedure fails, the newest plain rows of `home_fixtures`; only when both fail, an error. */
async function readMatches(signal: AbortSignal): Promise<readonly HomeFixture[]> {
  try {
    const query = { window_past_minutes: HISTORY_PAST_MINUTES, window_future_minutes: 0 }
    return noteFilling(await get<typeof getHomeMatches>('/api/rpc/get_home_matches', { query, signal })).items
  } catch (error) {
    if (signal.aborted) throw error
    const from = new Date(serverNow().getTime() - HISTORY_PAST_MINUTES * MINUTE_MS).toISOString()
    const query = { status: 'finished', from, order: 'desc', limit: FALLBACK_ROWS } as const
    return (await get<typeof listHomeFixtures>('/api/home_fixtures', { query, signal })).items
  }
}

/** By match. Without them the cards only say less. */
async function readWinners(signal: AbortSignal): Promise<ReadonlyMap<number, readonly MatchWinner[]>> {
  const query = { window_past_minutes: HISTORY_PAST_MINUTES }
  const read = get<typeof getMatchWinners>('/api/rpc/get_match_winners', { query, signal })
  const { items } = await read.catch(() => ({ items: [] }))
  return groupBy(items, (winner) => winner.match_id)
}
