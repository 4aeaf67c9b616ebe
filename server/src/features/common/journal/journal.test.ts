import type { Change } from '@tribune/contract/errors.ts'
import { stateTag } from '@tribune/protocol/state-tag.ts'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { ADMIN_EMAIL } from '../../../testing/constants.ts'
import { OPERATOR, type SignedIn, signInAdmin } from '../../../testing/people.ts'
import { ingestCompetitions } from '../../feed/ingestion/service.ts'
import { journal } from './service.ts'

let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
  await ingestCompetitions(server.app)
})
afterAll(() => server.close())

describe('the journal', () => {
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
        expect(refusalOf(await call(server, 'POST', `/api/functions/${name}`, unknown))).toEqual([
          404,
          'match_not_found',
        ])
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

    test('gives the current name of the competition, season or match that was acted on', async () => {
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

    test('is filtered by days in Paris and by a text without accents, and saved as a file', async () => {
      const match = await buildMatch(server.app.db, { home: 'Étoile Brune', away: 'Stade Vert' })
      const act = async (at: string, entry: Parameters<typeof journal>[3]) =>
        journal({ clock: { now: () => new Date(at), offsetMs: 0 } }, server.app.db, OPERATOR, entry)
      // Midnight of Paris is 22:00 in summer, and 23:00 in winter.
      await act('2031-07-14T21:59:59.000Z', { action: 'ratings_read', subject: 'match:777' })
      await act('2031-07-14T22:00:00.000Z', { action: 'lineup_read', subject: `match:${match.id}` })
      await act('2031-12-31T22:59:59.000Z', {
        action: 'nightly_run',
        subject: 'all',
        after: { reason: '=SUM(A1); Ça' },
      })
      await act('2031-12-31T23:00:00.000Z', { action: 'season_rebuilt', subject: 'all' })
      const found = async (query: string) => (await list(`?${query}`)).map(({ action }: { action: string }) => action)
      expect(await found('from=2031-07-15&to=2031-12-31')).toEqual(['nightly_run', 'lineup_read'])
      expect(await found('from=2031-07-14&to=2031-07-14')).toEqual(['ratings_read'])
      expect(await found('from=2032-01-01')).toEqual(['season_rebuilt'])
      const text = (words: string) => found(`from=2031-01-01&text=${encodeURIComponent(words)}`)
      expect(await text('etoile brune')).toEqual(['lineup_read'])
      expect(await text('CHERCHEE')).toEqual(['lineup_read'])
      expect(await text('sum(a1)')).toEqual(['nightly_run'])
      expect(await text('%')).toEqual([])
      const path = '/api/operator_journal.csv?from=2031-07-15&to=2031-12-31'
      const answer = await call(server, 'GET', path, { cookie: admin.cookie })
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
      const [head, newest, oldest, end] = answer.body.split('\r\n')
      expect(head).toBe('\ufeffDate (Paris);Geste;Sur quoi;Nom;Avant;Après;Par;Référence')
      expect(newest).toContain('31/12/2031 23:59;Passage de nuit lancé;all;;;"{""reason"":""=SUM(A1); Ça""}";')
      expect(oldest).toContain(`15/07/2031 00:00;Composition cherchée;match:${match.id};Étoile Brune – Stade Vert;;;`)
      expect(end).toBe('')
    })

    test('is read page by page without a gap', async () => {
      const all = await list()
      const [first] = await list('?limit=1')
      expect([first, ...(await list(`?before=${first.id}`))]).toEqual(all)
    })

    test('names no operator once the operator’s account has ended', async () => {
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
      '?from=2026-02-30',
      '?to=0000-01-01',
      `?text=${'x'.repeat(101)}`,
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
})

describe('an act on a state that has changed', () => {
  const send = async (path: string, body: object, seen?: object | string) => {
    const header = typeof seen === 'object' ? await stateTag(seen) : seen
    const headers: Record<string, string> = header === undefined ? {} : { 'if-match': header }
    return call(server, 'POST', path, { cookie: admin.cookie, body, headers })
  }
  const setCoefficient = (coefficient: number, seen?: object | string) =>
    send('/api/rpc/set_competition_cc', { id: 61, coefficient }, seen)
  const changeIn = (answer: LightMyRequestResponse): Change => answer.json().error
  const acts = async () =>
    (await call(server, 'GET', '/api/operator_journal', { cookie: admin.cookie })).json().items.length

  test('the second of two tabs that saw the same value is refused, with the value of the first, its moment and its origin', async () => {
    await setCoefficient(2.5)
    server.clock.advance(60_000)
    expect((await setCoefficient(2.9, { coefficient: 2.5 })).statusCode).toBe(200)
    const at = server.clock.now().getTime()
    server.clock.advance(60_000)
    const before = await acts()
    const refused = await setCoefficient(2.7, { coefficient: 2.5 })
    expect(refusalOf(refused)).toEqual([412, 'changed_meanwhile'])
    expect(changeIn(refused)).toMatchObject({ current: { coefficient: 2.9 }, by: 'operator' })
    expect(Date.parse(changeIn(refused).changed_at ?? '')).toBeCloseTo(at, -4)
    expect(await acts()).toBe(before)
    expect((await setCoefficient(2.7, { coefficient: 2.9 })).statusCode).toBe(200)
  })

  test('the last of two calls at once is refused', async () => {
    await setCoefficient(2)
    const both = await Promise.all([3, 4].map((next) => setCoefficient(next, { coefficient: 2 })))
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
  })

  test('a caller without the header, or with a star, is never refused', async () => {
    await setCoefficient(2)
    expect((await setCoefficient(3)).statusCode).toBe(200)
    expect((await setCoefficient(2, '*')).statusCode).toBe(200)
  })

  test('another value of the same competition does not count as a change', async () => {
    await setCoefficient(2)
    await send('/api/rpc/set_competition_enabled', { id: 61, enabled: false }, { enabled: true })
    expect((await setCoefficient(2.5, { coefficient: 2 })).statusCode).toBe(200)
    await send('/api/rpc/set_competition_enabled', { id: 61, enabled: true })
  })

  test('two tabs change different phases, and the same one only once', async () => {
    const setPhase = (phase: string, coefficient: number, seen: object) =>
      send('/api/rpc/set_cm_table', { table: [{ phase, coefficient }] }, seen)
    expect((await setPhase('final', 1.5, { final: 1 })).statusCode).toBe(200)
    expect((await setPhase('derby_multiplier', 1.2, { derby_multiplier: 1 })).statusCode).toBe(200)
    expect(changeIn(await setPhase('final', 1.4, { final: 1 }))).toMatchObject({ current: { final: 1.5 } })
  })

  test('a proposal is refused once a chosen coefficient has changed', async () => {
    await setCoefficient(2)
    const body = { year: 2026, as_of: '2026-07-03', min: 1, max: 4, competition_ids: [61] }
    const apply = (coefficient: number) =>
      send('/api/rpc/apply_country_coefficients', body, { as_of: body.as_of, coefficients: { 61: coefficient } })
    expect(changeIn(await apply(1.9))).toMatchObject({ current: { coefficients: { 61: 2 } }, by: 'operator' })
    expect((await apply(2)).statusCode).toBe(200)
  })

  test('a change of the feed is named as such', async () => {
    const match = await buildMatch(server.app.db)
    const body = { match_id: match.id, to: 'finished', reason: 'Le fournisseur se tait' }
    const check = await send('/api/functions/correct-match', { ...body, check: true })
    const seen = check.json().match
    expect(seen).toMatchObject({ status: 'live' })
    const replayed = { attempt: 2, updated_at: server.clock.now() }
    await server.app.db.updateTable('matches').set(replayed).where('id', '=', match.id).execute()
    const refused = await send('/api/functions/correct-match', body, seen)
    expect(refusalOf(refused)).toEqual([412, 'changed_meanwhile'])
    expect(changeIn(refused)).toMatchObject({ current: { status: 'live', attempt: 2 }, by: 'feed' })
  })
})
