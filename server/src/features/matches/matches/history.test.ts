import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { FeedMatchDetail } from '@tribune/football/feed.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { type BuiltMatch, buildMatch, type MatchSketch } from '../../../testing/builders.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { ingestCompetitions, ingestDetails } from '../../feed/ingestion/service.ts'
import { publishDue } from '../../feed/publication/jobs.ts'
import { publishDueMatches, rankStoredMatch } from '../../results/rankings/service.ts'

const DAYS_30 = 43_200
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`TRUNCATE matches, players_ref, available_competitions CASCADE`.execute(server.app.db)
  await server.app.bus.publish('reset', {})
})

const ago = (hours: number) => new Date(server.clock.now().getTime() - hours * HOUR_MS)
/** Kicked off so many hours ago, over two hours later, ranked by these ratings. */
async function played(hours: number, ratings: readonly number[] = []): Promise<BuiltMatch> {
  const { db } = server.app
  const match = await buildMatch(db, { status: 'finished', kickoffAt: ago(hours), finishedAt: ago(hours - 2) })
  for (const [index, rating] of ratings.entries()) {
    const change = db.updateTable('match_lineups').set({ rating }).where('match_id', '=', match.id)
    await change.where('player_id', '=', match.playerIds[index] ?? 0).execute()
  }
  return match
}
const read = async (path: string) => (await call(server, 'GET', path)).json()
const idsOf = ({ items }: { items: { match_id: number }[] }) => items.map(({ match_id }) => match_id)

describe('thirty days of matches', () => {
  test('are read oldest first, without older and upcoming ones', async () => {
    const [recent, old] = [await played(3), await played(30 * 24 - 1)]
    await played(30 * 24 + 1)
    await buildMatch(server.app.db, { status: 'upcoming', kickoffAt: ago(-1) })
    const path = `/api/rpc/get_home_matches?window_past_minutes=${DAYS_30}&window_future_minutes=0`
    expect(idsOf(await read(path))).toEqual([old.id, recent.id])
  })

  test('leave out the oldest beyond the limit of a list', async () => {
    const recent = await played(3)
    await sql`
      INSERT INTO matches (id, competition_id, competition_cc, coefficient, season, match_date, status, raw_status,
        home_team_id, away_team_id, finished_at, observed_at)
      SELECT n, competition_id, competition_cc, coefficient, season, match_date - n * interval '1 minute', status,
        raw_status, home_team_id, away_team_id, finished_at, observed_at
      FROM matches, generate_series(1, 5000) AS n`.execute(server.app.db)
    const path = `/api/rpc/get_home_matches?window_past_minutes=${DAYS_30}&window_future_minutes=0`
    const ids = idsOf(await read(path))
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([5_000, 4_999, recent.id])
  })

  test('are at most a thousand in a window that no screen asks for', async () => {
    await played(3)
    await sql`
      INSERT INTO matches (id, competition_id, competition_cc, coefficient, season, match_date, status, raw_status,
        home_team_id, away_team_id, finished_at, observed_at)
      SELECT n, competition_id, competition_cc, coefficient, season, match_date - n * interval '1 minute', status,
        raw_status, home_team_id, away_team_id, finished_at, observed_at
      FROM matches, generate_series(1, 1000) AS n`.execute(server.app.db)
    const path = `/api/rpc/get_home_matches?window_past_minutes=${DAYS_30 - 1}&window_future_minutes=0`
    expect(idsOf(await read(path))).toHaveLength(1_000)
  })

  test('are read newest first from the fallback rows on request', async () => {
    const [old, recent] = [await played(30), await played(3)]
    const finished = '/api/home_fixtures?status=finished'
    expect(idsOf(await read(finished))).toEqual([old.id, recent.id])
    expect(idsOf(await read(`${finished}&order=desc&limit=1`))).toEqual([recent.id])
    expect(refusalOf(await call(server, 'GET', `${finished}&order=sideways`))).toEqual([400, 'invalid_request'])
  })
})

describe('the winners', () => {
  const winners = async (past = DAYS_30) =>
    (await read(`/api/rpc/get_match_winners?window_past_minutes=${past}`)).items as {
      match_id: number
      player_id: number
      points: number
    }[]

  test('are shown once the result is published, not while the vote is open', async () => {
    const match = await played(2, [9, 8])
    expect((await rankStoredMatch(server.app, match.id)).published).toBe(false)
    expect(await winners()).toEqual([])
    server.clock.advance(HOUR_MS)
    await publishDueMatches(server.app)
    const winner = { match_id: match.id, player_id: match.playerIds[0], points: 300, source: 'ratings_fallback' }
    expect(await winners()).toMatchObject([winner])
  })

  test('are several if they share the first rank, and none without a ranking', async () => {
    const match = await played(5, [9, 9, 8])
    await played(6)
    await publishDueMatches(server.app)
    expect((await winners()).map(({ player_id }) => player_id)).toEqual(match.playerIds.slice(0, 2))
  })

  test('of a hidden competition are not shown', async () => {
    await played(5, [9])
    await publishDueMatches(server.app)
    expect(await winners()).toHaveLength(1)
    const show = (enabled: boolean) => server.app.db.updateTable('available_competitions').set({ enabled }).execute()
    await show(false)
    await server.app.bus.publish('competitions', {})
    expect(await winners()).toEqual([])
    await show(true)
  })

  test('are those of the window', async () => {
    const recent = await played(5, [9])
    await played(40, [9])
    await publishDueMatches(server.app)
    expect((await winners(24 * 60)).map(({ match_id }) => match_id)).toEqual([recent.id])
    const answer = await call(server, 'GET', '/api/rpc/get_match_winners?window_past_minutes=999999999')
    expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
  })
})

describe('a list of matches by id', () => {
  const listed = (ids: readonly number[]) => call(server, 'GET', `/api/matches?ids=${ids.join(',')}`)
  const many = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index)

  test('has as many as one read accepts', async () => {
    const match = await played(3)
    const answer = await listed([match.id, ...many(99, Number.MAX_SAFE_INTEGER - 99)])
    expect(answer.json().items.map(({ id }: { id: number }) => id)).toEqual([match.id])
  })

  test.each([101, 5_000])('of %d ids is refused', async (count) => {
    expect(refusalOf(await listed(many(count)))).toEqual([400, 'invalid_request'])
  })
})

describe('ratings of a match', () => {
  const RATING = 7.3
  /** The rating as a number of its own: the seconds of a moment may end in « 7.3 » as well. */
  const RATING_IN_TEXT = /(?<!\d)7\.3(?!\d)/
  let operator: string
  beforeAll(async () => {
    operator = (await signInAdmin(server)).cookie
  })

  const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * MINUTE_MS)
  const build = (sketch: MatchSketch) => buildMatch(server.app.db, { ...sketch, rating: RATING, players: 4 })

  /** Every address whose answer contains a match or its players. */
  const addresses = ({ id, playerIds: [player] }: BuiltMatch) => [
    `/api/rpc/get_match_screen?match_id=${id}`,
    `/api/match_lineups?match_id=${id}`,
    '/api/match_lineups?from=0&to=99999',
    `/api/functions/football-api?fn=match_lineups&match_id=${id}`,
    `/api/functions/football-api?fn=match_details&match_id=${id}`,
    `/api/match_player_points?match_id=${id}`,
    `/api/match_player_points?player_id=${player}`,
    `/api/rpc/get_player_full_team_history?p_player_id=${player}`,
    `/api/rpc/get_player_complete_history?p_player_id=${player}`,
    `/api/home_fixtures/${id}`,
    `/api/matches?ids=${id}`,
  ]

  async function ratingsIn(path: string) {
    const answer = (await call(server, 'GET', path)).json()
    return (answer.players ?? answer.items).map(({ rating }: { rating: number | null }) => rating)
  }

  describe('official ratings, which are the result if few vote', () => {
    test.each<[string, () => MatchSketch]>([
      ['live before minute 60', () => ({ minute: 30 })],
      ['live and open', () => ({ minute: 70 })],
      ['over and open', () => ({ status: 'finished', finishedAt: ago(10) })],
      ['closed, not counted', () => ({ status: 'finished', finishedAt: ago(61) })],
      ['suspended', () => ({ status: 'suspended', minute: 70 })],
    ])('are hidden while a match is %s', async (_state, sketch) => {
      const match = await build(sketch())
      for (const cookie of ['', operator]) {
        for (const address of addresses(match)) {
          const answer = await call(server, 'GET', address, { cookie })
          expect([address, answer.statusCode, RATING_IN_TEXT.test(answer.body)]).toEqual([address, 200, false])
        }
      }
    })

    test('are shown with the result, even if the screen was cached before', async () => {
      const match = await build({ status: 'finished', finishedAt: ago(59) })
      const [screen = '', lineups = ''] = addresses(match)
      for (const address of [screen, lineups]) expect(await ratingsIn(address)).toEqual([null, null, null, null])
      server.clock.advance(2 * MINUTE_MS)
      await publishDue(server.app)
      for (const address of [screen, lineups]) expect(await ratingsIn(address)).toEqual(Array(4).fill(RATING))
    })
  })
})

describe('the grid', () => {
  beforeEach(() => ingestCompetitions(server.app))

  test('a starter’s place on the grid goes from the lineup to the screen, and follows a corrected lineup', async () => {
    const match = feedMatch(server.clock.now())
    const [keeper, back, substitute] = [
      feedPlayer(match, 'home', { position: 'G', grid: '1:1' }),
      feedPlayer(match, 'home', { position: 'D', grid: '2:10' }),
      feedPlayer(match, 'home', { isStarter: false, minutes: 12 }),
    ]
    const grids = async () => {
      const screen = (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${match.id}`)).json()
      return Object.fromEntries(
        screen.players.map((player: { player_id: number; grid: unknown }) => [player.player_id, player.grid]),
      )
    }
    await ingestDetails(server.app, [detail(match, [keeper, back, substitute])])
    expect(await grids()).toEqual({ [keeper.id]: '1:1', [back.id]: '2:10', [substitute.id]: null })
    server.clock.advance(MINUTE_MS)
    const corrected = [keeper, { ...back, grid: null }, { ...substitute, isStarter: true, grid: '2:1' }]
    await ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), corrected)])
    expect(await grids()).toEqual({ [keeper.id]: '1:1', [back.id]: null, [substitute.id]: '2:1' })
  })

  test('the colours of shirts go from the lineup to the screen, once both are known, and survive a reading without them', async () => {
    const match = feedMatch(server.clock.now())
    const players = [feedPlayer(match, 'home'), feedPlayer(match, 'away')]
    const read = async (kits?: FeedMatchDetail['kits']) => {
      server.clock.advance(MINUTE_MS)
      const detail = { match: seenAgain(match, server.clock.now()), players, ...(kits && { kits }) }
      await ingestDetails(server.app, [detail])
      return (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${match.id}`)).json().kits
    }
    expect(await read()).toBeUndefined()
    expect(await read({ home: '#1d3f8f', away: null })).toBeUndefined()
    expect(await read({ home: null, away: '#b3202c' })).toEqual({ home: '#1d3f8f', away: '#b3202c' })
    expect(await read({ home: null, away: null })).toEqual({ home: '#1d3f8f', away: '#b3202c' })
    expect(await read({ home: '#ffffff', away: '#b3202c' })).toEqual({ home: '#ffffff', away: '#b3202c' })
  })
})

describe('windows of a caller’s own wish', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
  })
  afterAll(() => server.close())

  const LIMIT = 30
  const HOME = '/api/rpc/get_home_matches'
  const WINNERS = '/api/rpc/get_match_winners'

  /** How often each kind of answer came, asked one after the other. */
  async function statusesOf(paths: readonly string[]): Promise<Record<number, number>> {
    const counts: Record<number, number> = {}
    for (const path of paths) {
      const { statusCode } = await call(server, 'GET', path)
      counts[statusCode] = (counts[statusCode] ?? 0) + 1
    }
    return counts
  }

  const count = (length: number) => Array.from({ length }, (_, index) => index)

  test.each([
    [HOME, (minute: number) => `${HOME}?window_past_minutes=${minute}&window_future_minutes=5`],
    [WINNERS, (minute: number) => `${WINNERS}?window_past_minutes=${minute}`],
  ])('an address can have only a limited number of unusual time windows built: %s', async (path, own) => {
    expect(await statusesOf(count(LIMIT + 9).map(own))).toEqual({ 200: LIMIT, 429: 9 })
    expect(refusalOf(await call(server, 'GET', own(77)))).toEqual([429, 'too_many_requests'])
    // No other caller and no screen is limited.
    expect(await statusesOf(count(LIMIT + 9).map(() => path))).toEqual({ 200: LIMIT + 9 })
  })

  test('all addresses of one network of IPv6 are one caller', async () => {
    const ask = async (network: string, n: number) => {
      const url = `${HOME}?window_past_minutes=${200 + n}&window_future_minutes=5`
      const from = { authority: 'tribune.invalid', remoteAddress: `${network}::${n}` }
      return (await server.tribune.http.inject({ url, ...from })).statusCode
    }
    for (const n of count(LIMIT)) expect(await ask('2a01:cb00:1:2', n)).toBe(200)
    expect(await ask('2a01:cb00:1:2', LIMIT)).toBe(429)
    expect(await ask('2a01:cb00:1:3', LIMIT)).toBe(200)
  })

  test('a /56 of IPv6 may have twice as many built as one network', async () => {
    const ask = async (n: number) => {
      const url = `${HOME}?window_past_minutes=${400 + n}&window_future_minutes=5`
      const from = {
        authority: 'tribune.invalid',
        remoteAddress: `2a01:cb00:2:${(n + 1).toString(16).padStart(2, '0')}::1`,
      }
      return (await server.tribune.http.inject({ url, ...from })).statusCode
    }
    for (const n of count(2 * LIMIT)) expect(await ask(n)).toBe(200)
    expect(await ask(2 * LIMIT)).toBe(429)
  })

  test('the time windows that screens request have no rate limit, however they are written', async () => {
    const written = [
      '?window_past_minutes=10080&window_future_minutes=10080',
      '?window_future_minutes=010080&window_past_minutes=10080',
      '?window_past_minutes=43200&window_future_minutes=0',
      '?window_past_minutes=360',
      '',
    ]
    const paths = count(LIMIT * 2).map((index) => `${HOME}${written[index % written.length]}`)
    expect(await statusesOf(paths)).toEqual({ 200: LIMIT * 2 })
  })
})
