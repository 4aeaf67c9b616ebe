/** A ranking of countries, as `uefa-country-ranking` answers it. */
export interface CountryRanking {
  /** Whose ranking it is; shown beside it. */
  readonly source: string
  /** Day the points stood so, `YYYY-MM-DD`. */
  readonly as_of: string
  readonly count: number
  /** Best first. */
  readonly items: readonly RankedCountry[]
}

export interface RankedCountry {
  readonly rank: number
  readonly country: string
  /** UEFA's three letters. */
  readonly code: string
  /** Sum of five seasons. */
  readonly points: number
}

/** Where the ranking of countries comes from. Fails only with a `FeedError`. */
export interface CountryRankingSource {
  /** `year` is the one in which the last of the five seasons ends. */
  ranking(year: number): Promise<CountryRanking>
}
