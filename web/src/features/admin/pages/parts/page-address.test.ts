import { expect, it } from 'vitest'
import { readMatchAddress, readMatchId, readMetricsAddress, readPlayerAddress } from './page-address.ts'

it.each([
  ['12', 12],
  [' 12 ', 12],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['abc', null],
  ['', null],
  ['9999999999999999', null],
])('%j is the match %s', (text, id) => {
  expect(readMatchId(text)).toBe(id)
})

it('keeps of an address what it can be asked, and nothing else', () => {
  expect(readMatchAddress({ match: 12, more: 1 })).toEqual({ match: 12 })
  expect(readMatchAddress({ match: 'x' })).toEqual({ match: undefined })
  expect(readPlayerAddress({ player: -7 })).toEqual({ player: -7 })
  expect(readPlayerAddress({ player: 'x' })).toEqual({ player: undefined })
  expect(readMetricsAddress({ fn: 'ranking-engine' })).toEqual({ fn: 'ranking-engine' })
  expect(readMetricsAddress({ fn: 'a b' })).toEqual({ fn: undefined })
})
