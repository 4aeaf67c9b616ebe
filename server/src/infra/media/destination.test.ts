import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { destinationOf, isPublicAddress, publicLookup } from './destination.ts'

const SIMULATOR = new Map([['http://media.tribune.invalid', 'http://127.0.0.1:4567']])

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is no address of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '192.167.0.1', '2606:4700:4700::1111', '2a00:1450:4007::1'])(
  '%s is one',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'file:///etc/passwd',
  'ftp://media.example.test/a.png',
  'data:image/png;base64,AA==',
  'gopher://media.example.test/',
  '/media/players/1.png',
  'no address',
  'http://name:word@media.example.test/a.png',
  'http://127.0.0.1/a.png',
  'http://127.0.0.1:4567/a.png',
  'http://0x7f.1/a.png',
  'http://2130706433/a.png',
  'http://[::1]/a.png',
  'http://[::ffff:169.254.169.254]/latest/meta-data',
  'http://169.254.169.254/latest/meta-data',
])('no download goes to %s', (address) => {
  expect(() => destinationOf(address, SIMULATOR)).toThrow()
})

test('the configured provider is requested at its current origin, private or not, and no other host there is', () => {
  const { url, isProvider } = destinationOf('http://media.tribune.invalid/media/a.png?b=1', SIMULATOR)
  expect([url.href, isProvider]).toEqual(['http://127.0.0.1:4567/media/a.png?b=1', true])
  const other = destinationOf('http://media.tribune.invalid:81//evil.example.test/a.png', SIMULATOR)
  expect([other.url.host, other.isProvider]).toEqual(['media.tribune.invalid:81', false])
  const slashes = destinationOf('http://media.tribune.invalid//evil.example.test/a.png', SIMULATOR)
  expect(slashes.url.host).toBe('127.0.0.1:4567')
})

test('any public address may be requested', () => {
  const { url, isProvider } = destinationOf('https://media.example.test/football/players/1.png', SIMULATOR)
  expect([url.href, isProvider]).toEqual(['https://media.example.test/football/players/1.png', false])
})

function resolved(addresses: readonly string[], all: boolean): Promise<string> {
  const entries: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup = publicLookup((_host, _options, done) => done(null, entries))
  return new Promise((resolve) => {
    lookup('media.example.test', { all }, (error, found) => resolve(error?.message ?? JSON.stringify(found)))
  })
}

test.each([true, false])('a name is resolved once, for the connection (all: %s)', async (all) => {
  expect(await resolved(['1.1.1.1', '1.0.0.1'], all)).toContain('1.1.1.1')
})

test.each([['127.0.0.1'], ['1.1.1.1', '169.254.169.254'], ['::1', '1.1.1.1'], []])(
  'a name that leads to a private address is refused: %j',
  async (...addresses) => {
    for (const all of [true, false]) expect(await resolved(addresses, all)).toMatch(/private address|no address/)
  },
)
