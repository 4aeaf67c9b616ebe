import { expect, test } from 'vitest'
import { openTestFeed, serving } from './testing/setup.ts'

test('a competition has its current season, and the coverage of that season', async () => {
  const { feed, server } = await openTestFeed(serving({ '/leagues': 'leagues' }))
  const competitions = await feed.competitions()
  expect(server.asked).toEqual(['/leagues'])
  expect(competitions[0]).toEqual({
    id: 2,
    name: 'UEFA Champions League',
    country: 'World',
    logo: 'https://media.api-sports.io/football/leagues/2.png',
    type: 'cup',
    currentSeason: 2025,
    coverage: { lineups: true, ratings: true },
  })
  const seasons = competitions.map(({ id, type, currentSeason, coverage }) => [
    id,
    type,
    currentSeason,
    coverage.lineups,
    coverage.ratings,
  ])
  expect(seasons.slice(1)).toEqual([
    [39, 'league', 2025, true, true],
    [140, 'league', 2025, true, true],
    [135, 'league', 2025, true, true],
    [78, 'league', 2025, true, true],
    [61, 'league', 2025, true, true],
    [32, 'cup', 2024, true, true],
    [33, 'cup', 2026, true, false],
    [34, 'cup', 2026, true, true],
    [35, 'cup', 2027, true, false],
    [36, 'cup', 2025, true, false],
    [37, 'cup', 2026, false, false],
    [999001, 'league', 2025, false, false],
  ])
})

test('between seasons the coverage is that of the last one; without seasons there is none', async () => {
  const { feed, log } = await openTestFeed(serving({ '/leagues': 'leagues.odd' }))
  expect(await feed.competitions()).toEqual([
    {
      id: 999002,
      name: 'Coupe de Testland',
      country: '',
      logo: null,
      type: 'cup',
      currentSeason: null,
      coverage: { lineups: true, ratings: true },
    },
    {
      id: 999003,
      name: 'Testland Friendlies',
      country: 'Testland',
      logo: null,
      type: 'league',
      currentSeason: null,
      coverage: { lineups: false, ratings: false },
    },
  ])
  expect(log).toMatchObject([{ event: 'feed_rows_dropped', facts: { where: '/leagues', dropped: 1 } }])
})

test('a team is national, a club, or unknown', async () => {
  const { feed, server } = await openTestFeed(
    serving({ '/teams?id=990101': 'teams', '/teams?id=990601': 'teams.national' }),
  )
  expect([await feed.isNational(990101), await feed.isNational(990601), await feed.isNational(5)]).toEqual([
    false,
    true,
    null,
  ])
  expect(server.asked).toEqual(['/teams?id=990101', '/teams?id=990601', '/teams?id=5'])
})
