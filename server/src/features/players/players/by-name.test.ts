import { nameKey } from '@tribune/protocol/name-address.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { planOf } from '../../../testing/plans.ts'
import { playersNamed } from './queries.ts'

const NAMES = [
  'Kylian Test',
  'Kylian Testard',
  'N’Golo Traoré',
  "D'Artagnan-Ødegård",
  'ŁUKASZ ÞÓR Œuvré',
  'Élie',
  'Jô',
  'Иван Петров',
  'J. 100% Réal_Test',
  'Straße',
  'Li',
  'Li Bo',
  'Lia Xu',
  'Bo Li',
]
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const rows = NAMES.map((name, index) => ({ id: 900_000 + index, name }))
  await server.app.db.insertInto('players_ref').values(rows).execute()
})
afterAll(() => server.close())

const found = async (name: string): Promise<string[]> => {
  const answer = await call(server, 'GET', `/api/players_by_name?name=${encodeURIComponent(name)}`)
  return answer.json().items.map((player: { name: string }) => player.name)
}

test.each(NAMES)('the database computes the same name key for %s as the domain', async (name) => {
  const { rows } = await sql<{ key: string }>`SELECT name_key(${name}) AS key`.execute(server.app.db)
  expect(rows[0]?.key).toBe(nameKey(name))
})

describe('the search for players by name', () => {
  test.each([
    ['kylian-test', ['Kylian Test', 'Kylian Testard']],
    ['test-kylian', ['Kylian Test', 'Kylian Testard']],
    ['n-golo-traore', ['N’Golo Traoré']],
    ['ODEGARD', ["D'Artagnan-Ødegård"]],
    ['lukasz thor', ['ŁUKASZ ÞÓR Œuvré']],
    ['elie', ['Élie']],
    ['jo', ['Jô']],
    ['иван', ['Иван Петров']],
    ['100%', ['J. 100% Réal_Test']],
    ['personne', []],
    ['li', ['Li', 'Li Bo', 'Lia Xu']],
    ['li bo', ['Li Bo']],
    ['É', ['Élie']],
    ['и', ['Иван Петров']],
    ['xu lia', ['Lia Xu']],
  ])('for %s returns %j', async (name, names) => {
    expect(await found(name)).toEqual(names)
  })

  test('returns at most ten players', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ id: 910_000 + index, name: `Foule ${index}` }))
    await server.app.db.insertInto('players_ref').values(many).execute()
    expect(await found('foule')).toHaveLength(10)
  })

  test.each(['a', 'li', 'li bo', 'kylian'])('uses an index for %s, without reading all names', async (name) => {
    const { db, pool } = server.app
    const rows = Array.from({ length: 3_000 }, (_, index) => ({ id: 920_000 + index, name: `Nombreux ${index}` }))
    await db
      .insertInto('players_ref')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await pool.query('VACUUM ANALYZE players_ref')
    const plan = await planOf(pool, (logged) => playersNamed(logged, name, 10))
    expect(plan).toMatch(/Index Scan (?:using|on) players_ref_by_/)
    expect(plan).not.toContain('Seq Scan on players_ref')
  })

  test.each(['', '-', '%_', 'x'.repeat(101)])('refuses %j as an invalid request', async (name) => {
    const answer = await call(server, 'GET', `/api/players_by_name?name=${encodeURIComponent(name)}`)
    expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
  })
})
