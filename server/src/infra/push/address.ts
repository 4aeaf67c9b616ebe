/**
 * Push services of browsers, each with its subdomains: of Chrome and the browsers made from it, of Firefox, of Safari, of Edge. `PUSH_SERVICES` adds others
 * (docs/decisions/086).
 */
export const BROWSERS_PUSH_SERVICES = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

/**
 * Whether messages may be sent to the address that a browser gives: `https:` on its usual port, without a password, at one of these push services. An
 * address of `standIn` is accepted unchanged.
 */
export function isPushAddress(address: string, standIn: string | null, services: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (standIn !== null && url.origin === standIn) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return services.some((service) => url.hostname === service || url.hostname.endsWith(`.${service}`))
}
