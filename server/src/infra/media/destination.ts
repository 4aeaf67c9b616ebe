import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Origins of the configured provider: as in picture addresses, and where it is reachable now. */
export type ProviderOrigins = ReadonlyMap<string, string>

export interface Destination {
  readonly url: URL
  /** Only the configured provider may have a private address. */
  readonly isProvider: boolean
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** IANA special-purpose registries: this machine, private and shared networks, link-local, documentation, multicast, reserved. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Inside 2000::/3, the only routed part of IPv6: tunnels to IPv4 addresses, and documentation. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const refused = listOf(SPECIAL_IPV4, 'ipv4', listOf(SPECIAL_IPV6, 'ipv6'))
const routed6 = listOf(['2000::/3'], 'ipv6')

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6', list = new BlockList()): BlockList {
  for (const subnet of subnets) {
    const [net = '', bits = ''] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

/** Returns whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && routed6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

/**
 * Returns the URL from which to download an address, at the provider's current origin if it is the provider's. Throws if it must not be
 * requested. Host names are checked when they are resolved, by `publicLookup`.
 */
export function destinationOf(address: string | URL, providers: ProviderOrigins): Destination {
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`no picture address: ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw new Error('no picture address: it holds a password')
  const currentOrigin = providers.get(url.origin)
  if (currentOrigin !== undefined) return { url: moved(url, currentOrigin), isProvider: true }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`private address ${host}`)
  return { url, isProvider: false }
}

/** Moves a path to another origin. Not by resolving it, because a path of `//host/…` would lead elsewhere. */
function moved({ pathname, search }: URL, origin: string): URL {
  return Object.assign(new URL(origin), { pathname, search })
}

/**
 * Resolves a name for a connection, and fails if any of its addresses is private. The connection uses the checked addresses, so the name cannot
 * change in between (DNS rebinding).
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) return done(error ?? new Error(`${host} has no address`), '', 0)
      const bad = addresses.find(({ address }) => !isPublicAddress(address))
      if (bad !== undefined) return done(new Error(`private address ${bad.address} of ${host}`), '', 0)
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
}
