import { DEMO_MATCH_ID, DEMO_STATES, type DemoState } from '@tribune/domain/matches/demo-match.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin, signInMany } from '../../../testing/people.ts'
import { announceOccasions } from '../../messages/announcements/service.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { rebuildSeason } from '../../season/season-ranking/service.ts'

let server: TestServer
let admin: SignedIn
let fans: SignedIn[]
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
  fans = await signInMany(server, 10)
  await buildMatch(server.app.db, { status: 'finished', finishedAt: new Date(Date.now() - 7_200_000), rating: 7 })
  await publishDueMatches(server.app)
})
afterAll(() => server.close())
afterEach(() => remove())

const ask = (path: string, body: object) =>
  call(server, 'POST', `/api/functions/${path}`, { cookie: admin.cookie, body })
const make = async (state: DemoState) => (await ask('make-demo-match', { state })).json().match
const remove = () => ask('remove-demo-match', {})
const stored = async () =>
  (await call(server, 'GET', '/api/operator_demo_match', { cookie: admin.cookie })).json().match
const screen = async () => (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${DEMO_MATCH_ID}`)).json()
const listed = async (past: number, future: number) => {
  const path = `/api/rpc/get_home_matches?window_past_minutes=${past}&window_future_minutes=${future}`
  const { items } = (await call(server, 'GET', path)).json()
  return items.some(({ match_id }: { match_id: number }) => match_id === DEMO_MATCH_ID)
}
const players = async () => {
  const { items } = (await call(server, 'GET', `/api/match_lineups?match_id=${DEMO_MATCH_ID}`)).json()
  return items.map(({ player_id }: { player_id: number }) => player_id) as number[]
}
/** All rows of the database, by table. */
async function rows(): Promise<Record<string, number>> {
  const tables = [
    'matches',
    'match_lineups',
    'match_player_points',
    'match_ballots',
    'match_tallies',
    'match_duels',
    'tally_moves',
  ]
  const others = ['votes', 'teams', 'players_ref', 'excluded_matches', 'feed_anomalies', 'season_player_points']
  const counts: Record<string, number> = {}
  for (const table of [...tables, ...others]) {
    const counted = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(table)}`.execute(
      server.app.db,
    )
    counts[table] = counted.rows[0]?.n ?? Number.NaN
  }
  return counts
}

describe('the demo match', () => {
  test.each(DEMO_STATES)('is brought to any state, and real screens show it: %s', async (state) => {
    const before = await stored()
    const made = await make(state)
    expect(before).toBeNull()
    expect(made).toEqual(await stored())
    expect((await screen()).match).toMatchObject({ match_id: DEMO_MATCH_ID, status: made.status })
    expect(await players()).toHaveLength(22)
    expect(made.published).toBe(state === 'finished_closed')
    expect(await listed(10_080, 10_080)).toBe(true)
    expect(await listed(43_200, 0)).toBe(false)
  })

  test.each<[DemoState, number | null]>([
    ['upcoming', null],
    ['live_locked', 35],
    ['live_open', 75],
    ['suspended', 35],
    ['finished_open', 90],
    ['finished_closed', 90],
    ['postponed', null],
    ['cancelled', null],
  ])('has players in %s with the minutes played so far: %s', async (state, minutes) => {
    await make(state)
    const { players: lineup } = await screen()
    expect(new Set(lineup.map(({ minutes_played }: { minutes_played: number | null }) => minutes_played))).toEqual(
      new Set([minutes]),
    )
  })

  test('has events up to its minute, with its own players, and drops them with its state', async () => {
    await make('live_locked')
    const [goal, card, ...later] = (await screen()).events
    expect(goal).toMatchObject({ minute: 12, type: 'goal', team: 'home', player: { name: 'Axel Canevas' } })
    expect(goal.assist).toEqual({ id: expect.any(Number), name: 'Noé Prototype' })
    expect(card).toMatchObject({ minute: 27, type: 'yellow', team: 'away', player: { name: 'Swann Calque' } })
    expect(later).toEqual([])
    await make('finished_open')
    expect((await screen()).events).toHaveLength(7)
    await make('upcoming')
    expect((await screen()).events ?? []).toEqual([])
  })

  test('can go from every state to every other', async () => {
    // One walk over every ordered pair: from each state to itself, then to each later one and back.
    const walk = DEMO_STATES.flatMap((state, index) => [
      state,
      state,
      ...DEMO_STATES.slice(index + 1).flatMap((later) => [later, state]),
    ])
    const pairs = new Set<string>()
    for (const [index, to] of walk.entries()) {
      const from = walk[index - 1]
      const { status } = await make(to)
      expect([from, to, status]).toEqual([from, to, to.split('_')[0]])
      if (from !== undefined) pairs.add(`${from} ${to}`)
    }
    expect(pairs.size).toBe(DEMO_STATES.length ** 2)
  })

  test('is voted on, and keeps its ballots to its result', async () => {
    await make('live_open')
    const [a, b, c] = await players()
    for (const fan of fans) expect((await cast(server, fan, DEMO_MATCH_ID, [a, b, c])).statusCode).toBe(200)
    expect(await make('finished_open')).toMatchObject({ ballots: 10 })
    await make('finished_closed')
    expect((await screen()).result).toMatchObject({ source: 'votes', voters: 10 })
    expect(await make('upcoming')).toMatchObject({ ballots: 0 })
  })

  test('refuses ballots before minute 60, like a match of the feed', async () => {
    await make('live_locked')
    const [a, b, c] = await players()
    const [fan] = fans
    expect(refusalOf(await cast(server, fan ?? admin, DEMO_MATCH_ID, [a, b, c]))).toEqual([409, 'vote_locked'])
  })

  test('counts neither in the season, nor in its local sum, nor among the winners', async () => {
    await rebuildSeason(server.app)
    const season = () => server.app.db.selectFrom('season_player_points').selectAll().orderBy('player_id').execute()
    const before = await season()
    await make('finished_closed')
    await rebuildSeason(server.app)
    expect(await season()).toEqual(before)
    for (const path of [
      '/api/match_player_points',
      '/api/rpc/get_match_winners',
      '/api/home_fixtures?status=finished',
    ]) {
      expect((await call(server, 'GET', path)).body).not.toContain(String(DEMO_MATCH_ID))
    }
  })

  test.each(DEMO_STATES)('notifies no fan in the state %s', async (state) => {
    await make(state)
    await announceOccasions(server.app)
    const occasions = server.app.db.selectFrom('push_occasions').select('kind').where('match_id', '=', DEMO_MATCH_ID)
    expect(await occasions.execute()).toEqual([])
  })

  test('is never asked of the provider', async () => {
    await make('live_open')
    const before = server.asked.length
    server.clock.advance(60_000)
    await server.app.realtime.request()
    expect(server.asked.slice(before).filter((path) => path.includes(String(DEMO_MATCH_ID)))).toEqual([])
    expect(server.asked.length).toBeGreaterThan(before)
  })

  test('is removed with all its rows, including ballots and experience', async () => {
    const before = await rows()
    await make('live_open')
    const [a, b, c] = await players()
    for (const fan of fans) await cast(server, fan, DEMO_MATCH_ID, [a, b, c])
    await make('finished_closed')
    expect(await rows()).not.toEqual(before)
    expect((await remove()).json()).toEqual({ removed: true })
    expect([await rows(), await stored()]).toEqual([before, null])
    expect((await remove()).json()).toEqual({ removed: false })
    expect((await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${DEMO_MATCH_ID}`)).statusCode).toBe(404)
  })

  test('made and removed by several tabs at once exists once, or not at all', async () => {
    const acts = DEMO_STATES.flatMap((state) => [ask('make-demo-match', { state }), remove()])
    const answers = await Promise.all(acts)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const isThere = (await stored()) !== null
    const { match_lineups: lineups } = await rows()
    await remove()
    expect((lineups ?? 0) - ((await rows()).match_lineups ?? 0)).toBe(isThere ? 22 : 0)
  })

  test('leaves in the journal who made, moved and removed it', async () => {
    await make('upcoming')
    await make('live_open')
    await remove()
    const path = `/api/operator_journal?subject=match:${DEMO_MATCH_ID}&limit=3`
    const { items } = (await call(server, 'GET', path, { cookie: admin.cookie })).json()
    expect(items).toMatchObject([
      { action: 'demo_match_removed', before: { status: 'live', minute: 75 }, after: null },
      { action: 'demo_match_made', before: { status: 'upcoming' }, after: { state: 'live_open' } },
      { action: 'demo_match_made', before: null, after: { state: 'upcoming' } },
    ])
  })

  test('needs a competition that is shown', async () => {
    await server.app.db.updateTable('available_competitions').set({ enabled: false }).execute()
    const answer = await ask('make-demo-match', { state: 'upcoming' })
    await server.app.db.updateTable('available_competitions').set({ enabled: true }).execute()
    expect(refusalOf(answer)).toEqual([409, 'no_competition'])
  })

  test.each([['live'], [''], [null], [7]])('is not brought to %j', async (state) => {
    expect(refusalOf(await ask('make-demo-match', { state }))).toEqual([400, 'invalid_request'])
  })
})
