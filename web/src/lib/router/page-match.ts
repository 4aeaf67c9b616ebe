/** Names of a match in the page's head, available before any read. */
export type HeadName = 'home' | 'away' | 'competition'

/** Path that the page was opened on, which its head describes. Undefined while the app is built. */
const OPENED = globalThis.location?.pathname

/** Returns a name from the page's head, with soft hyphens; empty on any screen but the first. */
export function nameInHead(what: HeadName): string {
  if (OPENED === undefined || location.pathname !== OPENED) return ''
  return document.querySelector<HTMLMetaElement>(`meta[name="match-${what}"]`)?.content ?? ''
}
