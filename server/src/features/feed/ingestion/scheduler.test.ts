import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { PROVIDER_REFRESH_MS } from '@tribune/domain/matches/pace.ts'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { signInAdmin, signInOne } from '../../../testing/people.ts'
import { ingestCompetitions } from './service.ts'

describe('the run of the feed', () => {
  /** A European evening: dozens of matches in play. */
  const EVENING = '2026-03-14T19:40:00Z'
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer(inject('databaseUrl'), { at: EVENING })
    await ingestCompetitions(server.app)
  })
  afterEach(() => server.close())

  const liveCalls = () => server.asked.filter((url) => url.includes('live=all')).length
  const realtime = (wait = '', cookie?: string) =>
    call(server, 'GET', `/api/functions/scheduler-realtime${wait}`, cookie === undefined ? {} : { cookie })
  const runs = () =>
    server.app.db
      .selectFrom('edge_metrics')
      .selectAll()
      .where('function_name', '=', 'scheduler-realtime')
      .orderBy('created_at')
      .execute()
  const matches = () => server.app.db.selectFrom('matches').selectAll().orderBy('id').execute()

  /** Two minutes after a run nothing is played, and nothing wants to be read. */
  async function quietenAfterRun(): Promise<void> {
    await server.app.realtime.request()
    expect(liveCalls()).toBe(1)
    const all = () => server.app.db.updateTable('matches')
    await all().set({ status: 'cancelled', votes_open: false }).where('finished_at', 'is', null).execute()
    const tomorrow = new Date(server.clock.now().getTime() + 1440 * MINUTE_MS)
    await all().set({ details_at: tomorrow }).execute()
    server.clock.advance(2 * MINUTE_MS)
  }

  describe('a requested refresh', () => {
    test('calls the provider once for many requests, and records one run', async () => {
      await Promise.all(Array.from({ length: 20 }, () => server.app.realtime.request()))
      expect([liveCalls(), (await runs()).length]).toEqual([1, 1])
    })

    test('is shared by concurrent requests', async () => {
      const found = await Promise.all(
        Array.from({ length: 20 }, async () => {
          await server.app.realtime.request()
          return server.app.realtime.status().updated
        }),
      )
      expect(found.filter((updated) => updated === 0)).toEqual([])
    })

    test('is skipped until the provider itself has refreshed', async () => {
      await server.app.realtime.request()
      server.clock.advance(PROVIDER_REFRESH_MS - 5_000)
      await server.app.realtime.request()
      expect([liveCalls(), server.app.realtime.status().fresh]).toEqual([1, true])
      server.clock.advance(5_000)
      await server.app.realtime.request()
      expect([liveCalls(), (await runs()).length]).toEqual([2, 2])
    })

    test('is answered at once, except to an operator who wants to wait', async () => {
      const fan = await signInOne(server)
      const admin = await signInAdmin(server)
      for (const answer of [await realtime(), await realtime('?wait=1'), await realtime('?wait=1', fan.cookie)]) {
        expect(answer.json()).toEqual({ updated: 0, ms: 0, at: null, fresh: false, quota: null, refused: null })
      }
      const { updated, fresh } = (await realtime('?wait=1', admin.cookie)).json()
      expect([updated > 0, fresh, liveCalls()]).toEqual([true, true, 1])
    })

    test('is an act of the journal only if the operator waits for it', async () => {
      const admin = await signInAdmin(server)
      const entries = () => server.app.db.selectFrom('operator_journal').select(['action', 'subject']).execute()
      await realtime('?wait=1', (await signInOne(server)).cookie)
      await realtime('', admin.cookie)
      expect(await entries()).toEqual([])
      await realtime('?wait=1', admin.cookie)
      expect(await entries()).toEqual([{ action: 'matches_synchronised', subject: 'all' }])
    })

    test('shows the quota to the operator alone, and is not cached', async () => {
      const admin = await signInAdmin(server)
      const [forOperator, forVisitor] = [await realtime('?wait=1', admin.cookie), await realtime('?wait=1')]
      expect([forOperator.json().quota, forVisitor.json().quota]).toEqual([expect.anything(), null])
      for (const { headers } of [forOperator, forVisitor]) expect(headers['cache-control']).toBe('no-store')
    })

    test('is skipped at the minute’s tick while nothing is in play', async () => {
      await quietenAfterRun()
      await server.app.realtime.request()
      expect(liveCalls()).toBe(1)
      server.clock.advance(15 * MINUTE_MS)
      await server.app.realtime.request()
      expect(liveCalls()).toBe(2)
    })
  })

  describe('the operator’s synchronisation', () => {
    const synchronise = async (cookie: string) => (await realtime('?wait=1', cookie)).json()
    const calendarCalls = () => server.asked.filter((url) => url.includes('date=')).length

    test('reads matches and calendar at once in quiet hours, and answers with that run', async () => {
      const { cookie } = await signInAdmin(server)
      await quietenAfterRun()
      const before = calendarCalls()
      const { at, fresh } = await synchronise(cookie)
      expect([liveCalls(), calendarCalls() - before, fresh]).toEqual([2, 3, true])
      expect(Date.parse(at)).toBeGreaterThanOrEqual(server.clock.now().getTime() - MINUTE_MS)
    })

    test('does so too if a minute’s tick just finds that no run is due', async () => {
      const { cookie } = await signInAdmin(server)
      await quietenAfterRun()
      await Promise.all([server.app.realtime.request(), synchronise(cookie)])
      expect(liveCalls()).toBe(2)
    })

    test('shows the last run until the provider itself has refreshed', async () => {
      const { cookie } = await signInAdmin(server)
      await server.app.realtime.request()
      const { updated, at } = server.app.realtime.status()
      server.clock.advance(PROVIDER_REFRESH_MS - 5_000)
      expect(await synchronise(cookie)).toMatchObject({ updated, at, fresh: true })
      server.clock.advance(5_000)
      expect((await synchronise(cookie)).at).not.toBe(at)
      expect([liveCalls(), (await runs()).length]).toEqual([2, 2])
    })

    test('joins a run that is under way', async () => {
      const { cookie } = await signInAdmin(server)
      const [, one, two] = await Promise.all([server.app.realtime.request(), synchronise(cookie), synchronise(cookie)])
      expect([liveCalls(), one.updated > 0, two.at]).toEqual([1, true, one.at])
    })

    test('spends the calls that are reserved for it, and is refused once none is left', async () => {
      const { cookie } = await signInAdmin(server)
      await quietenAfterRun()
      const left = (day_remaining: number) =>
        server.app.db.updateTable('provider_quota').set({ day_remaining }).execute()
      await left(0)
      expect(refusalOf(await realtime('?wait=1', cookie))).toEqual([503, 'feed_unavailable'])
      expect(liveCalls()).toBe(1)
      await left(20)
      expect((await realtime('?wait=1', cookie)).statusCode).toBe(200)
      expect(liveCalls()).toBe(2)
    })
  })

  interface Seen {
    readonly minutes: Map<number, number>
    readonly whistles: Map<number, number>
  }

  /** Checks a match against what was seen of it before; true when its whistle was timed by observation, not by estimate. */
  function look(
    { minutes, whistles }: Seen,
    row: Awaited<ReturnType<typeof matches>>[number],
    before: number,
  ): boolean {
    const whistle = row.finished_at?.getTime()
    const wasPlayed = minutes.has(row.id) && !whistles.has(row.id)
    expect(row.minute ?? 150, `minute of ${row.id}`).toBeGreaterThanOrEqual(minutes.get(row.id) ?? 0)
    expect(whistle, `whistle of ${row.id}`).toBe(whistles.get(row.id) ?? whistle)
    if (row.minute !== null) minutes.set(row.id, row.minute)
    if (whistle !== undefined) whistles.set(row.id, whistle)
    return wasPlayed && whistle !== undefined && whistle >= before
  }

  describe('a run', () => {
    test('follows matches to their whistle: minutes never fall, the whistle is observed and never moves', async () => {
      server.clock.advance(100 * MINUTE_MS)
      await server.app.realtime.request()
      const seen: Seen = { minutes: new Map(), whistles: new Map() }
      let watched = 0
      for (let step = 0; step < 12; step += 1) {
        const before = server.clock.now().getTime()
        server.clock.advance(4 * MINUTE_MS)
        await server.app.realtime.request()
        for (const row of await matches()) watched += Number(look(seen, row, before))
      }
      expect(watched).toBeGreaterThan(2)
      expect(await runs()).toHaveLength(13)
    })

    test('reads a match that has left the live list by its id', async () => {
      await server.app.realtime.request()
      const [first] = (await matches()).filter((row) => row.status === 'live')
      if (first === undefined) throw new Error('nothing is played')
      server.simulator.faults.add({ kind: 'vanish', from: 'live', ids: [first.id] })
      server.clock.advance(MINUTE_MS / 2)
      const before = server.asked.length
      await server.app.realtime.request()
      expect(server.asked.slice(before).some((url) => url.includes('ids=') && url.includes(String(first.id)))).toBe(
        true,
      )
      const after = (await matches()).find((row) => row.id === first.id)
      expect(after?.observed_at.getTime()).toBeGreaterThan(first.observed_at.getTime())
      expect(after?.misses).toBe(0)
    })

    test('counts how often the provider did not know a match, and resets that when it is back', async () => {
      await server.app.realtime.request()
      const [first] = (await matches()).filter((row) => row.status === 'live')
      const misses = async () => (await matches()).find((row) => row.id === first?.id)?.misses
      server.simulator.faults.add({ kind: 'vanish', ids: [first?.id ?? 0] })
      for (const expected of [1, 2]) {
        server.clock.advance(MINUTE_MS / 2)
        await server.app.realtime.request()
        expect(await misses()).toBe(expected)
      }
      server.simulator.faults.clear()
      server.clock.advance(MINUTE_MS / 2)
      await server.app.realtime.request()
      expect(await misses()).toBe(0)
    })

    test('that fails is recorded with its error, and does not delay the next', async () => {
      server.simulator.faults.add({ kind: 'garbage' })
      await expect(server.app.realtime.request()).rejects.toThrow('feed_unavailable')
      server.simulator.faults.clear()
      server.clock.advance(PROVIDER_REFRESH_MS)
      await server.app.realtime.request()
      const [failed, done] = await runs()
      expect(failed).toMatchObject({
        ok: false,
        error_code: 'bad_payload',
        processed: null,
        error: expect.stringContaining('/fixtures'),
      })
      expect(done).toMatchObject({ ok: true, error_code: null, error: null })
      expect(failed?.correlation_id).not.toBe(done?.correlation_id)
    })
  })
})

describe('the pace of the feed', () => {
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
      const other = await startTestServer(inject('databaseUrl'), { sharing: server })
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
    const match = await buildMatch(server.app.db, {
      kickoffAt: new Date(server.clock.now().getTime() - 90 * MINUTE_MS),
    })
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
})
