import { randomUUID } from 'node:crypto'
import type { OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { deleteOpenRun, type FunctionName, insertOpenRun } from '../../../infra/jobs/run.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../../testing/people.ts'
import { stuffMatch } from '../../../testing/stuffing.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'

let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
})
afterAll(() => server.close())

const ago = (ms: number) => new Date(server.clock.now().getTime() - ms)

async function read(): Promise<OperatorOverview> {
  const answer = await call(server, 'GET', '/api/operator_overview', { cookie: admin.cookie })
  expect([answer.statusCode, answer.statusCode === 200 || answer.body]).toEqual([200, true])
  return answer.json()
}
const kinds = async () => (await read()).needs.map(({ kind }) => kind)

async function ran(function_name: FunctionName, age: number, error_code: string | null = null): Promise<void> {
  const row = { function_name, ok: error_code === null, error_code, duration_ms: 1, created_at: ago(age) }
  await server.app.db
    .insertInto('edge_metrics')
    .values({ ...row, correlation_id: randomUUID() })
    .execute()
}

/** Leaves a server whose feed and night are well, and nothing else. */
beforeEach(async () => {
  const { db } = server.app
  await db.deleteFrom('edge_metrics').execute()
  await db.deleteFrom('matches').execute()
  await db.deleteFrom('provider_quota').execute()
  await ran('scheduler-realtime', MINUTE_MS)
  await ran('scheduler-nightly', HOUR_MS)
})

test('a fan and a visitor are refused', async () => {
  const fan = await signInOne(server)
  expect(refusalOf(await call(server, 'GET', '/api/operator_overview'))).toEqual([401, 'not_authenticated'])
  expect(refusalOf(await call(server, 'GET', '/api/operator_overview', { cookie: fan.cookie }))).toEqual([
    403,
    'admin_only',
  ])
})

test('nothing is needed while feed, night and matches are well', async () => {
  const { needs, facts, open, failures } = await read()
  expect({ needs, open, failures }).toEqual({ needs: [], open: { total: 0, items: [] }, failures: [] })
  expect(facts).toMatchObject({ due: 0, in_doubt: 0, suspicious: 0, marked: 0, anomalies: 0 })
})

describe('the feed', () => {
  test('is refused as long as its last run was, whichever server ran it', async () => {
    await ran('scheduler-realtime', 30_000, 'suspended')
    expect(await kinds()).toEqual(['feed_refused', 'runs_failed'])
    await ran('scheduler-realtime', 1_000)
    expect(await kinds()).toEqual(['runs_failed'])
  })

  test('is stale by its last run that succeeded', async () => {
    await server.app.db.deleteFrom('edge_metrics').where('function_name', '=', 'scheduler-realtime').execute()
    await ran('scheduler-realtime', 36 * MINUTE_MS)
    await ran('scheduler-realtime', MINUTE_MS, 'temporary')
    const { needs, facts } = await read()
    expect(needs.map(({ kind }) => kind)).toEqual(['feed_stale', 'runs_failed'])
    expect(facts.feed).toEqual({
      succeeded_at: expect.any(String),
      refusal: null,
      pace: 'quiet',
    })
    expect(server.clock.now().getTime() - Date.parse(facts.feed.succeeded_at ?? '')).toBeGreaterThanOrEqual(
      36 * MINUTE_MS,
    )
  })

  test('has the calls left of today, and none of yesterday’s', async () => {
    const quota = { day_limit: 100, day_remaining: 6 }
    await server.app.db
      .insertInto('provider_quota')
      .values({ ...quota, read_at: server.clock.now() })
      .execute()
    expect(await read()).toMatchObject({ facts: { quota }, needs: [{ kind: 'quota_spent', severity: 'act' }] })
    await server.app.db
      .updateTable('provider_quota')
      .set({ read_at: ago(25 * HOUR_MS) })
      .execute()
    expect(await read()).toMatchObject({ facts: { quota: { day_limit: 100, day_remaining: null } }, needs: [] })
  })
})

describe('runs', () => {
  test('that failed are counted by function, and those whose calls were spent are not', async () => {
    await ran('digest', 2 * HOUR_MS, 'internal')
    await ran('digest', HOUR_MS, 'busy')
    await ran('digest', MINUTE_MS, 'rate_limited')
    await ran('season-ranking', HOUR_MS, 'internal')
    await ran('season-ranking', MINUTE_MS)
    await ran('scheduler-realtime', MINUTE_MS, 'rate_limited')
    await ran('publish-due', 25 * HOUR_MS, 'internal')
    const { needs, facts, failures } = await read()
    expect(facts.runs).toEqual({ failed: 3, failing: ['digest'] })
    expect(failures).toEqual([
      { function_name: 'digest', failed: 2, failed_at: expect.any(String), error_code: 'busy' },
      { function_name: 'season-ranking', failed: 1, failed_at: expect.any(String), error_code: 'internal' },
    ])
    expect(needs.map(({ kind }) => kind)).toEqual(['runs_failing'])
  })

  test('of the night that failed are needed, and no longer while one is under way', async () => {
    await ran('scheduler-nightly', MINUTE_MS, 'temporary')
    expect(await kinds()).toEqual(['nightly_failed', 'runs_failed'])
    const id = randomUUID()
    await insertOpenRun(server.app.db, id, 'scheduler-nightly')
    expect(await read()).toMatchObject({
      facts: { nightly: { ok: false, under_way: true } },
      needs: [{ kind: 'runs_failed' }],
    })
    await deleteOpenRun(server.app.db, id)
  })
})

describe('matches', () => {
  test('that accept ballots are listed with their end and ballots, those that close first before the others', async () => {
    const live = await buildMatch(server.app.db, { minute: 70, home: 'FC Ouvert' })
    const ending = await buildMatch(server.app.db, { status: 'finished', finishedAt: ago(30 * MINUTE_MS) })
    await buildMatch(server.app.db, { minute: 20 })
    const { open } = await read()
    expect(open.total).toBe(2)
    expect(open.items).toMatchObject([
      { match_id: ending.id, voters: 0, closes_at: expect.any(String) },
      { match_id: live.id, home_team: 'FC Ouvert', closes_at: null },
    ])
  })

  test('whose result is not published ten minutes after the vote are late', async () => {
    const due = (minutes: number) =>
      buildMatch(server.app.db, { status: 'finished', finishedAt: ago((60 + minutes) * MINUTE_MS) })
    await due(9)
    const late = await due(11)
    expect(await read()).toMatchObject({
      facts: { due: 1 },
      due: [{ match_id: late.id }],
      needs: [{ kind: 'results_due', severity: 'act' }],
    })
    // The matches of a backfill are published with the day that it brings.
    server.app.backfill.underWay = true
    onTestFinished(() => {
      server.app.backfill.underWay = false
    })
    expect(await read()).toMatchObject({ facts: { due: 0 }, due: [], needs: [] })
  })

  test('in doubt are those that the feed contradicts or is silent about for a quarter of an hour', async () => {
    const { db } = server.app
    await buildMatch(db, { observedAt: ago(14 * MINUTE_MS) })
    const silent = await buildMatch(db, { observedAt: ago(16 * MINUTE_MS), kickoffAt: ago(2 * HOUR_MS) })
    const disputed = await buildMatch(db, { kickoffAt: ago(HOUR_MS) })
    const dispute = { disputed_at: ago(16 * MINUTE_MS), disputed_as: 'early_whistle' as const }
    await db.updateTable('matches').set(dispute).where('id', '=', disputed.id).execute()
    const { facts, in_doubt } = await read()
    expect([facts.in_doubt, in_doubt.map(({ match_id }) => match_id)]).toEqual([2, [silent.id, disputed.id]])
  })

  test('that are marked, anomalies of the last day, and errors of browsers since the day before are counted', async () => {
    const { db } = server.app
    const match = await buildMatch(db, { status: 'finished', finishedAt: ago(2 * HOUR_MS), rating: 7 })
    await publishDueMatches(server.app)
    await db.updateTable('matches').set({ coefficient: 4 }).where('id', '=', match.id).execute()
    const anomaly = { match_id: match.id, raw_status: 'FT' }
    await db
      .insertInto('feed_anomalies')
      .values([
        { ...anomaly, kind: 'early_whistle', first_seen_at: ago(HOUR_MS) },
        { ...anomaly, kind: 'reopened', first_seen_at: ago(25 * HOUR_MS) },
      ])
      .execute()
    const error = { kind: 'error', message: 'TypeError', place: '', build: 'a' } as const
    const seen = { screens: ['/'], engines: ['webkit'], first_at: ago(0), last_at: ago(0) }
    const onDay = (days: number, count: number) => {
      const day = ago(days * DAY_MS)
        .toISOString()
        .slice(0, 10)
      return { ...error, ...seen, fingerprint: String(days).padStart(32, '0'), day, count }
    }
    await db
      .insertInto('browser_errors')
      .values([onDay(0, 3), onDay(1, 4), onDay(2, 100)])
      .execute()
    expect(await read()).toMatchObject({
      facts: { marked: 1, anomalies: 1, browser_errors: 7 },
      needs: [{ kind: 'marked_matches', severity: 'watch' }, { kind: 'anomalies' }],
    })
  })

  test('have their groups of ballots compared once published, a few at each reading, and again when ballots are set aside', async () => {
    const { db } = server.app
    for (let match = 0; match < 4; match += 1) {
      const built = await buildMatch(db, { status: 'finished', finishedAt: ago(2 * HOUR_MS) })
      await stuffMatch(db, built, { honest: 30, script: 20, at: ago(3 * HOUR_MS) })
    }
    await publishDueMatches(server.app)
    const first = await read()
    expect([first.compared, first.suspicious.length]).toEqual([{ matches: 4, waiting: 1 }, 3])
    expect(first.facts.suspicious).toBeGreaterThanOrEqual(3)
    expect(first.needs).toMatchObject([{ kind: 'suspicious_groups', severity: 'watch' }])
    const second = await read()
    expect([second.compared, second.suspicious.length]).toEqual([{ matches: 4, waiting: 0 }, 4])
    const [top] = second.suspicious
    const aside = {
      match_id: top?.match_id,
      dimension: 'network',
      reason: 'Script',
      ...(await scriptOf(top?.match_id)),
    }
    const body = { cookie: admin.cookie, body: aside }
    expect((await call(server, 'POST', '/api/functions/set-ballots-aside', body)).statusCode).toBe(200)
    const third = await read()
    expect(third.facts.suspicious).toBeLessThan(second.facts.suspicious)
  })
})

/** The group of a match's script, by its network. */
async function scriptOf(matchId = 0): Promise<{ key: string; ballots: number }> {
  const answer = await call(server, 'GET', `/api/ballot_groups?match_id=${matchId}`, { cookie: admin.cookie })
  const groups: { dimension: string; key: string; ballots: number; standing: string }[] = answer.json().groups
  const group = groups.find(({ dimension, standing }) => dimension === 'network' && standing === 'apart')
  if (group === undefined) throw new Error('No group of the script')
  return { key: group.key, ballots: group.ballots }
}
