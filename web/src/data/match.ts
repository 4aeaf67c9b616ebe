import { queryOptions } from '@tanstack/react-query'
import type { getMatchScreen } from '@tribune/contract/matches.ts'
import { MATCH_SCREEN } from '@tribune/protocol/kept-reads.ts'
import { get } from '../lib/http/api.ts'
import { matchKey } from './keys.ts'
import { keepLaterMatch } from './live/later-rows.ts'

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
