import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { signInAdmin } from '../../../testing/people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
})
afterAll(() => server.close())

test('the operator publishes what is due, in turn with the days that a new installation fills in', async () => {
  const { db, clock, backfill } = server.app
  const { cookie } = await signInAdmin(server)
  const finishedAt = new Date(clock.now().getTime() - 2 * HOUR_MS)
  const match = await buildMatch(db, { status: 'finished', finishedAt, rating: 7 })
  const row = db.selectFrom('matches').select('published_at').where('id', '=', match.id)
  const turns = vi.spyOn(backfill, 'inTurn')
  const { promise, resolve } = Promise.withResolvers<void>()
  const filled = backfill.inTurn(async () => {
    await promise
    return (await row.executeTakeFirstOrThrow()).published_at
  })
  const published = call(server, 'POST', '/api/functions/scheduler-postft', { cookie, body: {} })
  await expect.poll(() => turns.mock.calls.length).toBe(2)
  resolve()
  expect(await filled).toBeNull()
  expect((await published).json()).toMatchObject({ processed: 1 })
  expect((await row.executeTakeFirstOrThrow()).published_at).not.toBeNull()
})
