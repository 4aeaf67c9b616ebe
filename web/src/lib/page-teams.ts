import type { LineupPlayer } from '@tribune/contract/matches.ts'

/** Which of the two teams of a match. */
export type Side = LineupPlayer['side']

/** Where the page was opened: its head tells of that address alone. Nowhere while the app is built. */
const OPENED = globalThis.location?.pathname

/** The name that the server gave a team of the match in the page's head; nothing on any other screen. */
export function teamOfPage(side: Side): string {
  if (OPENED === undefined || location.pathname !== OPENED) return ''
  return document.querySelector<HTMLMetaElement>(`meta[name="match-${side}"]`)?.content ?? ''
}
