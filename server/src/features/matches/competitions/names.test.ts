import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
})
afterAll(() => server.close())

const SERIES = { competition: 'Série Étoile' }
const nameAt = async (path: string) => JSON.stringify((await call(server, 'GET', path)).json())

test('a competition is named with its country wherever another enabled one has the same name', async () => {
  const db = server.app.db
  const italian = await buildMatch(db, { ...SERIES, competitionId: 9_001, country: 'Italy' })
  await buildMatch(db, { ...SERIES, competitionId: 9_002, country: 'Saudi-Arabia' })
  const alone = await buildMatch(db, { competition: 'Coupe Étoile', competitionId: 9_003, country: 'Italy' })
  const fixtures = '/api/home_fixtures?match_ids='
  expect(await nameAt(fixtures + italian.id)).toContain('"Série Étoile (Italie)"')
  expect(await nameAt(`/api/rpc/get_match_screen?match_id=${italian.id}`)).toContain('"Série Étoile (Italie)"')
  expect(await nameAt('/api/available_competitions')).toContain('"Série Étoile (Arabie saoudite)"')
  expect(await nameAt(fixtures + alone.id)).toContain('"Coupe Étoile"')
  await db.updateTable('available_competitions').set({ enabled: false }).where('id', '=', 9_002).execute()
  expect(await nameAt(fixtures + italian.id)).toContain('"Série Étoile"')
})
