import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { PROVIDER_REFRESH_MS } from '@tribune/domain/matches/pace.ts'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { ingestCompetitions } from './service.ts'

/** The evening of a match day, ten minutes before the provider renews its quota. */
const BEFORE_MIDNIGHT = '2026-03-14T23:50:00Z'
let server: TestServer
beforeEach(async () => {
  server = await startTestServer(inject('databaseUrl'), { at: BEFORE_MIDNIGHT })
  await ingestCompetitions(server.app)
})
afterEach(() => server.close())

const liveCalls = (of: TestServer = server) => of.asked.filter((url) => url.includes('live=all')).length
const calendarCalls = (of: TestServer = server) => of.asked.filter((url) => url.includes('date=')).length
const matches = () => server.app.db.updateTable('matches')
const withMinute = (minute: number) =>
  matches().set({ raw_status: '2H', minute, observed_at: server.clock.now() }).where('status', '=', 'live').execute()

/** Nothing is played, and nothing wants to be read. */
async function quieten(): Promise<void> {
  const tomorrow = new Date(server.clock.now().getTime() + 1440 * MINUTE_MS)
  await matches().set({ status: 'cancelled', votes_open: false }).where('finished_at', 'is', null).execute()
  await matches().set({ details_at: tomorrow }).execute()
}

describe('the day’s quota', () => {
  test('once spent stops all runs, and matches are followed again within two minutes of its renewal', async () => {
    await server.app.realtime.request()
    await server.app.db.updateTable('provider_quota').set({ day_remaining: 0 }).execute()
    for (let minute = 0; minute < 9; minute += 1) {
      server.clock.advance(MINUTE_MS)
      await server.app.realtime.request()
    }
    expect(liveCalls()).toBe(1)
    server.clock.advance(2 * MINUTE_MS)
    await server.app.realtime.request()
    expect(liveCalls()).toBe(2)
  })

  test('is shared by all servers: one server’s report spaces the runs of another', async () => {
    const other = await startTestServer(inject('databaseUrl'), { beside: server })
    await server.app.realtime.request()
    await server.app.db.updateTable('provider_quota').set({ day_remaining: 5 }).execute()
    server.clock.advance(MINUTE_MS)
    await other.app.realtime.request()
    expect(liveCalls(other)).toBe(0)
    await server.app.db.updateTable('provider_quota').set({ day_remaining: 7_000 }).execute()
    server.clock.advance(PROVIDER_REFRESH_MS)
    await other.app.realtime.request()
    expect([liveCalls(other), calendarCalls(), calendarCalls(other)]).toEqual([1, 3, 0])
    await other.close()
  })
})

describe('between two minutes', () => {
  test('the provider is not called while no vote opens and no whistle is near', async () => {
    await server.app.realtime.request()
    await withMinute(70)
    server.clock.advance(PROVIDER_REFRESH_MS)
    await server.app.realtime.watch()
    expect(liveCalls()).toBe(1)
  })

  test.each([56, 89])(
    'at minute %i the live list is asked at the provider’s pace, and nothing else',
    async (minute) => {
      await buildMatch(server.app.db, { minute: 20 })
      await server.app.realtime.request()
      const before = calendarCalls()
      for (const calls of [2, 3]) {
        await withMinute(minute)
        server.clock.advance(PROVIDER_REFRESH_MS - 5_000)
        await server.app.realtime.watch()
        expect(liveCalls()).toBe(calls - 1)
        server.clock.advance(5_000)
        await server.app.realtime.watch()
        expect(liveCalls()).toBe(calls)
      }
      expect(calendarCalls()).toBe(before)
    },
  )

  test('the provider is called less often with little quota', async () => {
    await server.app.realtime.request()
    await server.app.db.updateTable('provider_quota').set({ day_remaining: 3 }).execute()
    await withMinute(56)
    server.clock.advance(MINUTE_MS)
    await server.app.realtime.watch()
    expect(liveCalls()).toBe(1)
  })
})

test('the day’s first kick-off ends the quiet pace within a minute', async () => {
  await server.app.realtime.request()
  await quieten()
  const kickoffAt = new Date(server.clock.now().getTime() + 5 * MINUTE_MS)
  const match = await buildMatch(server.app.db, { status: 'upcoming', kickoffAt })
  await matches().set({ details_at: server.clock.now() }).where('id', '=', match.id).execute()
  server.clock.advance(4 * MINUTE_MS)
  await server.app.realtime.request()
  expect(liveCalls()).toBe(1)
  server.clock.advance(MINUTE_MS)
  await server.app.realtime.request()
  expect(liveCalls()).toBe(2)
})

test('a match without believed news does not cause a call every minute', async () => {
  await server.app.realtime.request()
  await quieten()
  const match = await buildMatch(server.app.db, { kickoffAt: new Date(server.clock.now().getTime() - 90 * MINUTE_MS) })
  const silentSince = new Date(server.clock.now().getTime() - 20 * MINUTE_MS)
  const now = server.clock.now()
  await matches().set({ observed_at: silentSince, details_at: now }).where('id', '=', match.id).execute()
  server.clock.advance(4 * MINUTE_MS)
  await server.app.realtime.request()
  expect(liveCalls()).toBe(1)
  server.clock.advance(2 * MINUTE_MS)
  await server.app.realtime.request()
  expect(liveCalls()).toBe(2)
})

test('a refused key is shown to the operator, and logged as an error once a quarter of an hour', async () => {
  const admin = await signInAdmin(server)
  const errors: unknown[] = []
  server.app.log.error = (...logged: unknown[]) => void errors.push(logged[1])
  server.simulator.faults.add({ kind: 'suspended' })
  const refused = async () =>
    (await call(server, 'GET', '/api/functions/scheduler-realtime', { cookie: admin.cookie })).json().refused
  for (let minute = 0; minute < 16; minute += 1) {
    await server.app.realtime.request().catch(() => {})
    server.clock.advance(MINUTE_MS)
  }
  expect(errors).toHaveLength(2)
  expect(await refused()).toBe('suspended')
  expect((await call(server, 'GET', '/api/functions/scheduler-realtime')).json().refused).toBeNull()
})
