/**
 * Timings and limits that several screens share (spec sections 4, 7 and 9). Those shared with the
 * server are in protocol/read-limits.ts. Times are milliseconds unless the name says otherwise.
 */

/** Longest wait for an answer of the server. */
export const REQUEST_TIMEOUT_MS = 10_000
/** Longest wait for `scheduler-realtime` before a home refresh. */
export const SCHEDULER_TIMEOUT_MS = 30_000

/** Attempts of a call that may be retried, including the first. */
export const RETRY_ATTEMPTS = 3
/** Each attempt that fails adds this to the wait for the next. */
export const RETRY_STEP_MS = 300
/** Statuses that are retried. */
export const RETRY_STATUSES: readonly number[] = [429, 500, 502, 503, 504]

/** Delay from a change of the podium until it is saved. */
export const SAVE_DELAY_MS = 100
/** How long toasts stay, by kind. */
export const TOAST_MS = { pick: 1_500, complete: 3_000, error: 5_000, generic: 3_500 } as const
/** How long the podium offers to share or change a complete vote after it is saved. */
export const VOTED_MS = 6_000
/** Delay from the deletion of an account to the home page. */
export const DELETION_REDIRECT_MS = 2_000

/** Time from the load of the page until background work may begin. No other timer is as long: journeys skip it by that. */
export const SETTLED_MS = 1_900

/** The next page of the ranking loads this long after the last one, and this many pixels before the end. */
export const RANKING_AUTOLOAD_DELAY_MS = 800
export const RANKING_MARGIN_PX = 200
/** Delay from the last key in a search box to the search. */
export const SEARCH_DEBOUNCE_MS = 400

/** Scroll, in pixels, after which the floating search and the scroll-to-top bar appear. */
export const SCROLL_TOP_PX = 100
/** Scroll position, in pixels, to which the welcome banner takes a fan who wants to search. */
export const WELCOME_SCROLL_PX = 400
/** Pull to refresh: pixels to pull, and the share of the finger's movement that the page follows. */
export const PULL_THRESHOLD_PX = 80
export const PULL_RESISTANCE = 0.5
/** Competitions listed on the explanation page. */
export const EXPLAINED_COMPETITIONS = 8
/** Skeleton cards of the home page. */
export const SKELETON_CARDS = 6
/** Confetti pieces of a complete vote. */
export const CONFETTI_PARTICLES = 50
/** Vibration lengths. */
export const HAPTIC_MS = { light: 10, medium: 20, heavy: 30 } as const
