import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { FeedMatchDetail } from '@tribune/football/feed.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { ingestCompetitions, ingestDetails } from '../../feed/ingestion/service.ts'

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
])('an address has only so many windows of its own wish built: %s', async (path, own) => {
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

test('the windows of the screens have no rate limit, however they are written', async () => {
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

describe('the grid', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    await ingestCompetitions(server.app)
  })
  afterAll(() => server.close())

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
