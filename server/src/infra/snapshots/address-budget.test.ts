import { describe, expect, test } from 'vitest'
import { AddressBudget } from './public-reads.ts'

let now = 0
const budget = () => new AddressBudget({ burst: 10, perSecond: 2, now: () => now })

/** Number of units that the addresses get, one at a time and in turn. */
function unitsFor(own: AddressBudget, addresses: readonly string[]): number {
  for (let taken = 0; taken < 1_000; taken += 1) {
    const address = addresses[taken % addresses.length] ?? ''
    if (own.usedBy(address) >= 1) return taken
    own.spend(address, 1)
  }
  return Number.POSITIVE_INFINITY
}

describe('the budget of an address', () => {
  test('is refilled with time, and separate from others', () => {
    const own = budget()
    expect(unitsFor(own, ['192.0.2.1'])).toBe(10)
    expect(unitsFor(own, ['198.51.100.1'])).toBe(10)
    now += 3_000
    expect(unitsFor(own, ['192.0.2.1'])).toBe(6)
  })

  test('may be overdrawn by the cost of an answer', () => {
    const own = budget()
    own.spend('192.0.2.1', 30)
    now += 9_900
    expect(own.usedBy('192.0.2.1')).toBeGreaterThan(1)
    now += 200
    expect(own.usedBy('192.0.2.1')).toBeLessThan(1)
  })

  const many = (addressOf: (n: number) => string) => Array.from({ length: 500 }, (_, n) => addressOf(n))
  test.each([
    ['of one /64', many((n) => `2001:db8:0:1::${n.toString(16)}`), 10],
    ['of one /56', many((n) => `2001:db8:0:${(n % 256).toString(16)}::1`), 20],
    ['of one /48', many((n) => `2001:db8:0:${n.toString(16)}00::1`), 40],
    ['of one IPv4 /24', many((n) => `192.0.2.${n % 256}`), 20],
  ])('is shared by the addresses %s', (_name, addresses, units) => {
    expect(unitsFor(budget(), addresses)).toBe(units)
  })
})
