import type { HomeFixture } from '@tribune/contract/matches.ts'
import { describe, expect, test } from 'vitest'
import { competitionsOf, daysOf, figuresOf } from './day-rows.ts'
import { readHistoryAddress } from './history-address.ts'

const match = (match_id: number, match_date: string, competition_id = 61, competition_name = 'Ligue 1') =>
  ({ match_id, match_date, competition_id, competition_name }) as HomeFixture
const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })
const inParis = (moment: string) => paris.format(new Date(moment))

describe('the history', () => {
  test('is grouped by day in the fan’s time zone, newest first', () => {
    const matches = [
      match(1, '2026-03-10T20:00:00Z'),
      match(2, '2026-03-12T19:00:00Z'),
      match(3, '2026-03-11T23:30:00Z'),
      match(5, '2026-03-12T21:00:00Z'),
      match(4, '2026-03-12T19:00:00Z'),
    ]
    expect(daysOf(matches, inParis).map((day) => [day.key, day.matches.map((one) => one.match_id)])).toEqual([
      ['2026-03-12', [5, 2, 4, 3]],
      ['2026-03-10', [1]],
    ])
  })

  test('names each competition once, in the order of a French dictionary', () => {
    const day = '2026-03-12T19:00:00Z'
    const matches = [
      match(1, day, 2, 'Zénith'),
      match(2, day, 3, 'Élite'),
      match(3, day, 2, 'Zénith'),
      match(4, day, 9, 'Eden'),
    ]
    expect(competitionsOf(matches)).toEqual([
      { id: 9, name: 'Eden', matches: 1 },
      { id: 3, name: 'Élite', matches: 1 },
      { id: 2, name: 'Zénith', matches: 2 },
    ])
  })

  test.each([
    [0, 0],
    [14, 0],
    [15, 1],
    [44, 1],
    [45, 2],
    [1500, 50],
  ])('of %i matches has %i a day', (count, perDay) => {
    const matches = Array.from({ length: count }, (_, index) => match(index, '2026-03-12T19:00:00Z', index % 7))
    expect(figuresOf(matches)).toEqual({ finished: count, competitions: Math.min(count, 7), perDay })
  })
})

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
