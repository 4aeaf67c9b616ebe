import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { FeedMatchDetail } from '@tribune/football/feed.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { ingestCompetitions, ingestDetails } from '../../feed/ingestion/service.ts'

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
