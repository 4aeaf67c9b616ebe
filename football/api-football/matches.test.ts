import { expect, test } from 'vitest'
import type { FeedMatch } from '../feed.ts'
import { failureOf, openTestFeed, SATURDAY, serving } from './testing/setup.ts'

async function matchesIn(name: string): Promise<FeedMatch[]> {
  const { feed } = await openTestFeed(serving({ '/fixtures': name }))
  return feed.matchesOn('2025-11-22')
}

const NONE = { home: null, away: null }
const NO_PERSON = { id: null, name: '' }
const belmar = { id: 940010, name: 'I. Belmar' }
const zorita = { id: 940011, name: 'U. Zorita' }
const brief = ({ id, status, rawStatus, minute, extra }: FeedMatch) => [id, rawStatus, status, minute, extra]

test('a live match has every field', async () => {
  const { feed, server } = await openTestFeed(serving({ '/fixtures?live=all': 'fixtures.live' }))
  const matches = await feed.liveMatches()
  expect(server.asked).toEqual(['/fixtures?live=all'])
  expect(matches.map(({ id }) => id)).toEqual([
    9900010, 9900011, 9900012, 9900013, 9900014, 9900015, 9900016, 9900017, 9900018, 9900019, 9900030,
  ])
  expect(matches[4]).toEqual({
    id: 9900014,
    competition: {
      id: 140,
      name: 'La Liga',
      country: 'Spain',
      logo: 'https://media.api-sports.io/football/leagues/140.png',
    },
    season: 2025,
    round: 'Regular Season - 13',
    kickoffAt: new Date('2025-11-22T16:45:00Z'),
    kickoffHourKnown: true,
    status: 'live',
    rawStatus: '2H',
    minute: 90,
    extra: 6,
    home: { id: 990301, name: 'CD Almarosa', logo: 'https://media.api-sports.io/football/teams/990301.png' },
    away: { id: 990302, name: 'Real Tordena', logo: 'https://media.api-sports.io/football/teams/990302.png' },
    homeScore: 1,
    awayScore: 0,
    parts: { fulltime: NONE, extratime: NONE, kicks: NONE, winner: 'home' },
    events: [
      { minute: 71, extra: null, type: 'penalty', team_id: 990301, player: belmar, other: NO_PERSON },
      { minute: 90, extra: 4, type: 'red', team_id: 990302, player: zorita, other: NO_PERSON },
    ],
    observedAt: SATURDAY,
  })
})

test('each of the 19 codes has its status and minute', async () => {
  expect((await matchesIn('fixtures.date')).map(brief)).toEqual([
    [9900101, 'TBD', 'upcoming', null, null],
    [9900020, 'NS', 'upcoming', null, null],
    [9900010, '1H', 'live', 23, null],
    [9900011, 'HT', 'live', 45, null],
    [9900012, '2H', 'live', 67, null],
    [9900015, 'ET', 'live', 97, null],
    [9900016, 'BT', 'live', 105, null],
    [9900017, 'P', 'live', 120, null],
    [9900019, 'SUSP', 'suspended', 71, null],
    [9900018, 'INT', 'live', 62, null],
    [9900102, 'FT', 'finished', 90, 5],
    [9900103, 'AET', 'finished', 120, null],
    [9900104, 'PEN', 'finished', 120, null],
    [9900105, 'PST', 'postponed', null, null],
    [9900106, 'CANC', 'cancelled', null, null],
    [9900107, 'ABD', 'cancelled', 63, null],
    [9900108, 'AWD', 'cancelled', null, null],
    [9900109, 'WO', 'cancelled', null, null],
    [9900030, 'LIVE', 'live', null, null],
    [9900110, 'NS', 'upcoming', null, null],
  ])
})

test('the provider’s minute counts, within 1-120; without one the code decides', async () => {
  const matches = await matchesIn('fixtures.clocks')
  expect(matches.map(brief)).toEqual([
    [9900201, 'ET', 'live', 90, null],
    [9900202, 'BT', 'live', 90, null],
    [9900203, 'P', 'live', 120, null],
    [9900204, 'HT', 'live', 45, null],
    [9900205, 'P', 'live', 90, null],
    [9900206, '2H', 'live', 62, null],
    [9900207, 'FT', 'finished', 90, null],
    [9900208, 'AET', 'finished', 120, null],
    [9900209, 'PEN', 'finished', 120, null],
    [9900210, '1H', 'live', 1, null],
    [9900211, 'ET', 'live', 120, null],
    [9900212, '2H', 'live', 90, 4],
    [9900213, 'NS', 'upcoming', null, null],
    [9900214, 'XYZ', null, 33, null],
    [9900215, 'XYZ', null, null, null],
    [9900216, 'CONSTRUCTOR', null, null, null],
  ])
})

test('an unknown code is logged once', async () => {
  const { feed, log } = await openTestFeed(serving({ '/fixtures': 'fixtures.clocks' }))
  await feed.liveMatches()
  await feed.liveMatches()
  expect(log).toEqual([
    { event: 'feed_unknown_status', facts: { rawStatus: 'XYZ', matchId: 9900214 } },
    { event: 'feed_unknown_status', facts: { rawStatus: 'CONSTRUCTOR', matchId: 9900216 } },
  ])
})

test('only a match without a fixed hour has `kickoffHourKnown` false', async () => {
  const matches = await matchesIn('fixtures.date')
  expect(matches.filter(({ kickoffHourKnown }) => !kickoffHourKnown).map(({ rawStatus }) => rawStatus)).toEqual(['TBD'])
})

test('the score includes extra time but not the shoot-out', async () => {
  const matches = await matchesIn('fixtures.date')
  const score = (code: string) => matches.flatMap((m) => (m.rawStatus === code ? [[m.homeScore, m.awayScore]] : []))
  expect([score('AET'), score('PEN'), score('CANC')]).toEqual([[[3, 2]], [[2, 2]], [[null, null]]])
})

test('the parts of a score are read one by one, with the winner that the teams name', async () => {
  const matches = await matchesIn('fixtures.date')
  const of = (code: string) => matches.find(({ rawStatus }) => rawStatus === code)?.parts
  expect(of('PEN')).toEqual({
    fulltime: { home: 1, away: 1 },
    extratime: { home: 1, away: 1 },
    kicks: { home: 4, away: 2 },
    winner: 'home',
  })
  expect(of('NS')).toEqual({ fulltime: NONE, extratime: NONE, kicks: NONE, winner: null })
})

test('an invalid row is dropped and counted; of a match listed twice the last row counts', async () => {
  const { feed, log } = await openTestFeed(serving({ '/fixtures': 'fixtures.odd-rows' }))
  const matches = await feed.matchesOn('2025-12-03')
  expect(matches.map(({ id, minute }) => [id, minute])).toEqual([
    [9900301, null],
    [9900302, null],
    [9900303, 13],
  ])
  expect(log).toEqual([
    {
      event: 'feed_rows_dropped',
      facts: { where: '/fixtures', dropped: 6, fault: expect.stringContaining('teams.home.id') },
    },
  ])
})

test('missing values are empty or null, and the kick-off is read from either form', async () => {
  const [bare, moved] = await matchesIn('fixtures.odd-rows')
  expect(bare).toMatchObject({
    status: 'postponed',
    round: '',
    competition: { id: 999001, country: 'Testland', logo: null },
    home: { id: 999101, name: 'Étoile de Pragnes', logo: null },
    kickoffAt: new Date('2025-12-03T19:00:00Z'),
    homeScore: null,
    awayScore: null,
  })
  expect(moved).toMatchObject({ status: 'upcoming', kickoffAt: new Date('2025-12-10T19:30:00Z') })
})

test('a postponed match that comes back keeps its id and has its new date', async () => {
  const { feed, server } = await openTestFeed(serving({ '/fixtures': 'fixtures.date' }))
  const before = (await feed.matchesOn('2025-11-22')).find(({ id }) => id === 9900105)
  const row = { id: 9900105, date: '2026-01-14T18:30:00+00:00', timestamp: 1_768_415_400 }
  server.answer = () => ({ body: { errors: [], response: [movedRow(row)] } })
  const [after] = await feed.matchesByIds([9900105])
  expect([before?.status, before?.kickoffAt]).toEqual(['postponed', new Date('2025-11-22T14:00:00Z')])
  expect([after?.match.status, after?.match.kickoffAt]).toEqual(['upcoming', new Date('2026-01-14T18:30:00Z')])
})

test('a match that has left the live list is still read by id; a deleted one is absent', async () => {
  const { feed } = await openTestFeed(
    serving({ '/fixtures?live': 'fixtures.empty', '/fixtures?ids': 'fixtures.ids', '/fixtures?id=': 'fixtures.empty' }),
  )
  expect(await feed.liveMatches()).toEqual([])
  const details = await feed.matchesByIds([9900012, 9900020, 9900999])
  expect(details.map(({ match }) => match.id)).toEqual([9900012, 9900020])
})

test('a day is requested as a UTC date without a time zone, and an invalid day causes no request', async () => {
  const { feed, server } = await openTestFeed(serving({ '/fixtures': 'fixtures.empty' }))
  expect(await feed.matchesOn('2025-12-25')).toEqual([])
  expect(server.asked).toEqual(['/fixtures?date=2025-12-25'])
  expect((await failureOf(feed.matchesOn('25/12/2025'))).kind).toBe('bad_request')
  expect(server.asked).toHaveLength(1)
})

test('ids are requested in batches of 20, each once; no ids cause no request', async () => {
  const { feed, server } = await openTestFeed(serving({}))
  const ids = Array.from({ length: 45 }, (_, index) => 9_900_001 + index)
  await feed.matchesByIds([...ids, ...ids, 0, -7, Number.NaN])
  expect(server.requests.map(({ query }) => query.ids?.split('-').length)).toEqual([20, 20, 5])
  expect(server.requests.flatMap(({ query }) => query.ids?.split('-').map(Number))).toEqual(ids)
  expect(await feed.matchesByIds([])).toEqual([])
  expect(server.requests).toHaveLength(3)
})

function movedRow(fixture: { id: number; date: string; timestamp: number }) {
  const team = (id: number) => ({ id, name: `Club ${id}`, logo: null, winner: null })
  return {
    fixture: { ...fixture, status: { short: 'NS', elapsed: null, extra: null } },
    league: { id: 78, name: 'Bundesliga', country: 'Germany', logo: null, season: 2025, round: 'Regular Season - 11' },
    teams: { home: team(990502), away: team(990503) },
    goals: { home: null, away: null },
  }
}

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
