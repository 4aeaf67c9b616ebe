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
