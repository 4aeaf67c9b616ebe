import { FeedError } from '../feed.ts'

/** Year in which the last season of the table ends. */
export const TABLE_YEAR = 2026

/**
 * Association coefficients of 2021/22-2025/26. Ranks 1-14 and 16-20 as published in July 2026, the others as of 2026-03-05. Those are final
 * except for Cyprus, Hungary and Ukraine (a club was still playing) and Slovenia (derived), which may be off by a few ranks.
 */
export const UEFA_TABLE = {
  source: 'UEFA',
  asOf: '2026-07-03',
  rows: [
    { rank: 1, code: 'ENG', country: 'England', points: 119.519, feedCountry: 'England' },
    { rank: 2, code: 'ITA', country: 'Italy', points: 99.946, feedCountry: 'Italy' },
    { rank: 3, code: 'ESP', country: 'Spain', points: 97.046, feedCountry: 'Spain' },
    { rank: 4, code: 'GER', country: 'Germany', points: 92.902, feedCountry: 'Germany' },
    { rank: 5, code: 'FRA', country: 'France', points: 83.498, feedCountry: 'France' },
    { rank: 6, code: 'POR', country: 'Portugal', points: 73.166, feedCountry: 'Portugal' },
    { rank: 7, code: 'NED', country: 'Netherlands', points: 67.929, feedCountry: 'Netherlands' },
    { rank: 8, code: 'BEL', country: 'Belgium', points: 62.25, feedCountry: 'Belgium' },
    { rank: 9, code: 'TUR', country: 'Türkiye', points: 51.875, feedCountry: 'Turkey' },
    { rank: 10, code: 'CZE', country: 'Czechia', points: 48.525, feedCountry: 'Czech-Republic' },
    { rank: 11, code: 'GRE', country: 'Greece', points: 48.412, feedCountry: 'Greece' },
    { rank: 12, code: 'POL', country: 'Poland', points: 46.75, feedCountry: 'Poland' },
    { rank: 13, code: 'DEN', country: 'Denmark', points: 42.106, feedCountry: 'Denmark' },
    { rank: 14, code: 'NOR', country: 'Norway', points: 41.237, feedCountry: 'Norway' },
    { rank: 15, code: 'CYP', country: 'Cyprus', points: 35.444, feedCountry: 'Cyprus' },
    { rank: 16, code: 'SUI', country: 'Switzerland', points: 34.7, feedCountry: 'Switzerland' },
    { rank: 17, code: 'AUT', country: 'Austria', points: 33.85, feedCountry: 'Austria' },
    { rank: 18, code: 'SCO', country: 'Scotland', points: 32.05, feedCountry: 'Scotland' },
    { rank: 19, code: 'SWE', country: 'Sweden', points: 29.625, feedCountry: 'Sweden' },
    { rank: 20, code: 'CRO', country: 'Croatia', points: 28.156, feedCountry: 'Croatia' },
    { rank: 21, code: 'ISR', country: 'Israel', points: 27.5, feedCountry: 'Israel' },
    { rank: 22, code: 'HUN', country: 'Hungary', points: 26.688, feedCountry: 'Hungary' },
    { rank: 23, code: 'SRB', country: 'Serbia', points: 25.75, feedCountry: 'Serbia' },
    { rank: 24, code: 'ROU', country: 'Romania', points: 25.25, feedCountry: 'Romania' },
    { rank: 25, code: 'SVN', country: 'Slovenia', points: 24.469, feedCountry: 'Slovenia' },
    { rank: 26, code: 'UKR', country: 'Ukraine', points: 24.413, feedCountry: 'Ukraine' },
    { rank: 27, code: 'AZE', country: 'Azerbaijan', points: 22.938, feedCountry: 'Azerbaijan' },
    { rank: 28, code: 'SVK', country: 'Slovakia', points: 22.375, feedCountry: 'Slovakia' },
    { rank: 29, code: 'BUL', country: 'Bulgaria', points: 21.063, feedCountry: 'Bulgaria' },
    { rank: 30, code: 'IRL', country: 'Republic of Ireland', points: 18.761, feedCountry: 'Ireland' },
    { rank: 31, code: 'RUS', country: 'Russia', points: 18.299, feedCountry: 'Russia' },
    { rank: 32, code: 'ISL', country: 'Iceland', points: 16.521, feedCountry: 'Iceland' },
    { rank: 33, code: 'ARM', country: 'Armenia', points: 15.063, feedCountry: 'Armenia' },
    { rank: 34, code: 'MDA', country: 'Moldova', points: 14.625, feedCountry: 'Moldova' },
    { rank: 35, code: 'FIN', country: 'Finland', points: 14.0, feedCountry: 'Finland' },
    { rank: 36, code: 'KOS', country: 'Kosovo', points: 13.989, feedCountry: 'Kosovo' },
    { rank: 37, code: 'KAZ', country: 'Kazakhstan', points: 13.75, feedCountry: 'Kazakhstan' },
    { rank: 38, code: 'BIH', country: 'Bosnia and Herzegovina', points: 13.719, feedCountry: 'Bosnia' },
    { rank: 39, code: 'LVA', country: 'Latvia', points: 12.875, feedCountry: 'Latvia' },
    { rank: 40, code: 'FRO', country: 'Faroe Islands', points: 9.75, feedCountry: 'Faroe-Islands' },
    { rank: 41, code: 'MLT', country: 'Malta', points: 9.0, feedCountry: 'Malta' },
    { rank: 42, code: 'LIE', country: 'Liechtenstein', points: 8.5, feedCountry: 'Liechtenstein' },
    { rank: 43, code: 'EST', country: 'Estonia', points: 8.209, feedCountry: 'Estonia' },
    { rank: 44, code: 'ALB', country: 'Albania', points: 8.125, feedCountry: 'Albania' },
    { rank: 45, code: 'MKD', country: 'North Macedonia', points: 7.761, feedCountry: 'Macedonia' },
    { rank: 46, code: 'LTU', country: 'Lithuania', points: 7.75, feedCountry: 'Lithuania' },
    { rank: 47, code: 'NIR', country: 'Northern Ireland', points: 7.25, feedCountry: 'Northern-Ireland' },
    { rank: 48, code: 'GIB', country: 'Gibraltar', points: 7.125, feedCountry: 'Gibraltar' },
    { rank: 49, code: 'AND', country: 'Andorra', points: 6.834, feedCountry: 'Andorra' },
    { rank: 50, code: 'LUX', country: 'Luxembourg', points: 6.625, feedCountry: 'Luxembourg' },
    { rank: 51, code: 'BLR', country: 'Belarus', points: 6.625, feedCountry: 'Belarus' },
    { rank: 52, code: 'MNE', country: 'Montenegro', points: 6.583, feedCountry: 'Montenegro' },
    { rank: 53, code: 'GEO', country: 'Georgia', points: 6.0, feedCountry: 'Georgia' },
    { rank: 54, code: 'WAL', country: 'Wales', points: 5.625, feedCountry: 'Wales' },
    { rank: 55, code: 'SMR', country: 'San Marino', points: 2.833, feedCountry: 'San-Marino' },
  ],
} as const

const UEFA_CODES: ReadonlyMap<string, string> = new Map(
  UEFA_TABLE.rows.map(({ code, feedCountry }) => [keyOf(feedCountry), code]),
)

/** Returns UEFA's code of a country in the football feed's words, or `null` for a country that UEFA does not rank. */
export function uefaCodeOf(feedCountry: string): string | null {
  return UEFA_CODES.get(keyOf(feedCountry)) ?? null
}

/** The feed writes `San-Marino` and `San Marino`. */
function keyOf(feedCountry: string): string {
  return feedCountry.trim().toLowerCase().replaceAll(' ', '-')
}

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
