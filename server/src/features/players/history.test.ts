import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../testing/app.ts'
import { buildMatch } from '../../testing/builders.ts'
import { publishDueMatches } from '../rankings/service.ts'

const DAY_MS = 86_400_000
let server: TestServer
let player: number
/** Newest last: with his first club, the same club without him, and with his new club, where he stayed on the bench. */
const ids = { first: 0, absent: 0, bench: 0, before: 0 }

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const { db } = server.app
  const finished = (days: number, rating: number | null = null) => {
    const kickoffAt = new Date(server.clock.now().getTime() - days * DAY_MS)
    return buildMatch(db, {
      status: 'finished',
      kickoffAt,
      finishedAt: new Date(kickoffAt.getTime() + 7_000_000),
      rating,
    })
  }
  const [before, first, absent, bench] = [await finished(9), await finished(8, 7), await finished(7), await finished(6)]
  Object.assign(ids, { first: first.id, absent: absent.id, bench: bench.id, before: before.id })
  player = first.playerIds[0] ?? 0
  const home = await db
    .selectFrom('matches')
    .select('home_team_id')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  for (const id of [before.id, absent.id]) await db.updateTable('matches').set(home).where('id', '=', id).execute()
  const bench0 = db
    .updateTable('match_lineups')
    .set({ player_id: player, minutes_played: 0 })
    .where('match_id', '=', bench.id)
  await bench0.where('player_id', '=', bench.playerIds[0] ?? 0).execute()
  await publishDueMatches(server.app)
})
afterAll(() => server.close())

const history = async (name: string, query = '') =>
  (await call(server, 'GET', `/api/rpc/get_player_${name}_history?p_player_id=${player}${query}`)).json()
const seen = (items: { match_id: number; minutes_played: number | null; points: number; rank: number | null }[]) =>
  items.map((row) => [row.match_id, row.minutes_played, row.points, row.rank])

describe('the history of a player', () => {
  test('is made of the matches in whose lineup he stands, newest first', async () => {
    const { items, total } = await history('complete')
    expect([seen(items), total]).toEqual([
      [
        [ids.bench, 0, 0, null],
        [ids.first, 90, 300, 1],
      ],
      2,
    ])
  })

  test('of his teams begins with his first match for each; of a team he has left only what he was there for', async () => {
    const { items, total } = await history('full_team')
    expect([seen(items), total]).toEqual([
      [
        [ids.bench, 0, 0, null],
        [ids.first, 90, 300, 1],
      ],
      2,
    ])
  })

  test('of his team counts the matches it played without him, with no minute', async () => {
    const { db } = server.app
    await db.deleteFrom('match_lineups').where('match_id', '=', ids.bench).where('player_id', '=', player).execute()
    const { items } = await history('full_team')
    expect(seen(items)).toEqual([
      [ids.absent, 0, 0, null],
      [ids.first, 90, 300, 1],
    ])
  })

  test('comes in pages', async () => {
    expect(await history('complete', '&p_limit=1&p_offset=0')).toMatchObject({
      items: [{ match_id: ids.first }],
      total: 1,
    })
    expect(await history('complete', '&p_limit=1&p_offset=1')).toMatchObject({ items: [], total: 1 })
  })

  test('leaves out competitions that are hidden', async () => {
    await server.app.db.updateTable('available_competitions').set({ enabled: false }).execute()
    expect((await history('complete')).items).toEqual([])
    await server.app.db.updateTable('available_competitions').set({ enabled: true }).execute()
  })
})

test.each([
  '/api/players_ref/987654321',
  '/api/rpc/get_player_complete_history?p_player_id=987654321',
  '/api/rpc/get_player_full_team_history?p_player_id=987654321',
])('%s: a player nobody knows', async (url) => {
  expect(refusalOf(await call(server, 'GET', url))).toEqual([404, 'player_not_found'])
})

test.each([
  '/api/home_fixtures/987654321',
  '/api/match_lineups?match_id=987654321',
  '/api/rpc/get_match_screen?match_id=987654321',
  '/api/functions/football-api?fn=match_lineups&match_id=987654321',
])('%s: a match nobody knows', async (url) => {
  expect(refusalOf(await call(server, 'GET', url))).toEqual([404, 'match_not_found'])
})
