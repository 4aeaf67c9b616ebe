import { expect, test } from 'vitest'
import type { FeedPlayer } from '../feed.ts'
import { openTestFeed, type SampleServer, sample } from './testing/setup.ts'

interface Answer {
  readonly response: readonly object[]
}
const rowsOf = (name: string) => (sample(name) as Answer).response

/** Answers with the full record of match 9900031, whose lineups and players are the rows of two samples. */
function recordOf({ lineups = 'fixtures.lineups.no-ids', players = 'fixtures.players.no-ids' } = {}) {
  return recordWith(rowsOf(lineups), rowsOf(players))
}

function recordWith(lineups: readonly object[], players: readonly object[]): SampleServer['answer'] {
  const response = rowsOf('fixtures.no-ids').map((row) => ({ ...row, lineups, players }))
  return () => ({ body: { errors: [], response } })
}

async function playersIn({
  feed,
}: Pick<Awaited<ReturnType<typeof openTestFeed>>, 'feed'>): Promise<readonly FeedPlayer[]> {
  return (await feed.matchesByIds([9900031]))[0]?.players ?? []
}

const ONE_TEAM = recordOf({ lineups: 'fixtures.lineups.one-team', players: 'fixtures.empty' })

const playersWithoutIds = async () => playersIn(await openTestFeed(recordOf()))

const rowOf = ({ id, name, minutes, rating }: FeedPlayer) => [name, id, minutes, rating]

test('the match says which team plays at home, in whichever order its lineups are', async () => {
  const players = await playersWithoutIds()
  // The sample lists the away team first.
  expect(players.find(({ name }) => name === 'T. Bellec')).toMatchObject({ side: 'away', team: 'US Kervadec' })
  expect(players.find(({ name }) => name === 'D. Quillien')).toMatchObject({ side: 'home', team: 'Étoile de Pragnes' })
})

test('a match that the provider no longer knows has no record', async () => {
  const { feed, server } = await openTestFeed(() => ({ body: sample('fixtures.empty') }))
  expect(await feed.matchesByIds([9900999])).toEqual([])
  expect(server.asked).toEqual(['/fixtures?ids=9900999'])
})

test('there are no players before lineups are published', async () => {
  const { feed } = await openTestFeed(recordOf({ lineups: 'fixtures.lineups.empty', players: 'fixtures.empty' }))
  expect(await feed.matchesByIds([9900031])).toMatchObject([{ players: [] }])
})

test('rows without id are joined by shirt, then by name, and never merged', async () => {
  const players = await playersWithoutIds()
  expect(players.filter(({ side }) => side === 'home').map(rowOf)).toEqual([
    ['L. O’Brennec', -999101001, 90, 7],
    ['M. Tavernier', -999101004, 90, 6.1],
    ['J. Tavernier', expect.any(Number), 88, 8.9],
    ['D. Quillien', 971006, 90, 7.4],
    ['G. Rostrenan', 971008, 90, 6.6],
    ['R. Castelnau', expect.any(Number), 90, null],
    ['P. Orsoni', expect.any(Number), 70, null],
    ['V. Guégan', 971030, 90, 7],
    ['Kiki', -999101012, 20, null],
    ['S. Morvan', expect.any(Number), 0, null],
    ['B. Morvan', expect.any(Number), 2, 6.9],
    ['A. Lagadec', expect.any(Number), null, null],
    ['A. Lagadec', expect.any(Number), null, null],
    ['Erwan Stephant', 971023, 11, 6.2],
  ])
  expect(new Set(players.map(({ id }) => id)).size).toBe(players.length)
  expect((await playersWithoutIds()).map(({ id }) => id)).toEqual(players.map(({ id }) => id))
})

test('an id or a shirt that only one row has is used, and no player gets a silhouette as a photo', async () => {
  const players = await playersWithoutIds()
  const find = (name: string) => players.find((player) => player.name === name)
  expect(find('G. Rostrenan')).toMatchObject({ photo: 'https://media.api-sports.io/football/players/971008.png' })
  expect(find('V. Guégan')).toMatchObject({ photo: 'https://media.api-sports.io/football/players/971030.png' })
  expect(find('D. Quillien')).toMatchObject({ shirt: 9, position: 'F' })
  expect(find('L. O’Brennec')).toMatchObject({ photo: null })
  expect(find('Erwan Stephant')).toMatchObject({ isStarter: false, shirt: 23, position: 'M' })
})

test('a player listed twice, in one team or in both, appears once, where first listed', async () => {
  const players = await playersWithoutIds()
  const listed = players.filter(({ id }) => id === 971006 || id === 971030)
  expect(listed.map(({ id, side, isStarter }) => [id, side, isStarter])).toEqual([
    [971006, 'home', true],
    [971030, 'home', true],
  ])
})

test('a team without statistics has no minutes, and the other keeps its own', async () => {
  const players = await playersWithoutIds()
  const away = players.filter(({ side }) => side === 'away')
  expect(away.map(({ name, minutes }) => [name, minutes])).toEqual([
    ['T. Bellec', null],
    ['Y. Corlay', null],
    ['H. Madec', null],
    ['C. Jezequel', null],
  ])
})

test('a single team with fewer than eleven players and missing values is read', async () => {
  const { feed, log } = await openTestFeed(ONE_TEAM)
  expect(await playersIn({ feed })).toMatchObject([
    {
      id: 971101,
      side: 'away',
      position: 'G',
      shirt: 1,
      photo: 'https://media.api-sports.io/football/players/971101.png',
    },
    { id: 971102, side: 'away', position: 'F', shirt: 5, minutes: null, rating: null },
    { id: 971103, side: 'away', position: null, shirt: 11, grid: null },
  ])
  expect(log).toMatchObject([{ event: 'feed_rows_dropped', facts: { where: 'players of match 9900031', dropped: 1 } }])
})

test('without a lineup the players come from the statistics, with their full names', async () => {
  const players = await playersIn(await openTestFeed(recordOf({ lineups: 'fixtures.lineups.empty' })))
  expect(players).toHaveLength(15)
  expect(players[1]).toMatchObject({ name: 'Loïc O’Brennec', isStarter: true, shirt: 1, position: 'G', minutes: 90 })
  expect(players.at(-1)).toMatchObject({ name: 'Noé Guivarch', isStarter: false, minutes: 0 })
})

test('a lineup changed after publication replaces the previous one', async () => {
  const setup = await openTestFeed(recordOf({ players: 'fixtures.empty' }))
  await playersIn(setup)
  setup.server.answer = ONE_TEAM
  const players = await playersIn(setup)
  expect(players.map(({ id }) => id)).toEqual([971101, 971102, 971103])
})

test('corrected ratings are read at the next call', async () => {
  const setup = await openTestFeed(recordOf())
  const ratingOf = async () => (await playersIn(setup)).find(({ id }) => id === 971006)?.rating
  const before = await ratingOf()
  const corrected = recordOf()
  setup.server.answer = (request) => {
    const text = JSON.stringify(corrected(request).body).replace('"7.4"', '"7.9"')
    return { body: text }
  }
  expect([before, await ratingOf()]).toEqual([7.4, 7.9])
})

test('photos that the provider leaves out come from the configured address', async () => {
  const [keeper] = await playersIn(await openTestFeed(ONE_TEAM, { mediaUrl: 'https://media.example.test/football' }))
  expect(keeper?.photo).toBe('https://media.example.test/football/players/971101.png')
})

test('a list of 5,000 players without ids is cut to 100, each of whom gets a distinct id', async () => {
  const lineup = {
    team: { id: 999101, name: 'Étoile de Pragnes' },
    startXI: Array(5000).fill({ player: { id: null, name: 'A. Alba', number: 7 } }),
  }
  const setup = await openTestFeed(recordWith([lineup], rowsOf('fixtures.players.no-ids')))
  const players = (await playersIn(setup)).filter(({ name }) => name === 'A. Alba')
  expect(players).toHaveLength(100)
  expect(new Set(players.map(({ id }) => id)).size).toBe(100)
})

test.each<[colors: unknown, read: string | null]>([
  [{ player: { primary: '1d3f8f', number: 'ffffff', border: '1d3f8f' } }, '#1d3f8f'],
  [{ player: { primary: '#1D3F8F' } }, '#1d3f8f'],
  [{ player: { primary: 'blue' } }, null],
  [{ player: { primary: '1d3f8f"><script>' } }, null],
  [{ player: { primary: 123456 } }, null],
  [{ player: null, goalkeeper: { primary: 'f2c400' } }, null],
  ['1d3f8f', null],
  [null, null],
  [undefined, null],
])('reads shirts from the colours %j as %s, and their team in any case', async (colors, read) => {
  const [first, ...others] = rowsOf('fixtures.lineups.no-ids') as readonly { readonly team: object }[]
  const lineups = [{ ...first, team: { ...first?.team, colors } }, ...others]
  const { feed, log } = await openTestFeed(recordWith(lineups, []))
  const [record] = await feed.matchesByIds([9900031])
  // The sample lists the away team first.
  expect(record?.kits).toEqual({ home: null, away: read })
  expect(record?.players?.filter(({ side }) => side === 'away')).not.toHaveLength(0)
  expect(log).toEqual([])
})
