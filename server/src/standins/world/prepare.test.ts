import { expect, inject, test } from 'vitest'
import { startTestServer } from '../../testing/app.ts'
import { prepareWorld } from './prepare.ts'

test('makes accounts where the demonstration may have them, and none elsewhere', async () => {
  for (const demoPeople of [false, true]) {
    const server = await startTestServer(inject('databaseUrl'), { config: { demoPeople } })
    const { app, clock } = server
    // As after a first start: the long part is behind.
    await app.db.insertInto('function_claims').values({ name: 'world-history', claimed_at: clock.now() }).execute()
    const people = await prepareWorld(app, () => {})
    const { count } = await app.db
      .selectFrom('auth.user')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect([people === null, Number(count) > 0]).toEqual([!demoPeople, demoPeople])
    await server.close()
  }
})
