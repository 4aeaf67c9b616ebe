import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** Prefix lengths by which an address is counted, narrowest first. A subscriber has at least a /64 of IPv6, often a /56 or a /48. */
const PREFIXES = { ipv4: [32, 24], ipv6: [64, 56, 48] } as const
/** Limits of networks as multiples of an address's, from narrow to wide: wider networks have more people, and a mobile carrier's /24 many. */
const SHARES = { ipv4: [1, 4], ipv6: [1, 2, 4] } as const
/** Parsing takes some 10 µs, and queues compare the networks of all that wait. */
const remembered = new LRUCache<string, readonly [string, ...string[]]>({ max: 20_000 })
/** The network of all unreadable addresses, which are counted together. */
const UNKNOWN = 'unknown'

/**
 * Returns the networks of a client address as CIDR blocks, narrowest first: IPv4 by address and /24, IPv6 by /64, /56 and /48. Reads an
 * IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) as IPv4. `address` is undefined for a connection that has closed since.
 */
export function networksOf(address: string | undefined): readonly [string, ...string[]] {
  const known = remembered.get(address ?? '')
  if (known !== undefined) return known
  const networks = parsedNetworks(address)
  remembered.set(address ?? '', networks)
  return networks
}

function parsedNetworks(address: string | undefined): readonly [string, ...string[]] {
  const bare = (address ?? '').replace(/%.*$/, '')
  if (isIP(bare) === 0) return [UNKNOWN]
  const parsed = ipaddr.process(bare)
  const [first, ...rest] = PREFIXES[parsed.kind()].map((length) => blockOf(parsed, length))
  return [first ?? UNKNOWN, ...rest]
}

/** Returns the networks of an address as {@link networksOf} does, each with its limit as a multiple of an address's. */
export function sharesOf(address: string | undefined): readonly (readonly [network: string, share: number])[] {
  const networks = networksOf(address)
  const shares = networks.length === SHARES.ipv4.length ? SHARES.ipv4 : SHARES.ipv6
  return networks.map((network, width) => [network, shares[width] ?? 1])
}

/** Returns the network by which one caller is counted: an IPv4 address, or a /64 of IPv6, of which a single machine may use every address. */
export function networkOf(address: string | undefined): string {
  return networksOf(address)[0]
}

function blockOf(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): string {
  const cidr = `${address.toString()}/${length}`
  const network =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  return `${network.toString()}/${length}`
}
