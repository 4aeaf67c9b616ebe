import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { wrongClock } from '../../../testing/clock.ts'
import { signInAdmin, signInOne } from '../../../testing/people.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { schedulerNightly } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
})
afterAll(() => server.close())

const teamCalls = () => server.asked.filter((url) => url.startsWith('/teams')).length

test('a team that cannot be read does not fail the nightly run, nor are the others tried in vain', async () => {
  await buildMatch(server.app.db)
  server.simulator.faults.add({ kind: 'http_500', path: '/teams' })
  const before = teamCalls()
  await schedulerNightly(server.app)
  // One call and its two further attempts.
  expect(teamCalls() - before).toBe(3)
  server.simulator.faults.clear('http_500')
  server.simulator.faults.add({ kind: 'garbage', path: '/teams' })
  await schedulerNightly(server.app)
  const runs = server.app.db.selectFrom('edge_metrics').select('ok').where('function_name', '=', 'scheduler-nightly')
  expect(await runs.execute()).toEqual([{ ok: true }, { ok: true }])
})

test('a published match whose ratings were stored by a server that died before it ranked them has its points', async () => {
  const { db, clock } = server.app
  const yesterday = new Date(clock.now().getTime() - DAY_MS)
  const match = await buildMatch(db, { status: 'finished', kickoffAt: yesterday, finishedAt: yesterday })
  await publishDueMatches(server.app)
  await db.updateTable('match_lineups').set({ rating: 7 }).where('match_id', '=', match.id).execute()
  await schedulerNightly(server.app)
  const points = db.selectFrom('match_player_points').select('points').where('match_id', '=', match.id)
  expect(await points.execute()).toHaveLength(22)
})

test('the picks of a match that was suspended after its first ballots are folded', async () => {
  const { db } = server.app
  const match = await buildMatch(db)
  await cast(server, await signInOne(server), match.id, match.playerIds.slice(0, 3))
  await db.updateTable('matches').set({ status: 'suspended', votes_open: false }).where('id', '=', match.id).execute()
  const before = await tallyIn(server, match.id)
  await schedulerNightly(server.app)
  expect(await db.selectFrom('tally_moves').selectAll().execute()).toEqual([])
  expect(await tallyIn(server, match.id)).toEqual(before)
  expect(before.voters).toBe(1)
})

test('a server whose clock is ahead deletes nothing before its time', async () => {
  const { app, clock } = server
  const { id } = await buildMatch(app.db)
  const anomaly = { match_id: id, kind: 'unknown_status', raw_status: 'XYZ', first_seen_at: clock.now() }
  await app.db.insertInto('feed_anomalies').values(anomaly).execute()
  const stored = () => app.db.selectFrom('feed_anomalies').select('kind').where('match_id', '=', id).execute()
  await schedulerNightly({ ...app, clock: wrongClock(clock, 400 * DAY_MS) })
  expect(await stored()).toEqual([{ kind: 'unknown_status' }])
})

test('the operator cannot start a night while past matches still arrive, and no act is journalled', async () => {
  const { cookie } = await signInAdmin(server)
  const { backfill, db } = server.app
  backfill.underWay = true
  const refused = await call(server, 'POST', '/api/functions/scheduler-nightly', { cookie, body: {} })
  backfill.underWay = false
  expect(refusalOf(refused)).toEqual([409, 'history_filling'])
  expect(await db.selectFrom('operator_journal').select('action').execute()).toEqual([])
  const started = await call(server, 'POST', '/api/functions/scheduler-nightly', { cookie, body: {} })
  expect(started.statusCode).toBe(200)
})
