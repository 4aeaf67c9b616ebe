import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../testing/app.ts'
import { buildMatch } from '../../testing/builders.ts'
import { ADMIN_EMAIL } from '../../testing/constants.ts'
import { OPERATOR, type SignedIn, signInAdmin } from '../../testing/people.ts'
import { ingestCompetitions } from '../ingestion/service.ts'
import { journal } from './service.ts'

let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
  await ingestCompetitions(server.app)
})
afterAll(() => server.close())

const list = async (query = '') =>
  (await call(server, 'GET', `/api/operator_journal${query}`, { cookie: admin.cookie })).json().items
const setCoefficient = (id: number, coefficient: number) =>
  call(server, 'POST', '/api/rpc/set_competition_cc', { cookie: admin.cookie, body: { id, coefficient } })

describe('an act of the operator', () => {
  test('leaves who, what, before, after, when and the request’s id', async () => {
    server.clock.advance(60_000)
    await setCoefficient(61, 3)
    await setCoefficient(61, 2.505)
    const [entry] = await list()
    expect(entry).toMatchObject({
      action: 'competition_coefficient',
      subject: 'competition:61',
      before: { coefficient: 3 },
      after: { coefficient: 2.51 },
      operator: ADMIN_EMAIL,
      correlation_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(Date.parse(entry.created_at)).toBeCloseTo(server.clock.now().getTime(), -4)
  })

  test('that is refused leaves nothing', async () => {
    const before = await list()
    expect(refusalOf(await setCoefficient(4_242, 3))).toEqual([404, 'competition_not_found'])
    const table = { table: [{ phase: 'final', coefficient: 100_000 }] }
    const answer = await call(server, 'POST', '/api/rpc/set_cm_table', { cookie: admin.cookie, body: table })
    expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
    const unknown = { cookie: admin.cookie, body: { match_id: 4_242 } }
    for (const name of ['scheduler-postft', 'ranking-engine', 'read-lineup'])
      expect(refusalOf(await call(server, 'POST', `/api/functions/${name}`, unknown))).toEqual([404, 'match_not_found'])
    expect(await list()).toEqual(before)
  })

  test('whose transaction fails leaves nothing', async () => {
    const before = await list()
    const failing = server.app.db.transaction().execute(async (tx) => {
      await journal(server.app, tx, OPERATOR, { action: 'match_ranked', subject: 'match:1' })
      throw new Error('the change itself fails')
    })
    await expect(failing).rejects.toThrow()
    expect(await list()).toEqual(before)
  })
})

describe('the journal', () => {
  beforeAll(async () => {
    for (const id of [1, 12, 120]) {
      await journal(server.app, server.app.db, OPERATOR, { action: 'match_ranked', subject: `match:${id}` })
    }
  })

  test('is filtered by action and by the beginning of a subject, newest first', async () => {
    const subjects = async (query: string) => (await list(query)).map(({ subject }: { subject: string }) => subject)
    expect(await subjects('?action=match_ranked')).toEqual(['match:120', 'match:12', 'match:1'])
    expect(await subjects('?subject=match:12')).toEqual(['match:120', 'match:12'])
    expect(await subjects('?subject=match%25')).toEqual([])
    expect(await subjects('?action=nightly_run')).toEqual([])
  })

  test('names the competition, season or match that was acted on, as it is called now', async () => {
    const match = await buildMatch(server.app.db, { home: 'FC Rive', away: 'Stade Aval' })
    const { id: season } = await server.app.db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
    const competition = await server.app.db
      .selectFrom('available_competitions')
      .selectAll()
      .where('id', '=', 61)
      .executeTakeFirst()
    await server.app.db
      .updateTable('seasons')
      .set({ name: 'Index', label: 'du lac' })
      .where('id', '=', season)
      .execute()
    const named = [`match:${match.id}`, 'competition:61', `season:${season}`, 'match:4242', 'match:x', 'all']
    for (const subject of named) {
      await journal(server.app, server.app.db, OPERATOR, { action: 'season_rebuilt', subject })
    }
    const items = await list('?action=season_rebuilt')
    const names = items.map((item: { subject: string; subject_name: string | null }) => [
      item.subject,
      item.subject_name,
    ])
    expect(new Map(names)).toEqual(
      new Map([
        [`match:${match.id}`, 'FC Rive – Stade Aval'],
        ['competition:61', competition?.name],
        [`season:${season}`, 'Index du lac'],
        ['match:4242', null],
        ['match:x', null],
        ['all', null],
      ]),
    )
  })

  test('is read page by page without a gap', async () => {
    const all = await list()
    const [first] = await list('?limit=1')
    expect([first, ...(await list(`?before=${first.id}`))]).toEqual(all)
  })

  test('names nobody once the operator’s account has ended', async () => {
    const [entry] = await list('?action=match_ranked&limit=1')
    expect(entry.operator).toBeNull()
  })

  test.each([
    '?action=everything',
    '?limit=51',
    '?limit=0',
    '?before=last',
    `?subject=${'x'.repeat(201)}`,
    '?subject=%00',
  ])('refuses %s', async (query) => {
    const answer = await call(server, 'GET', `/api/operator_journal${query}`, { cookie: admin.cookie })
    expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
  })

  test.each([
    ['changed', sql`UPDATE operator_journal SET action = 'nothing'`],
    ['deleted', sql`DELETE FROM operator_journal`],
    ['emptied', sql`TRUNCATE operator_journal`],
  ])('is never %s', async (_what, statement) => {
    await expect(statement.execute(server.app.db)).rejects.toThrow('only ever added to')
  })
})
