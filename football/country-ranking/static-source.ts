import { FeedError } from '../feed.ts'
import type { CountryRanking, CountryRankingSource } from './source.ts'
import { TABLE_YEAR, UEFA_TABLE } from './table.ts'

/** Creates a source that returns the table that ships with the product, for later years too. Refuses earlier years. */
export function createStaticCountryRanking(): CountryRankingSource {
  return {
    async ranking(year) {
      if (year < TABLE_YEAR) throw new FeedError('bad_request', `no country ranking before ${TABLE_YEAR}`)
      return TABLE
    },
  }
}

const TABLE: CountryRanking = {
  source: UEFA_TABLE.source,
  as_of: UEFA_TABLE.asOf,
  count: UEFA_TABLE.rows.length,
  items: UEFA_TABLE.rows.map(({ rank, country, code, points }) => ({ rank, country, code, points })),
}
