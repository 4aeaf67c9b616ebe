import { describe, expect, it } from 'vitest'
import { COUNT_HALF_LIFE_S, crowdOf, MAX_WORK_S, pays, workSeconds } from './proof-of-work.ts'

const DAY_S = 86_400
/** Derivations of a desktop core in the time of one on a phone: measured 3.75, rounded up. */
const CORE_TO_PHONE = 4

interface Call {
  readonly networks: readonly string[]
  readonly mailDomain: string
  readonly device: string | null
}

/** Prices of successive calls, spread evenly over `overS` seconds and counted as the server counts them. */
function pricesOf(count: number, overS: number, callOf: (n: number) => Call): number[] {
  const counts = new Map<string, { made: number; at: number }>()
  const read = (key: string, at: number) => {
    const kept = counts.get(key)
    return kept === undefined ? 0 : kept.made * 0.5 ** ((at - kept.at) / COUNT_HALF_LIFE_S)
  }
  return Array.from({ length: count }, (_, n) => {
    const at = (n / count) * overS
    const { networks, mailDomain, device } = callOf(n)
    const { crowd, domain } = crowdOf(mailDomain)
    const keys = [...networks, ...networks.map((one) => `${one} ${crowd}`), domain, device].filter(
      (key) => key !== null,
    )
    const made = {
      networks: networks.map((one) => ({ all: read(one, at), crowd: read(`${one} ${crowd}`, at) })),
      domain: domain === null ? 0 : read(domain, at),
      device: device === null ? 0 : read(device, at),
    }
    for (const key of keys) counts.set(key, { made: read(key, at) + 1, at })
    return workSeconds(made, crowd, 1)
  })
}

const sum = (prices: readonly number[]) => prices.reduce((all, one) => all + one, 0)
const HOME = ['192.0.2.1/32', '192.0.2.0/24']
/** Mail domains of a French public, in percent; the rest are a thousand small ones. */
const PUBLIC = [
  ...Array(45).fill('gmail.com'),
  ...Array(12).fill('hotmail.fr'),
  ...Array(10).fill('orange.fr'),
  ...Array(8).fill('yahoo.fr'),
  ...Array(8).fill('icloud.com'),
  ...Array(6).fill('outlook.fr'),
  ...Array(4).fill('free.fr'),
]
const publicDomain = (n: number) => PUBLIC[(n * 37) % 100] ?? `club-${Math.floor(n / 100)}.example`

describe('the price of an account', () => {
  it('is about a second for each of 50 000 fans behind one address within two hours', () => {
    const prices = pricesOf(50_000, 7_200, (n) => ({ networks: HOME, mailDomain: publicDomain(n), device: `d${n}` }))
    expect(Math.max(...prices)).toBeLessThan(1.6)
  })

  it.each([
    ['a family of six at one provider', 6, 'gmail.com', 1.1],
    ['a bar of 80, all at one provider', 80, 'gmail.com', 1.1],
    ['an office of 60 with its own domain', 60, 'works.example', 4],
  ])('is small for %s', (_, count, mailDomain, most) => {
    const prices = pricesOf(count, 7_200, (n) => ({ networks: HOME, mailDomain, device: `d${n}` }))
    expect(Math.max(...prices)).toBeLessThan(most)
  })

  it.each<[string, (n: number) => Call]>([
    [
      'one address and one domain, a new cookie each',
      () => ({ networks: HOME, mailDomain: 'own.example', device: null }),
    ],
    ['one address and subdomains', (n) => ({ networks: HOME, mailDomain: `s${n}.own.example`, device: null })],
    ['one address and many domains', (n) => ({ networks: HOME, mailDomain: `own-${n % 100}.example`, device: null })],
    ['one address and mailboxes at one provider', () => ({ networks: HOME, mailDomain: 'gmail.com', device: null })],
    [
      'a /24',
      (n) => ({ networks: [`192.0.2.${n % 256}/32`, '192.0.2.0/24'], mailDomain: 'own.example', device: null }),
    ],
    [
      'a /48 of IPv6 and mailboxes at one provider',
      (n) => ({ networks: [`64 ${n}`, `56 ${n % 256}`, '48'], mailDomain: 'gmail.com', device: null }),
    ],
    ['networks all over the world', (n) => ({ networks: [`${n}`], mailDomain: 'own.example', device: null })],
    ['a stand’s mix from one device', (n) => ({ networks: HOME, mailDomain: publicDomain(n), device: 'one' })],
  ])('adds up to processor-days for a script that makes 1 000 in 16 minutes: %s', (_, callOf) => {
    expect(sum(pricesOf(1_000, 960, callOf)) / CORE_TO_PHONE / DAY_S).toBeGreaterThan(2)
  })

  it('stays processor-days for 1 000 with one domain among as many calls for strangers at popular providers', () => {
    const prices = pricesOf(2_000, 960, (n) => {
      const mailDomain = n % 2 === 0 ? 'own.example' : publicDomain(n % 93)
      return { networks: HOME, mailDomain, device: null }
    })
    expect(sum(prices) / CORE_TO_PHONE / DAY_S).toBeGreaterThan(2)
  })

  it('has a maximum, and falls again once the script is gone', () => {
    const flood = { networks: [{ all: 1_000, crowd: 1_000 }], domain: 1_000, device: 1_000 }
    expect(workSeconds(flood, 'other', 1)).toBe(MAX_WORK_S)
    const later = { networks: [{ all: 8, crowd: 8 }], domain: 8, device: 4 }
    expect(workSeconds(later, 'other', 1)).toBeLessThan(1.1)
  })

  it('depends on network and device alone before the address is known', () => {
    expect(workSeconds({ networks: [{ all: 400, crowd: 400 }], domain: 0, device: 0 }, null, 1)).toBeLessThan(1.2)
  })
})

describe('a mailbox’s crowd', () => {
  it.each([
    ['gmail.com', 'gmail.com', null],
    ['hotmail.co.uk', 'hotmail.co.uk', null],
    ['own.example', 'other', 'own.example'],
    ['a.b.own.example', 'other', 'own.example'],
    ['a.own.co.uk', 'other', 'own.co.uk'],
  ])('of %s is %s', (mailDomain, crowd, domain) => {
    expect(crowdOf(mailDomain)).toEqual({ crowd, domain })
  })
})

it('accepts a proof begun before others raised the price', () => {
  expect([pays(1, 1), pays(1, 1.9), pays(1, 2.1)]).toEqual([true, true, false])
})
