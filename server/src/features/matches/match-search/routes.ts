import { MAX_FOUND_MATCHES, searchMatches } from '@tribune/contract/operator/search.ts'
import { nameKey } from '@tribune/protocol/name-address.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { matchesOfClubs } from './queries.ts'

export function registerMatchSearch(route: Router, app: App): undefined {
  route(searchMatches, async ({ query }) => {
    const key = nameKey(query.search)
    if (key === '') return { items: [] }
    const rows = await matchesOfClubs(app.db, { key, now: app.clock.now(), limit: MAX_FOUND_MATCHES })
    return { items: rows.map((row) => ({ ...row, match_date: row.match_date.toISOString() })) }
  })
  return undefined
}
