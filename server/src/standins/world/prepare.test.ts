import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { expect, inject, test } from 'vitest'
import { startTestServer } from '../../testing/app.ts'
import { prepareWorld } from './prepare.ts'

test('makes accounts where the demonstration may have them, and none elsewhere', async () => {
  for (const demoPeople of [false, true]) {
    const server = await startTestServer(inject('databaseUrl'), { config: { demoPeople } })
    const { app, clock } = server
    // As after a first start: the long part is behind.
    const names = ['world-history', 'world-past-season']
    await app.db
      .insertInto('function_claims')
      .values(names.map((name) => ({ name, claimed_at: clock.now() })))
      .execute()
    const people = await prepareWorld(app, () => {})
    const { count } = await app.db
      .selectFrom('auth.user')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect([people === null, Number(count) > 0, app.backfill.underWay]).toEqual([!demoPeople, demoPeople, false])
    await server.close()
  }
})

test('people have joined over the season so far, or over a month of one that has just begun, before their first ballot', async () => {
  for (const at of ['2026-11-24T12:00:00Z', '2026-07-03T12:00:00Z']) {
    const server = await startTestServer(inject('databaseUrl'), { at })
    await server.app.db
      .insertInto('function_claims')
      .values({ name: 'world-history', claimed_at: server.clock.now() })
      .execute()
    await prepareWorld(server.app, () => {})
    const users = await server.app.db.selectFrom('auth.user').select('created_at').orderBy('created_at').execute()
    const days = users.map(({ created_at }) => (server.clock.now().getTime() - created_at.getTime()) / DAY_MS)
    expect(Math.min(...days)).toBeGreaterThan(9)
    expect(Math.max(...days)).toBeLessThan(at.startsWith('2026-11') ? 147 : 40)
    expect(new Set(days.map(Math.floor)).size).toBeGreaterThan(12)
    expect(days.filter((age) => age < 30).length).toBeGreaterThan(5)
    await server.close()
  }
})
