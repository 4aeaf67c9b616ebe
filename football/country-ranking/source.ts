import { FeedError } from '../feed.ts'
import { TABLE_YEAR, UEFA_TABLE } from './table.ts'

/** A ranking of countries, as `uefa-country-ranking` returns it. */
export interface CountryRanking {
  /** Author of the ranking, to be shown next to it. */
  readonly source: string
  /** Date of the points, `YYYY-MM-DD`. */
  readonly as_of: string
  readonly count: number
  /** Best first. */
  readonly items: readonly RankedCountry[]
}

export interface RankedCountry {
  readonly rank: number
  readonly country: string
  /** UEFA's three-letter code. */
  readonly code: string
  /** Sum over five seasons. */
  readonly points: number
}

/** A source of the country ranking. Fails only with a `FeedError`. */
export interface CountryRankingSource {
  /** Returns the ranking over the five seasons of which the last ends in `year`. */
  ranking(year: number): Promise<CountryRanking>
}

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
