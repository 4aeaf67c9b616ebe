import { queryOptions } from '@tanstack/react-query'
import type { searchMatches } from '@tribune/contract/operator/search.ts'
import { matchChoice as words } from '@tribune/french/sentences/operator/one-match.ts'
import { get } from '../../lib/http/api.ts'

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
