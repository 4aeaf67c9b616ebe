/** A team of a match, as it is known which. */
export type Team = 'home' | 'away'

/** Where the page was opened: its head tells of that address alone. Nowhere while the app is built. */
const OPENED = globalThis.location?.pathname

/** The name that the server gave a team of the match in the page's head; nothing on any other screen. */
export function teamOfPage(team: Team): string {
  if (OPENED === undefined || location.pathname !== OPENED) return ''
  return document.querySelector<HTMLMetaElement>(`meta[name="match-${team}"]`)?.content ?? ''
}
