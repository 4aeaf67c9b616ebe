import { describe, expect, test } from 'vitest'
import { isProvisional, provisionalUntil } from './publication.ts'

const FINE = { counted: 1_000, aside: 0, firstChanged: false, judged: true }

describe('whether a result is provisional', () => {
  test.each<[what: string, effect: Partial<typeof FINE>, isOne: boolean]>([
    ['without ballots set aside', {}, false],
    ['with 30 % of the ballots set aside', { counted: 700, aside: 300 }, false],
    ['with more than 30 % set aside', { counted: 699, aside: 301 }, true],
    ['with all ballots set aside', { counted: 0, aside: 20 }, true],
    ['without a ballot', { counted: 0 }, false],
    ['with other first three', { aside: 1, firstChanged: true }, true],
    ['whose ballots the rule could not read', { judged: false }, true],
  ])('%s', (_what, effect, isOne) => {
    expect(isProvisional({ ...FINE, ...effect })).toBe(isOne)
  })

  test('ends 24 hours later', () => {
    expect(provisionalUntil(new Date('2026-08-14T21:50:00Z'))).toEqual(new Date('2026-08-15T21:50:00Z'))
  })
})
