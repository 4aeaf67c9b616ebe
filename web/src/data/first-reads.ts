import { HOME_MATCHES, MATCH_SCREEN, SEASON_RANKING } from '@tribune/protocol/cached-reads.ts'
import {
  HOME_WINDOW_MINUTES,
  RANKING_FIRST_PAGE,
  RANKING_NEXT_PAGE,
  SEARCH_MAX_RESULTS,
} from '@tribune/protocol/read-limits.ts'
import { addressOf } from '../lib/http/address.ts'

/** Query of the home list. */
export const HOME_WINDOW = { window_past_minutes: HOME_WINDOW_MINUTES, window_future_minutes: HOME_WINDOW_MINUTES }

/** Returns the query of a page of the ranking: 20 rows first, then 5 at a time; a search is one page of at most 50. */
export function rankingPart(search: string, offset: number) {
  return { p_limit: pageSize(search, offset), p_offset: offset, p_search: search }
}

function pageSize(search: string, offset: number): number {
  if (search !== '') return SEARCH_MAX_RESULTS
  return offset === 0 ? RANKING_FIRST_PAGE : RANKING_NEXT_PAGE
}

/** Address of the signed-in fan. */
export const ME = '/api/me'

/**
 * Lists what screens read first, by the first segment of their path. inline-head-plugin.ts writes it into start.js, which requests it while the app still
 * loads. Must equal the addresses of the queries, or else both are read. `$id` stands for the match of the path.
 */
export const firstReads = (): readonly (readonly [screen: string, addresses: readonly string[]])[] => [
  ['', [addressOf(HOME_MATCHES, HOME_WINDOW), ME]],
  ['match', [`${addressOf(MATCH_SCREEN, { match_id: '' })}$id`, ME]],
  ['rankings', [addressOf(SEASON_RANKING, rankingPart('', 0)), ME]],
]
