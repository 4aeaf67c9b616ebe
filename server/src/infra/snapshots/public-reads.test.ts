import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../testing/app.ts'
import { cast } from '../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../testing/builders.ts'
import { ORIGIN } from '../../testing/constants.ts'
import { allEndpoints } from '../../testing/contract.ts'
import { signInOne } from '../../testing/people.ts'
import { AddressBudget } from './public-reads.ts'

const ADDRESS = '10.9.9.9'
/** Public calls that read nothing for their caller alone: what they cost is bounded elsewhere (docs/decisions/025). */
const FREE = [
  '/api/me',
  '/api/contact',
  '/api/season',
  '/api/health',
  '/api/health/live',
  '/api/health/ready',
  '/media/:kind/:id/:size.webp',
  '/api/functions/scheduler-realtime',
  '/api/functions/uefa-country-ranking',
]
/** Snapshots of which there are few, and which are always answered. */
const EXEMPT = [
  '/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080',
  '/api/rpc/get_home_matches?window_past_minutes=43200&window_future_minutes=0',
  '/api/rpc/get_home_matches',
  '/api/rpc/get_match_winners',
  '/api/rpc/get_season_ranking_corrected',
  '/api/seasons',
  '/api/notice',
]
/** Queries that no screen sends, and required parameters. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/matches': 'ids=1',
  '/api/players_ref': 'ids=1',
  '/api/match_lineups': 'match_id=1',
  '/api/match_player_points': 'match_id=1',
  '/api/rpc/get_match_screen': 'match_id=1',
  '/api/rpc/get_home_matches': 'window_past_minutes=7&window_future_minutes=7',
  '/api/rpc/get_match_winners': 'window_past_minutes=7',
  '/api/rpc/get_season_ranking_corrected': 'p_search=elie',
  '/api/rpc/get_player_full_team_history': 'p_player_id=1',
  '/api/rpc/get_player_complete_history': 'p_player_id=1',
  '/api/season_player_points': 'player_id=1',
  '/api/player_seasons': 'player_id=1',
  '/api/players_by_name': 'name=elie',
  '/api/functions/football-api': 'fn=match_details&match_id=1',
  '/api/audit/log/:season/inclusion': 'index=0&size=1',
  '/api/audit/log/:season/consistency': 'from=1&to=1',
}
/** Valid values of path parameters; 1 for all others. */
const PARAMS: Readonly<Record<string, string>> = { ':hash': 'a'.repeat(64), ':season': '2026' }
/** An address of each public read that is neither free nor exempt. */
const READS = (await allEndpoints())
  .filter(({ access, method, path }) => access === 'public' && method === 'GET' && !FREE.includes(path))
  .map(
    ({ path }) =>
      path.replace(/:\w+/g, (name) => PARAMS[name] ?? '1') + (QUERIES[path] === undefined ? '' : `?${QUERIES[path]}`),
  )
  .filter((url) => !EXEMPT.includes(url))

describe('an address over its budget', () => {
  let server: TestServer
  let match: BuiltMatch
  const screen = () => call(server, 'GET', `/api/rpc/get_match_screen?match_id=${match.id}`)
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    match = await buildMatch(server.app.db)
    expect((await screen()).statusCode).toBe(200)
    for (let answers = 0; answers < 1_000; answers += 1)
      server.app.reads.charge({ address: ADDRESS, isActive: () => true }, 100_000_000)
  })
  afterAll(() => server.close())

  test.concurrent.each(READS)('must wait before a new read: %s', async (url) => {
    expect(refusalOf(await call(server, 'GET', url))).toEqual([429, 'too_many_requests'])
  })

  test('still gets snapshots, and can cast ballots', async () => {
    expect((await screen()).statusCode).toBe(200)
    const fan = await signInOne(server)
    expect((await cast(server, fan, match.id, match.playerIds.slice(0, 3))).statusCode).toBe(200)
  })
})

let now = 0
const budget = () => new AddressBudget({ burst: 10, perSecond: 2, now: () => now })

/** Number of units that the addresses get, one at a time and in turn. */
function unitsFor(own: AddressBudget, addresses: readonly string[]): number {
  for (let taken = 0; taken < 1_000; taken += 1) {
    const address = addresses[taken % addresses.length] ?? ''
    if (own.usedBy(address) >= 1) return taken
    own.spend(address, 1)
  }
  return Number.POSITIVE_INFINITY
}

describe('the budget of an address', () => {
  test('is refilled with time, and separate from others', () => {
    const own = budget()
    expect(unitsFor(own, ['192.0.2.1'])).toBe(10)
    expect(unitsFor(own, ['198.51.100.1'])).toBe(10)
    now += 3_000
    expect(unitsFor(own, ['192.0.2.1'])).toBe(6)
  })

  test('may be overdrawn by the cost of an answer', () => {
    const own = budget()
    own.spend('192.0.2.1', 30)
    now += 9_900
    expect(own.usedBy('192.0.2.1')).toBeGreaterThan(1)
    now += 200
    expect(own.usedBy('192.0.2.1')).toBeLessThan(1)
  })

  const many = (addressOf: (n: number) => string) => Array.from({ length: 500 }, (_, n) => addressOf(n))
  test.each([
    ['of one /64', many((n) => `2001:db8:0:1::${n.toString(16)}`), 10],
    ['of one /56', many((n) => `2001:db8:0:${(n % 256).toString(16)}::1`), 20],
    ['of one /48', many((n) => `2001:db8:0:${n.toString(16)}00::1`), 40],
    ['of one IPv4 /24', many((n) => `192.0.2.${n % 256}`), 20],
  ])('is shared by the addresses %s', (_name, addresses, units) => {
    expect(unitsFor(budget(), addresses)).toBe(units)
  })
})

describe('while uncached work has used its share of the event loop', () => {
  /** Time of the meters, and busy time of the event loop. */
  let [now, busy] = [0, 0]
  let server: TestServer
  let open: BuiltMatch
  let old: BuiltMatch
  const flooders: Promise<unknown>[] = []
  const reads = () => server.app.reads
  const from = (address: string) => ({ address, isActive: () => true })
  const screenOf = ({ id }: BuiltMatch) => `/api/rpc/get_match_screen?match_id=${id}`

  beforeAll(async () => {
    const meter = { now: () => now, busy: () => busy }
    server = await startTestServer(inject('databaseUrl'), { meter })
    const { db } = server.app
    const past = new Date(server.clock.now().getTime() - 40 * 24 * 3_600_000)
    open = await buildMatch(db)
    old = await buildMatch(db, { status: 'finished', kickoffAt: past, finishedAt: past })
    await db.updateTable('matches').set({ votes_open: false }).where('id', '=', old.id).execute()
    await reads().turn('read', from('192.0.2.1'), async () => {
      busy += 60_000
    })
    await new Promise((done) => setImmediate(done))
    // As many as may wait, each from a network of its own that has spent as much as a newcomer's next read.
    for (let n = 0; n < 200; n += 1) {
      const read = reads().run(from(`198.18.${n}.1`), async () => 'read')
      flooders.push(read.catch((error: unknown) => error))
    }
  })
  afterAll(async () => {
    now += 60_000
    await reads().run(from('192.0.2.1'), async () => 'read')
    await Promise.all(flooders)
    await server.close()
  })

  test.concurrent.each([...READS])('%s is busy, and says when to retry', async (url) => {
    const answer = await call(server, 'GET', url.replace('match_id=1', `match_id=${old.id}`))
    expect([...refusalOf(answer), answer.headers['retry-after']]).toEqual([503, 'busy', '2'])
  })

  test('a picture of an unknown player is busy', async () => {
    expect(refusalOf(await call(server, 'GET', '/media/players/424242/96.webp'))).toEqual([503, 'busy'])
  })

  test.each(EXEMPT)('%s is answered', async (url) => {
    expect((await call(server, 'GET', url)).statusCode).toBe(200)
  })

  test('the screen of a match with an open vote is answered, and a ballot is accepted', async () => {
    expect((await call(server, 'GET', screenOf(open))).statusCode).toBe(200)
    const fan = await signInOne(server)
    expect((await cast(server, fan, open.id, open.playerIds.slice(0, 3))).statusCode).toBe(200)
  })

  test('a network that has asked for little comes before those that have asked for much', async () => {
    for (let n = 0; n < 200; n += 1) reads().charge(from(`198.18.${n}.1`), 1_000_000)
    const [remoteAddress, authority] = ['192.0.2.99', new URL(ORIGIN).host]
    const quiet = server.tribune.http.inject({ url: screenOf(old), remoteAddress, authority })
    const refused = await Promise.race(flooders)
    expect(refused).toMatchObject({ code: 'busy' })
    now += 3_000
    expect((await quiet).statusCode).toBe(200)
  })
})
