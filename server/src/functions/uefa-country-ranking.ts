import { uefaCountryRanking } from '@tribune/contract/functions.ts'
import { FeedError } from '@tribune/football/feed.ts'
import type { App } from '../app.ts'
import { Refusal } from '../http/refusal.ts'
import type { Router } from '../http/route.ts'
import { runFunction } from './run.ts'

/** A year of which there is no table is the caller's mistake, not the source's. */
function refuseUnknownYear(error: unknown): never {
  throw error instanceof FeedError && error.kind === 'bad_request' ? new Refusal('invalid_request') : error
}

export function registerUefaCountryRanking(route: Router, app: App): void {
  route(uefaCountryRanking, async ({ query }) => {
    const { result } = await runFunction(app, 'uefa-country-ranking', async () => {
      const ranking = await app.countries.ranking(query.year).catch(refuseUnknownYear)
      return { result: ranking, processed: ranking.count }
    })
    return { ...result, items: [...result.items] }
  })
}
