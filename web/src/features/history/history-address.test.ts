import { expect, test } from 'vitest'
import { readHistoryAddress } from './history-address.ts'

test('an address filters by one competition', () => {
  expect(readHistoryAddress({ c: 61 })).toEqual({ c: 61 })
})

test.each([
  ['nothing', undefined],
  ['a word', 'ligue-1'],
  ['a number in letters', '61'],
  ['zero', 0],
  ['a negative number', -61],
  ['a fraction', 61.5],
  ['a number beyond the safe integers', 1e300],
  ['NaN', Number.NaN],
  ['several', [61, 39]],
])('%s does not filter', (_, c) => {
  expect(readHistoryAddress({ c, page: 2 })).toEqual({})
})
