import { expect, test } from 'vitest'
import { z } from 'zod'
import { sample } from '../api-football/testing/sample-server.ts'
import { failureOf } from '../api-football/testing/setup.ts'
import { createStaticCountryRanking } from './source.ts'
import { UEFA_TABLE, uefaCodeOf } from './table.ts'

const source = createStaticCountryRanking()

test('the shipped table has its date and 55 countries, best first', async () => {
  const ranking = await source.ranking(2026)
  expect(ranking).toMatchObject({ source: 'UEFA', as_of: '2026-07-03', count: 55 })
  expect(ranking.items).toHaveLength(55)
  expect(ranking.items[0]).toEqual({ rank: 1, country: 'England', code: 'ENG', points: 119.519 })
  expect(ranking.items[54]).toEqual({ rank: 55, country: 'San Marino', code: 'SMR', points: 2.833 })
})

test('the shipped table matches the one that UEFA published', async () => {
  const member = z
    .object({
      member: z.object({ countryCode: z.string(), countryName: z.string() }),
      overallRanking: z.object({ position: z.number(), totalValue: z.number() }),
    })
    .transform(({ member, overallRanking }) => ({
      rank: overallRanking.position,
      country: member.countryName,
      code: member.countryCode,
      points: overallRanking.totalValue,
    }))
  const published = z.object({ data: z.object({ members: z.array(member) }) }).parse(sample('uefa-coefficients'))
    .data.members
  expect((await source.ranking(2026)).items).toEqual(published)
})

test('ranks count up and points never rise', () => {
  const { rows } = UEFA_TABLE
  expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1))
  const rises = rows.slice(1).filter((row, index) => row.points > (rows[index]?.points ?? 0))
  expect(rises).toEqual([])
})

test('a later year gets the newest table, an earlier one is refused', async () => {
  expect((await source.ranking(2027)).as_of).toBe('2026-07-03')
  expect((await failureOf(source.ranking(2025))).kind).toBe('bad_request')
})

test.each([
  ['England', 'ENG'],
  ['France', 'FRA'],
  ['Turkey', 'TUR'],
  ['Bosnia', 'BIH'],
  ['Ireland', 'IRL'],
  ['Faroe-Islands', 'FRO'],
  ['Macedonia', 'MKD'],
  ['Czech-Republic', 'CZE'],
  ['czech republic ', 'CZE'],
  ['Brazil', null],
  ['World', null],
  ['', null],
])('UEFA’s code of the feed’s « %s » is %s', (name, code) => {
  expect(uefaCodeOf(name)).toBe(code)
})
