import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Prefix lengths an address is counted under, narrowest first. A subscriber holds at least a /64 of IPv6, often a /56 or a /48. */
const PREFIXES = { ipv4: [32, 24], ipv6: [64, 56, 48] } as const
/** Stands in for an address that cannot be read: all of those are counted as one. */
const UNKNOWN = 'unknown'

/**
 * The networks a client address belongs to, narrowest first, as CIDR blocks: IPv4 by address and /24, IPv6 by /64, /56 and /48.
 * An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is taken as IPv4. A connection that has closed meanwhile has no address any more.
 */
export function networksOf(address: string | undefined): readonly [string, ...string[]] {
  const bare = (address ?? '').replace(/%.*$/, '')
  if (isIP(bare) === 0) return [UNKNOWN]
  const parsed = ipaddr.process(bare)
  const [first, ...rest] = PREFIXES[parsed.kind()].map((length) => blockOf(parsed, length))
  return [first ?? UNKNOWN, ...rest]
}

function blockOf(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): string {
  const cidr = `${address.toString()}/${length}`
  const network =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  return `${network.toString()}/${length}`
}
