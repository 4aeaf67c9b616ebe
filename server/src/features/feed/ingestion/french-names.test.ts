import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/app.ts'
import { detail, feedMatch, feedPlayer } from '../../../testing/feed.ts'
import { feedInFrench } from './present.ts'
import { ingestCompetitions } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
})
afterAll(() => server.close())

test('competitions of the feed are stored by their French names', async () => {
  await ingestCompetitions(server.app)
  const rows = await server.app.db.selectFrom('available_competitions').select(['id', 'name']).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  expect([2, 34, 147, 39].map((id) => names.get(id))).toEqual([
    'Ligue des champions',
    'Qualif. Mondial (Amér. du Sud)',
    'Coupe (Belgique)',
    'Premier League',
  ])
})

test('every read of a match names its national sides and its competition in French, and its clubs as the feed does', async () => {
  const at = server.clock.now()
  const match = feedMatch(at, {
    competition: { id: 32, name: 'World Cup - Qualification Europe', country: 'World', logo: null },
    home: { id: 3_205, name: 'Germany', logo: null },
    away: { id: 3_299, name: 'Racing du Phare', logo: null },
  })
  const players = [feedPlayer(match, 'home'), feedPlayer(match, 'away')]
  const kits = { home: '#ffffff', away: '#1d3f8f' }
  const feed = feedInFrench({
    ...server.app.feed,
    matchesOn: async () => [match],
    liveMatches: async () => [match],
    matchesByIds: async () => [{ ...detail(match, players), kits }, detail(match, null)],
  })
  const named = {
    ...match,
    competition: { ...match.competition, name: 'Qualif. Mondial (Europe)' },
    home: { ...match.home, name: 'Allemagne' },
  }
  const squads = players.map((player, index) => (index === 0 ? { ...player, team: 'Allemagne' } : player))
  expect(await feed.matchesOn('2026-11-24')).toEqual([named])
  expect(await feed.liveMatches()).toEqual([named])
  expect(await feed.matchesByIds([match.id])).toEqual([{ ...detail(named, squads), kits }, detail(named, null)])
})
