/**
 * Every timing, limit and number of the screens (spec sections 4, 7 and 9), under one roof so that no screen holds a literal.
 * Times are milliseconds unless the name says otherwise.
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

/** Longest wait for an answer of the server. */
export const REQUEST_TIMEOUT_MS = 10_000
/** Longest wait for `scheduler-realtime` before a home refresh. */
export const SCHEDULER_TIMEOUT_MS = 30_000
/** `scheduler-realtime` runs by itself this often. */
export const SCHEDULER_PERIOD_MINUTES = 15
/** The provider's own refresh: it is never called more often for the same thing (decisions, "Matches and data"). */
export const PROVIDER_REFRESH_MS = 15_000
/** While a vote is open its ranking is recomputed at most this often (decisions, "From ballots to points"). */
export const RANKING_REFRESH_MS = 2_000

/** Attempts of a call that may be retried, the first one included. */
export const RETRY_ATTEMPTS = 3
/** Answers worth another attempt. */
export const RETRY_STATUSES: readonly number[] = [429, 500, 502, 503, 504]
const RETRY_STEP_MS = 300

/** Wait after attempt `attempt` (1, 2, …) has failed. */
export function retryDelay(attempt: number): number {
  return RETRY_STEP_MS * attempt
}

/** A change of the podium is saved after this. */
export const SAVE_DELAY_MS = 100
/** Two taps on one place nearer to each other than this are one double tap. */
export const DOUBLE_TAP_MS = 400
/** How long toasts stay: a pick, a completed vote, an error, any other. */
export const TOAST_MS = { pick: 1_500, complete: 3_000, error: 5_000, generic: 3_500 } as const
/** The native splash lasts this long, and begins to fade at the second. */
export const SPLASH_MS = 2_000
export const SPLASH_FADE_MS = 1_500
/** From the deletion of an account to the home page. */
export const DELETION_REDIRECT_MS = 2_000

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

/** Season ranking: first page, then pages of, loaded that long after the last and that many pixels before the end. */
export const RANKING_FIRST_PAGE = 20
export const RANKING_NEXT_PAGE = 5
export const RANKING_AUTOLOAD_DELAY_MS = 800
export const RANKING_MARGIN_PX = 200

/** Search: wait after the last key, and most results. */
export const SEARCH_DEBOUNCE_MS = 400
export const SEARCH_MAX_RESULTS = 50

/** Scroll, in pixels, after which the floating search and the scroll-to-top bar appear. */
export const SCROLL_TOP_PX = 100
/** Where the welcome banner sends a fan who wants to search. */
export const WELCOME_SCROLL_PX = 400
/** Pull to refresh: pixels to pull, and how much of the finger's way the page follows. */
export const PULL_THRESHOLD_PX = 80
export const PULL_RESISTANCE = 0.5
/** Loading cards of the home page. */
export const SKELETON_CARDS = 6
/** Confetti pieces of a complete vote. */
export const CONFETTI_PARTICLES = 50
/** Vibration lengths. */
export const HAPTIC_MS = { light: 10, medium: 20, heavy: 30 } as const

/** Pages of the operator: life of the reporting cache, rows, page buttons, choices of the excluded list, newest job runs. */
export const REPORTING_CACHE_MS = 300_000
export const REPORTING_PAGE = 50
export const PAGE_BUTTONS = 5
export const EXCLUDED_PAGE_SIZES = [20, 50, 100] as const
export const METRICS_LATEST = 50
/** Recalculating all: matches at once, pause between batches, progress told every so many matches. */
export const RECALCULATION = { batch: 5, pause_ms: 1_000, progress_every: 5 } as const
/** The demonstration match of the operator. */
export const DEMO_MATCH_ID = 9_999_999
