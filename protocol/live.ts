import { type Instant, msOf } from '@tribune/domain/common/instant.ts'

/** Screens that reload by themselves. */
export type RefreshedScreen = 'home' | 'match'

/** Milliseconds between two reloads of a screen, while online and visible (spec section 4). */
const REFRESH_MS = { home: { normal: 45_000, slow: 60_000 }, match: { normal: 35_000, slow: 45_000 } } as const

/** Milliseconds between two heartbeats of the server, by which proxies keep the stream open and a phone knows that it is alive. */
export const LIVE_BEAT_MS = 20_000
/** Milliseconds without an event after which a stream counts as lost, even if its socket is open: two missed heartbeats. */
export const LIVE_SILENCE_MS = 50_000
/** Matches that one listener may follow by their id. */
export const LIVE_MATCHES_LIMIT = 20
/** Re-reads that an event asks of all phones at once are spread over this, in milliseconds. */
export const LIVE_SPREAD_MS = { result: 1_500, lineup: 10_000 } as const

/** Seconds for which a shared cache, such as a CDN, answers a public read by itself. */
export const CDN_SECONDS = 1
/** Milliseconds after a change until no shared cache answers with the state before: caches count in whole seconds. */
export const CDN_STALE_MS = 2_000

/** While the stream works a screen is still read this often: nothing that went wrong stays wrong. */
const SAFETY_MS = 300_000
const RECONNECT_FIRST_MS = 4_000
const RECONNECT_MAX_MS = 60_000
const RECONNECT_MIN_MS = 500

/**
 * Returns the milliseconds between two reads of a screen (spec section 4): rare ones while the stream brings the news, the spec's pace without.
 * A phone that spares data reads at the slow pace.
 */
export function readingPace(
  screen: RefreshedScreen,
  connection: { readonly type: string | null; readonly savesData: boolean },
  streaming: boolean,
): number {
  if (streaming) return SAFETY_MS
  return REFRESH_MS[screen][connection.savesData || isSlowConnection(connection.type) ? 'slow' : 'normal']
}

/** Returns whether a connection, named as `navigator.connection.effectiveType` does, is slow (spec section 4); unknown is not slow. */
export function isSlowConnection(effectiveType: string | null): boolean {
  return effectiveType === '2g' || effectiveType === 'slow-2g'
}

/**
 * Returns the milliseconds before attempt `attempt` (1, 2, …) to open a lost stream again. `chance` in [0, 1) spreads the phones of a whole stand,
 * which lose it together: the span doubles with each attempt, up to a minute.
 */
export function reconnectDelay(attempt: number, chance: number): number {
  const span = Math.min(RECONNECT_FIRST_MS * 2 ** (attempt - 1), RECONNECT_MAX_MS)
  return RECONNECT_MIN_MS + Math.floor(chance * span)
}

/** Returns the later of two states of a match: late news never replaces newer news on the screen (decisions, "Matches and data"). */
export function laterRow<Row extends { readonly updated_at: Instant }>(shown: Row | undefined, received: Row): Row {
  if (shown === undefined || shown === received) return received
  return msOf(shown.updated_at) > msOf(received.updated_at) ? shown : received
}
