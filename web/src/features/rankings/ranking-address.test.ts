import { expect, test } from 'vitest'
import { asSearch, readRankingAddress } from './ranking-address.ts'

test.each([
  ['a name', { q: 'Montemont' }, { q: 'Montemont' }],
  ['a number, as the router reads it', { q: 10 }, { q: '10' }],
  ['spaces around', { q: '  elie  ' }, { q: 'elie' }],
  ['nothing but spaces', { q: '   ' }, {}],
  ['a list', { q: ['a', 'b'] }, {}],
  ['an object', { q: { $gt: '' } }, {}],
  ['nothing', { q: null }, {}],
  ['the fan’s own players', { mine: true }, { mine: true }],
  ['something else in its place', { mine: 'yes' }, {}],
  ['unknown fields', { page: 3, q: 'a' }, { q: 'a' }],
])('an address with %s requests at most that', (_, search, address) => {
  expect(readRankingAddress(search)).toEqual(address)
})

test('a search is short, well-formed and without control characters', () => {
  expect(asSearch('x'.repeat(100_000))).toHaveLength(100)
  expect(asSearch('a\0b\nc')).toBe('a b c')
  expect(asSearch(`${'x'.repeat(99)}😀`).isWellFormed()).toBe(true)
})
