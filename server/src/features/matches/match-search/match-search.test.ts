import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin } from '../../../testing/people.ts'

let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
})
afterAll(() => server.close())

const ask = (search: string) =>
  call(server, 'GET', `/api/operator_matches?search=${encodeURIComponent(search)}`, { cookie: admin.cookie })
const found = async (search: string) => (await ask(search)).json().items
const ids = async (search: string) => (await found(search)).map(({ match_id }: { match_id: number }) => match_id)
const build = async (home: string, away: string, hours: number) => {
  const kickoffAt = new Date(server.clock.now().getTime() + hours * HOUR_MS)
  const status = hours > 0 ? 'upcoming' : 'live'
  return (await buildMatch(server.app.db, { home, away, kickoffAt, status })).id
}

describe('matches', () => {
  test('are found by a club at home or away, accents and case aside, the nearest to now first', async () => {
    const past = await build('Étoile de Mer', 'Stade Phare', -30)
    const last = await build('Port Breton', 'Étoile de Mer', -1)
    const next = await build('Étoile de Mer', 'AS Digue', 5)
    await build('Stade Phare', 'AS Digue', 1)
    expect(await ids('ETOILE mer')).toEqual([last, next, past])
    expect(await ids('mer étoile')).toEqual([last, next, past])
    expect(await ids('phare')).toHaveLength(2)
  })

  test('have the fields that distinguish them', async () => {
    const id = await build('Union Balise', 'FC Bouée', -2)
    expect(await found('balise')).toMatchObject([
      {
        match_id: id,
        home_team: 'Union Balise',
        away_team: 'FC Bouée',
        competition_name: expect.any(String),
        status: 'live',
      },
    ])
  })

  test('of two clubs that both match are listed once', async () => {
    const id = await build('Jumeaux Est', 'Jumeaux Ouest', -3)
    expect(await ids('jumeaux')).toEqual([id])
  })

  test('are at most twenty', async () => {
    for (let hours = 1; hours <= 13; hours += 1) {
      await build('Foule FC', `Visite ${hours}`, -hours)
      await build('Foule FC', `Visite ${hours}`, hours)
    }
    const items = await found('foule')
    expect(items).toHaveLength(20)
    expect(items[0].away_team).toBe('Visite 1')
  })

  test.each(['%', '_', '...'])('are not found by « %s »', async (search) => {
    expect(await ids(search)).toEqual([])
  })

  test.each(['', ' ', 'x'.repeat(81), '\0'])('are not searched by « %s »', async (search) => {
    expect(refusalOf(await ask(search))).toEqual([400, 'invalid_request'])
  })
})
