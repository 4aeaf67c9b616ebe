import { expect, it } from 'vitest'
import { readMatchAddress, readMetricsAddress, readPlayerAddress } from './page-address.ts'

it('keeps of an address what it can be asked, and nothing else', () => {
  expect(readMatchAddress({ match: 12, more: 1 })).toEqual({ match: 12 })
  for (const match of ['x', -1, '1e3', undefined]) expect(readMatchAddress({ match })).toEqual({ match: undefined })
  expect(readPlayerAddress({ player: -7 })).toEqual({ player: -7 })
  expect(readPlayerAddress({ player: 'x' })).toEqual({ player: undefined })
  expect(readMetricsAddress({ fn: 'ranking-engine' })).toEqual({ fn: 'ranking-engine' })
  expect(readMetricsAddress({ fn: 'a b' })).toEqual({ fn: undefined })
})
