import { isIP } from 'node:net'
import { isPublicAddress } from '../media/destination.ts'

/**
 * Whether messages may be sent to the address that a browser gives: `https:` on its usual port, no password, and a host that is a name or a public
 * address. What a name leads to is checked again at each connection. An address of `standIn` is accepted as it is.
 */
export function isPushAddress(address: string, standIn: string | null): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (standIn !== null && url.origin === standIn) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  // Names without a dot, and those that are reserved for this machine or network, never belong to a push service.
  return host.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host)
}
