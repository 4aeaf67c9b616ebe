import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coefficient, count, feminineOrdinal, ordinal, percent, plural, rating } from './numbers.ts'

test('numbers have the French form', () => {
  expect(count(1234.5)).toBe('1\u202f234,5')
  expect(coefficient(2.5)).toBe('2,50')
  expect(coefficient(3.774)).toBe('3,77')
  expect([7, 6.85].map(rating)).toEqual(['7,0', '6,9'])
})

test('numbers are written as the engine writes them', () => {
  const forms = [
    [count, { maximumFractionDigits: 1 }],
    [rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 }],
    [coefficient, { minimumFractionDigits: 2, maximumFractionDigits: 2 }],
  ] as const
  const written = forms.map(([own, options]) => [own, new Intl.NumberFormat('fr-FR', options)] as const)
  const whole = fc.integer({ min: 0, max: 1e12 })
  const parts = fc.integer({ min: 0, max: 1e9 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(fc.oneof(whole, parts), (value) => {
      for (const [own, engine] of written) expect(own(value)).toBe(engine.format(value))
    }),
    { numRuns: 500 },
  )
  expect([-12.34, -0.01].map(count)).toEqual(['-12,3', '0'])
})

test.each([
  [0, '0\u00a0match'],
  [1, '1\u00a0match'],
  [2, '2\u00a0matchs'],
  [1500, '1\u202f500\u00a0matchs'],
])('%i is counted « %s »', (value, words) => {
  expect(plural(value, 'match')).toBe(words)
})

test('a minute is feminine', () => {
  expect([1, 2, 60].map(feminineOrdinal)).toEqual(['1re', '2e', '60e'])
})

test('ranks are ordinals', () => {
  expect([1, 2, 1000].map(ordinal)).toEqual(['1er', '2e', '1\u202f000e'])
})

test.each([
  [0, '0 %'],
  [0.29, '29 %'],
  [0.005, '1 %'],
  [1, '100 %'],
  [12.5, '1\u202f250 %'],
])('a share of %d is « %s »', (share, written) => {
  expect(percent(share)).toBe(written.replace(' %', '\u00a0%'))
})
