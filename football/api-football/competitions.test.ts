import { expect, test } from 'vitest'
import { openTestFeed, serving } from './testing/setup.ts'

test('a competition has its name, country and logo, and is a cup or a league', async () => {
  const { feed, server } = await openTestFeed(serving({ '/leagues': 'leagues' }))
  const competitions = await feed.competitions()
  expect(server.asked).toEqual(['/leagues'])
  expect(competitions[0]).toEqual({
    id: 2,
    name: 'UEFA Champions League',
    country: 'World',
    logo: 'https://media.api-sports.io/football/leagues/2.png',
    type: 'cup',
  })
  expect(competitions.slice(1).map(({ id, type }) => [id, type])).toEqual([
    [39, 'league'],
    [140, 'league'],
    [135, 'league'],
    [78, 'league'],
    [61, 'league'],
    [32, 'cup'],
    [33, 'cup'],
    [34, 'cup'],
    [35, 'cup'],
    [36, 'cup'],
    [37, 'cup'],
    [999001, 'league'],
  ])
})

test('a competition without a country or a logo is read, and a row without an id dropped', async () => {
  const { feed, log } = await openTestFeed(serving({ '/leagues': 'leagues.odd' }))
  expect(await feed.competitions()).toEqual([
    {
      id: 999002,
      name: 'Coupe de Testland',
      country: '',
      logo: null,
      type: 'cup',
    },
    {
      id: 999003,
      name: 'Testland Friendlies',
      country: 'Testland',
      logo: null,
      type: 'league',
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
