import { describe, expect, it } from 'vitest'
import { crowdOf } from './mail-crowd.ts'
import {
  ASKED_HALF_LIFE_S,
  COUNT_HALF_LIFE_S,
  DEFAULT_WORK_S,
  derivationsOf,
  MAX_WORK_S,
  pays,
  WORK_ALGORITHMS,
  WORK_LIFE_S,
  workAlgorithm,
  workSeconds,
} from './proof-of-work.ts'

const DAY_S = 86_400
/** Derivations of a desktop core in the time of one on a phone: measured 348 ms against 39 ms for one, rounded up. */
const CORE_TO_PHONE = 9
/** Share of the price that an attacker has to pay. */
const TOLERATED = 0.75

interface Call {
  readonly networks: readonly string[]
  readonly mailDomain: string
  readonly device: string | null
}

/** Prices of successive calls, spread evenly over `overS` seconds and counted as the server counts them; each has asked for two challenges. */
function pricesOf(count: number, overS: number, callOf: (n: number) => Call): number[] {
  const counts = new Map<string, { made: number; at: number }>()
  const read = (key: string, at: number) => {
    const count = counts.get(key)
    return count === undefined ? 0 : count.made * 0.5 ** ((at - count.at) / COUNT_HALF_LIFE_S)
  }
  return Array.from({ length: count }, (_, n) => {
    const at = (n / count) * overS
    const { networks, mailDomain, device } = callOf(n)
    const { crowd, domain } = crowdOf(mailDomain)
    const keys = [...networks, ...networks.map((one) => `${one} ${crowd}`), domain, device].filter(
      (key) => key !== null,
    )
    const asked = 2 * Math.min(n, (count * ASKED_HALF_LIFE_S) / overS / Math.LN2)
    const made = {
      networks: networks.map((one) => ({ all: read(one, at), crowd: read(`${one} ${crowd}`, at), asked })),
      domain: domain === null ? 0 : read(domain, at),
      device: device === null ? 0 : read(device, at),
    }
    for (const key of keys) counts.set(key, { made: read(key, at) + 1, at })
    return workSeconds(made, crowd, DEFAULT_WORK_S)
  })
}

const sum = (prices: readonly number[]) => prices.reduce((all, one) => all + one, 0)
/** Processor-days of a script that pays the least that is accepted. */
const daysOf = (prices: readonly number[]) => (sum(prices) * TOLERATED) / CORE_TO_PHONE / DAY_S
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
  it('stays below two seconds for each of 50 000 fans behind one address within two hours, however long the work takes', () => {
    const prices = pricesOf(50_000, 7_200, (n) => ({ networks: HOME, mailDomain: publicDomain(n), device: `d${n}` }))
    // The longest work takes twice its price.
    expect(2 * Math.max(...prices)).toBeLessThan(1.6)
  })

  it.each([
    ['a family of six at one provider', 6, 'gmail.com', 0.55],
    ['a bar of 80, all at one provider', 80, 'gmail.com', 0.55],
    ['an office of 60 with its own domain', 60, 'works.example', 2],
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
  ])('adds up to a processor-day for a script that makes 1 000 in 16 minutes: %s', (_, callOf) => {
    expect(daysOf(pricesOf(1_000, 960, callOf))).toBeGreaterThan(1)
  })

  it('stays a processor-day for 1 000 with one domain among as many calls for strangers at popular providers', () => {
    const prices = pricesOf(2_000, 960, (n) => {
      const mailDomain = n % 2 === 0 ? 'own.example' : publicDomain(n % 93)
      return { networks: HOME, mailDomain, device: null }
    })
    expect(daysOf(prices)).toBeGreaterThan(1)
  })

  it('has a maximum, and falls again once the script is gone', () => {
    const flood = { networks: [{ all: 1_000, crowd: 1_000, asked: 0 }], domain: 1_000, device: 1_000 }
    expect(workSeconds(flood, 'other', 1)).toBe(MAX_WORK_S)
    const later = { networks: [{ all: 8, crowd: 8, asked: 0 }], domain: 8, device: 4 }
    expect(workSeconds(later, 'other', 1)).toBeLessThan(1.1)
  })

  it('depends on network and device alone before the address is known', () => {
    expect(workSeconds({ networks: [{ all: 400, crowd: 400, asked: 0 }], domain: 0, device: 0 }, null, 1)).toBeLessThan(
      1.2,
    )
  })
})

it('accepts a proof begun before others raised the price', () => {
  expect([pays(1, 1), pays(1, 1.3), pays(1, 1.4)]).toEqual([true, true, false])
})

describe('the algorithm of the work', () => {
  it.each([
    [['ARGON2ID', 'PBKDF2/SHA-256'], 'ARGON2ID'],
    [['PBKDF2/SHA-256'], 'PBKDF2/SHA-256'],
    [['SCRYPT', 'SHA-256'], 'PBKDF2/SHA-256'],
    [[], 'PBKDF2/SHA-256'],
  ])('for a client that solves %j is %s', (solvable, algorithm) => {
    expect(workAlgorithm(solvable)).toBe(algorithm)
  })

  it.each([
    [1, 'ARGON2ID', 6],
    [1.7, 'ARGON2ID', 10],
    [0.01, 'ARGON2ID', 2],
    [1, 'PBKDF2/SHA-256', 1_600],
  ] as const)('of %d s on a phone takes at most so many derivations of %s: %d', (priceS, algorithm, derivations) => {
    expect(derivationsOf(priceS, algorithm)).toBe(derivations)
  })

  it('takes at least 32 MiB of memory, and no memory costs a multiple of the time', () => {
    expect(WORK_ALGORITHMS.ARGON2ID.memoryKib).toBeGreaterThanOrEqual(32 * 1_024)
    expect(WORK_ALGORITHMS['PBKDF2/SHA-256'].factor).toBeGreaterThan(1)
  })
})

describe('challenges asked for', () => {
  it('raise the price of a network a little, and never that of a domain', () => {
    const priceOf = (asked: number) =>
      workSeconds({ networks: [{ all: 50, crowd: 20, asked }], domain: 0, device: 0 }, 'other', 1)
    expect([priceOf(0), priceOf(25_000)].map((price) => price.toFixed(2))).toEqual(['1.05', '1.45'])
  })

  it('count for an eighth once their challenge has lapsed', () => {
    expect(0.5 ** (WORK_LIFE_S / ASKED_HALF_LIFE_S)).toBeCloseTo(1 / 8)
  })
})
