import { expect, test } from 'vitest'
import { readHistoryAddress } from './history-address.ts'

test('an address asks for one competition', () => {
  expect(readHistoryAddress({ c: 61 })).toEqual({ c: 61 })
})

test.each([
  ['nothing', undefined],
  ['a word', 'ligue-1'],
  ['a number in letters', '61'],
  ['zero', 0],
  ['less than nothing', -61],
  ['half a competition', 61.5],
  ['more than a number can hold', 1e300],
  ['no number', Number.NaN],
  ['several', [61, 39]],
])('%s asks for all', (_, c) => {
  expect(readHistoryAddress({ c, page: 2 })).toEqual({})
})
