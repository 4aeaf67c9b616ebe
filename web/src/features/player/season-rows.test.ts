import type { Season } from '@tribune/contract/rankings.ts'
import { expect, test } from 'vitest'
import { matchesOf, runsOfSeasons } from './season-rows.ts'

const season = (id: number, starts_on: string, ends_on: string): Season => ({
  id,
  name: 'Index',
  label: `${id}`,
  starts_on,
  ends_on,
  open: id === 2027,
  champions: [],
})
const NOW = season(2027, '2026-07-01', '2027-06-30')
const BEFORE = season(2026, '2025-07-01', '2026-06-30')
const at = (match_date: string) => ({ match_date })

test.each([
  ['the first moment of its first day', '2026-07-01T00:00:00Z', true],
  ['the moment before it', '2026-06-30T23:59:59.999Z', false],
  ['the last moment of its last day', '2027-06-30T23:59:59.999Z', true],
  ['the moment after it', '2027-07-01T00:00:00Z', false],
])('a season counts a kick-off by its days in UTC: %s', (_case, kickoff, counted) => {
  expect(matchesOf([at(kickoff)], NOW)).toHaveLength(Number(counted))
})

test('matches are divided where their season changes, those of no known season apart', () => {
  const [now, first, last, old] = ['2026-11-20', '2026-07-03', '2026-05-30', '2019-05-30'].map((day) =>
    at(`${day}T18:00:00Z`),
  )
  const all = [now, first, last, old].filter((match) => match !== undefined)
  expect(runsOfSeasons(all, [NOW, BEFORE])).toEqual([
    { season: NOW, matches: [now, first] },
    { season: BEFORE, matches: [last] },
    { season: undefined, matches: [old] },
  ])
  expect(runsOfSeasons(all, [])).toEqual([{ season: undefined, matches: all }])
})
