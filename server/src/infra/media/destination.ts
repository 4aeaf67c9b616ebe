import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Where pictures of the configured provider stand: origin as their addresses name it, origin where it answers today. */
export type ProviderOrigins = ReadonlyMap<string, string>

export interface Destination {
  readonly url: URL
  /** The provider that was configured may be on a private address; nobody else. */
  readonly isProvider: boolean
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** IANA special-purpose registries: this machine, private and shared networks, link-local, documentation, multicast, reserved. */
const NO_HOSTS_4 = [
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
/** Inside 2000::/3, the only part of IPv6 that is routed: tunnels to any IPv4 address, and documentation. */
const NO_HOSTS_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const refused = listOf(NO_HOSTS_4, 'ipv4', listOf(NO_HOSTS_6, 'ipv6'))
const routed6 = listOf(['2000::/3'], 'ipv6')

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6', list = new BlockList()): BlockList {
  for (const subnet of subnets) {
    const [net = '', bits = ''] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

/** Whether an IP address is one of the open internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && routed6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

/** Where to go for an address, if it may be gone to at all; throws otherwise. Names are looked at again when they are resolved. */
export function destinationOf(address: string | URL, providers: ProviderOrigins): Destination {
  const named = new URL(address)
  if (named.protocol !== 'http:' && named.protocol !== 'https:')
    throw new Error(`no picture address: ${named.protocol}`)
  if (named.username !== '' || named.password !== '') throw new Error('no picture address: it holds a password')
  const today = providers.get(named.origin)
  if (today !== undefined) return { url: moved(named, today), isProvider: true }
  const host = named.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`private address ${host}`)
  return { url: named, isProvider: false }
}

/** The same path elsewhere. Not resolved against it: a path of `//host/…` would lead away. */
function moved({ pathname, search }: URL, origin: string): URL {
  return Object.assign(new URL(origin), { pathname, search })
}

/**
 * Resolves a name for a connection about to be opened, and refuses when any of its addresses is private: what was checked is what
 * is connected to, so a name cannot change in between.
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
