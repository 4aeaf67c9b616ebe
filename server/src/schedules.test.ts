import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { ingestCompetitions, ingestMatches } from './features/feed/ingestion/service.ts'
import { publishDue } from './features/feed/publication/jobs.ts'
import { enableCompetition } from './features/matches/competitions/service.ts'
import { QUEUES } from './infra/jobs/queue.ts'
import { startSchedules } from './schedules.ts'
import { call, startTestServer, type TestServer } from './testing/app.ts'
import { buildMatch, finishMatch } from './testing/builders.ts'
import { FULL_TIME, feedMatch } from './testing/feed.ts'
import { OPERATOR } from './testing/people.ts'

let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  stop = await startWith(server, { nightAt: server.clock.now() })
})
afterAll(async () => {
  await stop()
  await server.close()
})

/** A server whose last good night was at `nightAt`, running all that runs by itself. */
async function startWith({ app }: TestServer, { nightAt }: { nightAt: Date }): Promise<() => Promise<void>> {
  const night = { function_name: 'scheduler-nightly', created_at: nightAt, ok: true, duration_ms: 1 }
  await app.db
    .insertInto('edge_metrics')
    .values({ ...night, correlation_id: randomUUID() })
    .execute()
  await app.jobs.open(QUEUES)
  return startSchedules(app)
}

const seasonMoves = () => new Promise<object>((done) => server.app.bus.on('season', done))

test('a match whose window passes is published by itself', async () => {
  const match = await buildMatch(server.app.db, { rating: 7 })
  await finishMatch(server.app.db, match.id, server.clock.now())
  const moved = seasonMoves()
  server.clock.advance(HOUR_MS)
  await moved
  server.clock.advance(-HOUR_MS)
  const screen = await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${match.id}`)
  expect(screen.json().result).toMatchObject({ source: 'ratings_fallback', reason: null })
})

test('a season that a server died over, after it showed a competition, is rebuilt by itself', async () => {
  const { db } = server.app
  const match = await buildMatch(db, { rating: 7, competitionId: 62 })
  await finishMatch(db, match.id, new Date(server.clock.now().getTime() - 2 * HOUR_MS))
  await publishDue(server.app)
  const players = db.selectFrom('season_player_points').where('player_id', 'in', match.playerIds)
  const ranked = async () => (await players.select('player_id').execute()).length
  const rebuildsDue = async () => {
    const { rows } = await sql`SELECT 1 FROM pgboss.job WHERE name = 'season-rebuild' AND state = 'created'`.execute(db)
    return rows.length
  }
  const before = await ranked()
  expect(before).toBeGreaterThan(0)
  await enableCompetition(server.app, OPERATOR, 62, false)
  expect(await ranked()).toBe(0)
  // A season that follows is not rebuilt again.
  expect(await rebuildsDue()).toBe(0)
  const publish = vi.spyOn(server.app.bus, 'publish').mockRejectedValueOnce(new Error('died'))
  onTestFinished(() => publish.mockRestore())
  await expect(enableCompetition(server.app, OPERATOR, 62, true)).rejects.toThrow('died')
  expect(await rebuildsDue()).toBe(1)
  // As the dead server would have left them.
  await db.deleteFrom('season_player_points').where('player_id', 'in', match.playerIds).execute()
  const moved = seasonMoves()
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'season-rebuild' AND state = 'created'`.execute(db)
  await moved
  expect(await ranked()).toBe(before)
})

test('a whistle is followed by the reading of its ratings at once, and three more later', async () => {
  const match = feedMatch(server.clock.now(), FULL_TIME)
  await ingestMatches(server.app, [match])
  const runs = async () => {
    const { rows } = await sql<{ state: string }>`
      SELECT state FROM pgboss.job WHERE name = 'scheduler-postft' AND (data ->> 'match_id')::bigint = ${match.id}
      ORDER BY start_after`.execute(server.app.db)
    return rows.map((row) => row.state)
  }
  await expect.poll(runs, { timeout: 15_000 }).toEqual(['completed', 'created', 'created', 'created'])
  const done = server.app.db.selectFrom('edge_metrics').select('ok').where('function_name', '=', 'scheduler-postft')
  expect((await done.execute()).at(-1)).toEqual({ ok: true })
})

test('reads that wait after an outage are made together, not one by one', async () => {
  // The minute's synchronisation would read them too.
  const minute = vi.spyOn(server.app.realtime, 'request').mockRejectedValue(new Error('not in this test'))
  onTestFinished(() => minute.mockRestore())
  const matches = Array.from({ length: 30 }, () => feedMatch(server.clock.now(), FULL_TIME))
  const before = server.asked.length
  await ingestMatches(server.app, matches)
  const waiting = async () => {
    const ids = matches.map((match) => match.id)
    const { rows } = await sql`
      SELECT 1 FROM pgboss.job WHERE name = 'scheduler-postft' AND state <> 'completed' AND start_after <= now()
      AND (data ->> 'match_id')::bigint = ANY (${ids}::bigint[])`.execute(server.app.db)
    return rows.length
  }
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0)
  const isOfThese = (url: string) => url.includes('ids=') && matches.some(({ id }) => url.includes(`${id}`))
  // Twenty records a call, and a look at the queue may fall between two matches.
  expect(server.asked.slice(before).filter(isOfThese).length).toBeLessThanOrEqual(4)
})

describe('a start', () => {
  const nightsSince = async (hours: number) => {
    const late = await startTestServer(inject('databaseUrl'))
    // Without a feed a night is short, and tried again.
    await late.simulator.close()
    const end = await startWith(late, { nightAt: new Date(late.clock.now().getTime() - hours * HOUR_MS) })
    const { rows } = await sql`SELECT 1 FROM pgboss.job WHERE name = 'scheduler-nightly'`.execute(late.app.db)
    await end()
    await late.close()
    return rows.length
  }

  test('after a missed night does not wait for the next', async () => {
    expect(await nightsSince(25)).toBe(1)
  })

  test('within a day of the last does not run it again', async () => {
    expect(await nightsSince(23)).toBe(0)
  })
})

test('a match in play is closed by estimate only once the feed was read since the start', async () => {
  const late = await startTestServer(inject('databaseUrl'))
  const { app, clock } = late
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS)
  const silent = feedMatch(inHours(-7), { kickoffAt: inHours(-9) })
  await ingestCompetitions(app)
  await ingestMatches(app, [silent])
  const minute = vi.spyOn(app.realtime, 'request').mockRejectedValue(new Error('not yet'))
  const end = await startWith(late, { nightAt: clock.now() })
  onTestFinished(async () => {
    await end()
    await late.close()
  })
  const isPublished = async () => {
    const moved = new Promise((done) => app.bus.on('season', done))
    const match = await buildMatch(app.db, { rating: 7 })
    await finishMatch(app.db, match.id, inHours(-2))
    await moved
  }
  const row = () => app.db.selectFrom('matches').select(['status']).where('id', '=', silent.id).executeTakeFirst()
  // The first pass has ended, closings included, when the second one publishes.
  for (const _pass of ['first', 'second']) await isPublished()
  expect(await row()).toEqual({ status: 'live' })
  minute.mockRestore()
  await app.realtime.request()
  await expect.poll(row, { timeout: 15_000 }).toEqual({ status: 'finished' })
})

test('recurring jobs are scheduled: each minute, every three minutes, and once a night', async () => {
  const { rows } = await sql<{
    name: string
    cron: string
  }>`SELECT name, cron FROM pgboss.schedule ORDER BY name`.execute(server.app.db)
  expect(rows).toEqual([
    { name: 'digest', cron: '* * * * *' },
    { name: 'operator-alerts', cron: '*/3 * * * *' },
    { name: 'recalculation', cron: '* * * * *' },
    { name: 'scheduler-nightly', cron: '15 4 * * *' },
    { name: 'scheduler-realtime', cron: '* * * * *' },
  ])
})
