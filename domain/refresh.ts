/**
 * Every pace and limit that server, contract and screens share (spec sections 4, 7 and 9); those of the screens alone are in
 * web/src/lib/limits.ts. Times are milliseconds unless the name says otherwise.
 */

/** Screens that reload by themselves. */
export type RefreshedScreen = 'home' | 'match'

const REFRESH_MS = { home: { normal: 45_000, slow: 60_000 }, match: { normal: 35_000, slow: 45_000 } } as const

/** Whether a connection, named as `navigator.connection.effectiveType` does, is slow (spec section 4); unknown is not slow. */
export function isSlowConnection(effectiveType: string | null | undefined): boolean {
  return effectiveType === '2g' || effectiveType === 'slow-2g'
}

/** Milliseconds between two reloads of a screen, while online and visible (spec section 4). */
export function refreshInterval(screen: RefreshedScreen, effectiveType: string | null | undefined): number {
  return REFRESH_MS[screen][isSlowConnection(effectiveType) ? 'slow' : 'normal']
}

/** `scheduler-realtime` runs by itself this often. */
export const SCHEDULER_PERIOD_MINUTES = 15
/** The provider's own refresh: it is never called more often for the same thing (decisions, "Matches and data"). */
export const PROVIDER_REFRESH_MS = 15_000
/** While a vote is open its ranking is recomputed at most this often (decisions, "From ballots to points"). */
export const RANKING_REFRESH_MS = 2_000

const RETRY_STEP_MS = 300

/** Wait after attempt `attempt` (1, 2, …) has failed. */
export function retryDelay(attempt: number): number {
  return RETRY_STEP_MS * attempt
}

/** Window of the home list, minutes past and future: 7 days. */
export const HOME_WINDOW_MINUTES = 10_080
/** Window of the history, minutes past: 30 days. */
export const HISTORY_PAST_MINUTES = 43_200
/** Rows of `home_fixtures` read when the home procedure fails. */
export const FALLBACK_LIST_LIMIT = 60
/** Rows of a match's ranking shown by default. */
export const TOP_RANKING_LIMIT = 10
/** Competitions listed on the explanation page. */
export const EXPLAINED_COMPETITIONS = 8
/** Matches per page of a player's history. */
export const PLAYER_HISTORY_PAGE = 20
/** Points rows read by the local season aggregation. */
export const POINTS_ROWS_LIMIT = 100_000
/** Such ranges of one table that are served: more rows than a season has, and few enough to be built once for all. */
export const POINTS_RANGES_LIMIT = 5
/** Points rows read by a player's page. */
export const PLAYER_POINTS_LIMIT = 9_999
/** Ballots shown on the profile. */
export const PROFILE_VOTES = 20
/** Most matches whose own ballots a fan may ask for at once: a week of every competition takes a few reads. */
export const VOTES_PER_READ = 400
/** Newest ballots shown to the operator. */
export const ADMIN_VOTES_LIMIT = 10
/** Shortest password, in characters. */
export const PASSWORD_MIN_LENGTH = 6

/** Season ranking: first page, then pages of. */
export const RANKING_FIRST_PAGE = 20
export const RANKING_NEXT_PAGE = 5

/** Most results of a search. */
export const SEARCH_MAX_RESULTS = 50
