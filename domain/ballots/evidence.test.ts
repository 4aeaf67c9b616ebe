import { describe, expect, test } from 'vitest'
import { ACCOUNT_STRENGTHS, accountHours, evidenceEnd, evidenceSeason, type Proofs, strengthOf } from './evidence.ts'

const PROVEN_NOTHING: Proofs = { email: false, phone: false, provider: false, secondFactor: false }

describe('the strength of an account', () => {
  test.each<[Partial<Proofs>, string]>([
    [{}, 'none'],
    [{ secondFactor: true }, 'none'],
    [{ email: true }, 'email'],
    [{ email: true, secondFactor: true }, 'second_factor'],
    [{ provider: true }, 'provider'],
    [{ email: true, provider: true, secondFactor: true }, 'provider'],
    [{ phone: true }, 'phone'],
    [{ email: true, phone: true, provider: true, secondFactor: true }, 'phone'],
  ])('%j is %s', (proofs, strength) => {
    expect(strengthOf({ ...PROVEN_NOTHING, ...proofs })).toBe(strength)
  })

  test('never falls with one more proof', () => {
    const names = Object.keys(PROVEN_NOTHING) as (keyof Proofs)[]
    const rank = (proofs: Proofs) => ACCOUNT_STRENGTHS.indexOf(strengthOf(proofs))
    for (let mask = 0; mask < 1 << names.length; mask += 1) {
      const proofs = Object.fromEntries(names.map((name, bit) => [name, (mask & (1 << bit)) > 0])) as unknown as Proofs
      for (const name of names) expect(rank({ ...proofs, [name]: true })).toBeGreaterThanOrEqual(rank(proofs))
    }
  })
})

test.each([
  ['2026-06-30T23:59:59Z', 2025],
  ['2026-07-01T00:00:00Z', 2026],
  ['2027-01-15T20:00:00Z', 2026],
])('a match that kicks off at %s uses the key of season %i', (kickOff, season) => {
  expect(evidenceSeason(new Date(kickOff))).toBe(season)
})

test('evidence ends 30 days after publication', () => {
  expect(evidenceEnd(null)).toBeNull()
  expect(evidenceEnd(new Date('2026-11-01T12:00:00Z'))).toEqual(new Date('2026-12-01T12:00:00Z'))
})

test.each([
  ['2026-11-01T12:00:00Z', 0],
  ['2026-11-01T10:00:01Z', 1],
  ['2026-10-31T12:00:00Z', 24],
  ['2026-11-02T12:00:00Z', 0],
])('an account made at %s is %i whole hours old', (joined, hours) => {
  expect(accountHours(new Date(joined), new Date('2026-11-01T12:00:00Z'))).toBe(hours)
})
