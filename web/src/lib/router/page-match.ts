/** What the page's head tells of a match, before anything is read. */
export type Told = 'home' | 'away' | 'competition'

/** Where the page was opened: its head tells of that address alone. Nowhere while the app is built. */
const OPENED = globalThis.location?.pathname

/** The name that the server gave in the page's head, ready to be broken; nothing on any other screen. */
export function toldByPage(what: Told): string {
  if (OPENED === undefined || location.pathname !== OPENED) return ''
  return document.querySelector<HTMLMetaElement>(`meta[name="match-${what}"]`)?.content ?? ''
}
