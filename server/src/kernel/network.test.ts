import { expect, test } from 'vitest'
import { networksOf } from './network.ts'

test.each([
  ['192.0.2.17', ['192.0.2.17/32', '192.0.2.0/24']],
  ['::ffff:192.0.2.17', ['192.0.2.17/32', '192.0.2.0/24']],
  ['2001:db8:12:34ab:1::9', ['2001:db8:12:34ab::/64', '2001:db8:12:3400::/56', '2001:db8:12::/48']],
  ['fe80::1%eth0', ['fe80::/64', 'fe80::/56', 'fe80::/48']],
  ['::1', ['::/64', '::/56', '::/48']],
])('an address is counted under each of its networks, narrowest first: %s', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

test.each([undefined, '', 'localhost', '1.2.3', '300.1.1.1', 'x'.repeat(10_000)])(
  'addresses that cannot be read are one network: %#',
  (address) => {
    expect(networksOf(address)).toEqual(['unknown'])
  },
)
