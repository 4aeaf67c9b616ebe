import type { HomeFixture } from '@tribune/contract/matches.ts'
import { addDays, noonOf } from '@tribune/french/format/days.ts'
import { describe, expect, test } from 'vitest'
import { topCompetitions } from './competition-rows.ts'
import { weeksAround } from './day-calendar.tsx'
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

describe('the weeks around a day', () => {
  test.each(['2026-03-09', '2026-03-14', '2026-03-15', '2026-12-31'])(
    'begin on Monday and hold seven days on both sides of %s',
    (today) => {
      const weeks = weeksAround(today)
      const days = weeks.flat().filter((day) => day !== null)
      expect(days).toEqual(Array.from({ length: 15 }, (_, index) => addDays(today, index - 7)))
      expect(weeks.every((week) => week.length === 7)).toBe(true)
      for (const week of weeks) {
        for (const [column, day] of week.entries()) {
          if (day !== null) expect((noonOf(day).getUTCDay() + 6) % 7).toBe(column)
        }
      }
    },
  )
})

const match = (id: number, name: string, coefficient: number): HomeFixture =>
  ({
    competition_id: id,
    competition_name: name,
    competition_logo: null,
    competition_coefficient: coefficient,
  }) as HomeFixture

test('the top competitions are listed once, the highest coefficient first, then by their French names', () => {
  const [cup, first, second, again] = [
    match(1, 'Zone', 2),
    match(2, 'Élite', 1),
    match(3, 'Filière', 1),
    match(2, 'Élite', 1.5),
  ]
  expect(topCompetitions([second, first, cup], new Set()).map(({ name }) => name)).toEqual(['Zone', 'Élite', 'Filière'])
  expect(topCompetitions([again, second, first, cup], new Set())).toMatchObject([
    { id: 1 },
    { id: 2, coefficient: 1.5 },
    { id: 3 },
  ])
})

test('a top competition counts the matches that are shown, and stays with none', () => {
  const [shown, hidden, other] = [match(1, 'Élite', 1), match(1, 'Élite', 1), match(2, 'Filière', 1)]
  expect(topCompetitions([shown, hidden, other], new Set([shown]))).toMatchObject([
    { id: 1, matches: 1 },
    { id: 2, matches: 0 },
  ])
  expect(topCompetitions([], new Set())).toEqual([])
})
