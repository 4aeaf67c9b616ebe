import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeedMatchDetail, FeedPlayer } from '../feed.ts'
import { joinSheet, readPlayers } from './players.ts'
import type { LineupRow, StatisticsRow } from './team-sheet.ts'
import { openTestFeed, serving } from './testing/setup.ts'
import { type WireEvent, wireEvent } from './wire/wire-players.ts'
import { label } from './wire/wire-values.ts'

async function detailsOf(name: string): Promise<FeedMatchDetail[]> {
  const { feed } = await openTestFeed(serving({ '/fixtures?ids': name }))
  return feed.matchesByIds([9900012])
}

async function playersOf(name: string): Promise<readonly FeedPlayer[]> {
  return (await detailsOf(name))[0]?.players ?? []
}

function named(players: readonly FeedPlayer[], name: string): FeedPlayer[] {
  return players.filter((player) => player.name === name)
}

test('lineup and statistics become one player, under the name of the lineup', async () => {
  const players = await playersOf('fixtures.ids')
  expect(players).toHaveLength(40)
  expect(named(players, 'A. Lemercey')).toEqual([
    {
      id: 910008,
      name: 'A. Lemercey',
      photo: 'https://media.api-sports.io/football/players/910008.png',
      teamId: 990101,
      team: 'AS Valcourt',
      side: 'home',
      position: 'M',
      shirt: 10,
      grid: '4:3',
      isStarter: true,
      minutes: 67,
      rating: 8.3,
      isRatingReported: true,
    },
  ])
})

test('22 players start, eleven per side, and only starters have a place on the grid', async () => {
  const players = await playersOf('fixtures.ids')
  const starters = players.filter(({ isStarter }) => isStarter)
  expect(starters.map(({ side }) => side)).toEqual([...Array(11).fill('home'), ...Array(11).fill('away')])
  expect(players.filter(({ grid }) => grid !== null)).toHaveLength(21)
  expect(named(players, 'L. Maurois')).toMatchObject([{ grid: null, isStarter: true, shirt: 23, side: 'away' }])
})

test('a position that the lineup leaves out comes from the statistics', async () => {
  expect(named(await playersOf('fixtures.ids'), 'J. Sorel')).toMatchObject([{ id: 920016, position: 'M', shirt: 14 }])
})

test('ratings are read from text, whole or decimal, and are null for players without one', async () => {
  const players = await playersOf('fixtures.ids')
  const rating = (name: string) => named(players, name)[0]?.rating
  expect(['T. Vasseur', 'N. Delorge', 'L. Maurois', 'C. Adéyo', 'E. Vignal'].map(rating)).toEqual([
    6.9,
    7,
    6,
    null,
    null,
  ])
})

test('a substitute’s minutes count from their entry; an unused one has 0', async () => {
  const players = await playersOf('fixtures.ids')
  const minutes = (name: string) => named(players, name)[0]?.minutes
  expect(['R. Poulain', 'S. Traorel', 'A. Coulanges', 'E. Vignal', 'T. Roussel'].map(minutes)).toEqual([9, 21, 3, 0, 0])
})

test('a player without id and shirt gets a stable negative id and no photo', async () => {
  const [first] = named(await playersOf('fixtures.ids'), 'T. Roussel')
  const [second] = named(await playersOf('fixtures.ids'), 'T. Roussel')
  expect(first).toMatchObject({ photo: null, shirt: null, position: 'F', side: 'away' })
  expect(first?.id).toBe(second?.id)
  expect(first?.id).toBeLessThanOrEqual(-990102100)
  expect(first?.id).toBeGreaterThan(-990103000)
})

test('the list of players is empty before lineups are published', async () => {
  const [, upcoming] = await detailsOf('fixtures.ids')
  expect([upcoming?.match.id, upcoming?.players]).toEqual([9900020, []])
})

test('players are null when the answer has no list of them', async () => {
  const [, broken] = await detailsOf('fixtures.ids.odd-parts')
  expect([broken?.match.minute, broken?.players]).toEqual([70, null])
})

test('before kick-off every player’s minutes are null, not 0', async () => {
  const [early] = await detailsOf('fixtures.ids.odd-parts')
  expect(early?.match.status).toBe('upcoming')
  expect(early?.players).toHaveLength(12)
  expect(new Set(early?.players?.map(({ minutes }) => minutes))).toEqual(new Set([null]))
})

test('without statistics the events yield the same minutes, even with a reversed substitution', async () => {
  const official = await playersOf('fixtures.ids')
  const derived = await playersOf('fixtures.ids.events-only')
  const minutes = (players: readonly FeedPlayer[]) => players.map((player) => [player.name, player.minutes])
  expect(minutes(derived)).toEqual(minutes(official))
  expect(named(derived, 'C. Adéyo')).toMatchObject([{ minutes: 9, rating: null }])
  expect(named(derived, 'M. Toulemont')).toMatchObject([{ minutes: 58, rating: null }])
})

test('minutes are right in a small league: no ids, dismissals, a player who returns, one who enters late', async () => {
  const players = await playersOf('fixtures.ids.small-league')
  expect(players.filter(({ side }) => side === 'home').map(({ id, name, minutes }) => [id, name, minutes])).toEqual([
    [-999101001, 'L. O’Brennec', 90],
    [-999101004, 'M. Tavernier', 20],
    [-999101003, 'J. Tavernier', 30],
    [971006, 'D. Quillien', 75],
    [-999101012, 'K. Lanvaux', 60],
    [-999101013, 'S. Morvan', 15],
    [-999101014, 'B. Morvan', 1],
    [971023, 'E. Stephant', 0],
  ])
})

test('once an unlisted player has come on, the minutes of that bench are unknown', async () => {
  const players = await playersOf('fixtures.ids.small-league')
  expect(players.filter(({ side }) => side === 'away').map(({ name, minutes }) => [name, minutes])).toEqual([
    ['T. Bellec', 50],
    ['Y. Corlay', 40],
    ['C. Jezequel', null],
    ['F. Tanguy', null],
  ])
})

test('an unreadable event is dropped and logged', async () => {
  const { feed, log } = await openTestFeed(serving({ '/fixtures?ids': 'fixtures.ids.small-league' }))
  await feed.matchesByIds([9900034])
  expect(log).toMatchObject([{ event: 'feed_rows_dropped', facts: { where: 'events of match 9900034', dropped: 1 } }])
})

test.each([
  ['6.9', 6.9, true],
  [null, null, true],
  ['–', null, true],
  ['', null, true],
  [47, null, false],
  ['great', null, false],
  [undefined, null, false],
])('a rating of %s reads as %s, reported: %s', (rating, value, isReported) => {
  const games = { minutes: 90, number: 9, position: 'F', rating, substitute: false }
  const row = { player: { id: 5, name: 'A. Rivoal', photo: null }, statistics: [{ games }] }
  const [player] = readPlayers({
    teams: { home: { id: 1, name: 'FC Rive' }, away: { id: 2, name: 'Stade Aval' } },
    lineups: [],
    statistics: [{ team: { id: 1, name: 'FC Rive' }, players: [row] }],
    events: null,
    end: 90,
    mediaUrl: 'http://media.invalid',
    reader: { log: () => {}, where: 'a test' },
  })
  expect([player?.rating, player?.isRatingReported]).toEqual([value, isReported])
})

test('a name of 20 000 characters is cut', () => {
  expect(label.parse(`  ${'é'.repeat(20_000)}  `)).toBe('é'.repeat(120))
})

describe('a starter of whom the statistics have no minutes while eleven others have some', () => {
  const LEFT_AT_30 = wireEvent.parse({
    time: { elapsed: 30, extra: null },
    team: { id: 1 },
    player: { id: 1 },
    assist: { id: 12 },
    type: 'subst',
  })
  const minutesOf = (own: number | null, { others = 11, events = [] as WireEvent[] } = {}) => {
    const rows = Array.from({ length: 18 }, (_, index) => ({
      id: index + 1,
      name: `N. ${index}`,
      number: index + 1,
      pos: 'M',
    }))
    const played = rows.map(({ id }) => ({
      player: { id, name: `N. ${id}` },
      statistics: [{ games: { minutes: id === 1 ? own : id <= others + 1 ? 70 : null, rating: null } }],
    }))
    const players = readPlayers({
      teams: { home: { id: 1, name: 'FC Rive' }, away: { id: 2, name: 'Stade Aval' } },
      lineups: [
        {
          team: { id: 1 },
          startXI: rows.slice(0, 11).map((player) => ({ player })),
          substitutes: rows.slice(11).map((player) => ({ player })),
        },
      ],
      statistics: [{ team: { id: 1 }, players: played }],
      events,
      end: 70,
      mediaUrl: 'http://media.invalid',
      reader: { log: () => {}, where: 'a test' },
    })
    return players.find(({ id }) => id === 1)?.minutes
  }

  test('has the 0 of the statistics, or none, and not what the events leave to guess', () => {
    expect([minutesOf(0), minutesOf(null)]).toEqual([0, null])
  })

  test('has the minutes of the events that name them', () => {
    expect([minutesOf(0, { events: [LEFT_AT_30] }), minutesOf(null, { events: [LEFT_AT_30] })]).toEqual([30, 30])
  })

  test('plays on where fewer have minutes', () => {
    expect(minutesOf(null, { others: 10 })).toBe(70)
  })
})

type Known = readonly [id: number | null, number: number | null, name: string, minutes?: number]

const lineupRow = ([id, number, name]: Known): LineupRow => ({
  id,
  number,
  name,
  pos: null,
  grid: null,
  isStarter: true,
})

const statisticsRow = ([id, number, name, minutes = 0]: Known): StatisticsRow => ({
  id,
  number,
  name,
  minutes,
  photo: null,
  pos: null,
  rating: null,
  isRatingReported: false,
  isStarter: true,
})

describe('the lineup row and the statistics row of one player', () => {
  test.each<[name: string, lineup: Known[], statistics: Known[], joined: (string | undefined)[][]]>([
    [
      'an id overrides shirt and name',
      [
        [1, 7, 'A. Alba'],
        [2, 8, 'B. Bora'],
      ],
      [
        [2, 7, 'Aldo Alba'],
        [1, 8, 'Bela Bora'],
      ],
      [
        ['A. Alba', 'Bela Bora'],
        ['B. Bora', 'Aldo Alba'],
      ],
    ],
    [
      'different ids are different players',
      [[1, 7, 'A. Alba']],
      [[2, 7, 'A. Alba', 30]],
      [
        ['A. Alba', undefined],
        [undefined, 'A. Alba'],
      ],
    ],
    ['a shirt joins where an id is missing', [[null, 7, 'Beto']], [[1, 7, 'Aldo Alba']], [['Beto', 'Aldo Alba']]],
    [
      'different shirts are different players',
      [[null, 7, 'A. Alba']],
      [[null, 8, 'A. Alba']],
      [['A. Alba', undefined]],
    ],
    [
      'a short name joins a full one',
      [[null, null, 'A. Alba']],
      [[null, null, 'Aldo Alba']],
      [['A. Alba', 'Aldo Alba']],
    ],
    ['a bare surname joins a full name', [[null, null, 'Alba']], [[null, null, 'Zino Alba']], [['Alba', 'Zino Alba']]],
    ['accents are ignored', [[null, null, 'É. ALBÀ']], [[null, null, 'Emile Alba']], [['É. ALBÀ', 'Emile Alba']]],
    [
      'a shared shirt and name join nothing, and no player is added',
      [
        [null, 7, 'A. Alba'],
        [null, 7, 'A. Alba'],
      ],
      [[null, 7, 'Aldo Alba', 90]],
      [
        ['A. Alba', undefined],
        ['A. Alba', undefined],
      ],
    ],
    [
      'a player who has played is added if the lineup omits them',
      [[1, 7, 'A. Alba']],
      [[2, 8, 'B. Bora', 12]],
      [
        ['A. Alba', undefined],
        [undefined, 'B. Bora'],
      ],
    ],
    ['a player who has not played is not added', [[1, 7, 'A. Alba']], [[2, 8, 'B. Bora', 0]], [['A. Alba', undefined]]],
    ['everybody is added without a lineup', [], [[2, 8, 'B. Bora', 0]], [[undefined, 'B. Bora']]],
  ])('%s', (_name, lineup, statistics, joined) => {
    const rows = joinSheet({ lineup: lineup.map(lineupRow), statistics: statistics.map(statisticsRow) })
    expect(rows.map((row) => [row.lineup?.name, row.statistics?.name])).toEqual(joined)
  })
})

test('every lineup row appears once, no statistics row twice, and different ids are never joined', () => {
  const known = fc.tuple(
    fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
    fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
    fc.constantFrom('A. Alba', 'Aldo Alba', 'Alba', 'B. Bora'),
    fc.constantFrom(0, 90),
  )
  const rows = fc.uniqueArray(known, { maxLength: 8, comparator: (a, b) => a[0] !== null && a[0] === b[0] })
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const [lineup, statistics] = [first.map(lineupRow), second.map(statisticsRow)]
      const joined = joinSheet({ lineup, statistics })
      expect(joined.map((row) => row.lineup).filter((row) => row !== null)).toEqual(lineup)
      const given = joined.map((row) => row.statistics).filter((row) => row !== null)
      expect(new Set(given).size).toBe(given.length)
      for (const row of joined) {
        const ids = new Set([row.lineup?.id, row.statistics?.id].filter((id) => id != null))
        expect(ids.size).toBeLessThan(2)
      }
    }),
  )
})
