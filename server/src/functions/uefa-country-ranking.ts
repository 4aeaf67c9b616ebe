import { uefaCountryRanking } from '@tribune/contract/functions.ts'
import type { App } from '../app.ts'
import type { Router } from '../http/route.ts'
import { runFunction } from './run.ts'

export function registerUefaCountryRanking(route: Router, app: App): void {
  route(uefaCountryRanking, async ({ query }) => {
    const { result } = await runFunction(app, 'uefa-country-ranking', async () => {
      const ranking = await app.countries.ranking(query.year)
      return { result: ranking, processed: ranking.count }
    })
    return { ...result, items: [...result.items] }
  })
}
