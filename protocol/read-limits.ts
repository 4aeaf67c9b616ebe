/**
 * How much one read holds (spec sections 4, 7 and 9): the server gives it by default or at most, and screens count on it. Those of the screens
 * alone are in web/src/lib/limits.ts.
 */

/** Window of the home list, minutes past and future: 7 days. */
export const HOME_WINDOW_MINUTES = 10_080
/** Window of the history, minutes past: 30 days. */
export const HISTORY_PAST_MINUTES = 43_200
/** The same in days. */
export const HISTORY_DAYS = HISTORY_PAST_MINUTES / (24 * 60)
/** Rows of `home_fixtures` read when the home procedure fails. */
export const FALLBACK_LIST_LIMIT = 60
/** Rows of a match's ranking shown by default. */
export const TOP_RANKING_LIMIT = 10
/** Matches per page of a player's history. */
export const PLAYER_HISTORY_PAGE = 20
/** Points rows read by the local season aggregation. */
export const POINTS_ROWS_LIMIT = 100_000
/** Such ranges of one table that are served: more rows than a season has, and few enough to be built once for all. */
export const POINTS_RANGES_LIMIT = 5
/** Maximum number of matches that one read lists by id. */
export const MATCHES_PER_READ = 100
/** Ballots shown on the profile. */
export const PROFILE_VOTES = 20
/** Maximum number of matches whose own ballots a fan may ask for at once: a week of every competition takes a few reads. */
export const VOTES_PER_READ = 400

/** Season ranking: first page, then pages of. */
export const RANKING_FIRST_PAGE = 20
export const RANKING_NEXT_PAGE = 5
/** Maximum number of results of a search. */
export const SEARCH_MAX_RESULTS = 50

/** Rows of the reporting table on one page. */
export const REPORTING_PAGE = 50
/** Maximum number of rows of the reporting table in one file. */
export const CSV_ROWS = 10_000
