import { describe, expect, test } from 'vitest'
import { addressOf, filterOf, readAddress } from './filter-address.ts'

const NOTHING = { competitionIds: [], text: '', day: '' }

describe('a filter and its address', () => {
  test.each([
    [NOTHING, {}],
    [{ ...NOTHING, text: 'Valcourt' }, { q: 'Valcourt' }],
    [{ ...NOTHING, text: '  ' }, {}],
    [{ ...NOTHING, competitionIds: [61] }, { c: 61 }],
    [{ ...NOTHING, competitionIds: [61, 39] }, { c: '61-39' }],
    [{ ...NOTHING, day: '2026-03-14' }, { jour: '2026-03-14' }],
  ])('the filter %j is written as %j', (filter, address) => {
    expect(addressOf(filter)).toEqual(address)
  })

  test('convert into each other', () => {
    const filter = { competitionIds: [61, 39], text: 'café & thé', day: '2026-03-14' }
    expect(filterOf({ ...readAddress({ ...addressOf(filter) }) })).toEqual(filter)
  })
})

describe('a forged address', () => {
  test.each<Record<string, unknown>>([
    { c: 'abc' },
    { c: '--0-' },
    { c: { 61: true } },
    { c: Number.POSITIVE_INFINITY },
    { jour: 'hier' },
    { jour: '2026-99-99' },
    { jour: ['2026-03-14', '2026-03-15'] },
    { q: ['a'] },
    { q: null },
    { autre: 'chose' },
  ])('%j filters nothing', (search) => {
    expect(readAddress(search)).toEqual({})
  })

  test('is limited in size', () => {
    const { text, competitionIds } = filterOf({
      q: 'a'.repeat(5_000),
      c: Array.from({ length: 500 }, (_, id) => id + 1).join('-'),
    })
    expect([text.length, competitionIds.length]).toEqual([100, 60])
  })

  test('selects each competition once', () => {
    expect(filterOf({ c: '61-61-39' }).competitionIds).toEqual([61, 39])
  })
})
