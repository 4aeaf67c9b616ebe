import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { INTEGRITY_RULE_VERSION } from '@tribune/domain/integrity/rule.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin, signInElsewhere, signInMany } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { stuffMatch } from '../../../testing/stuffing.ts'
import { endEvidence } from '../../ballots/evidence/queries.ts'
import { openDueSeasons } from '../../season/seasons/jobs.ts'
import { endProvisional } from '../rankings/jobs.ts'
import { publishDueMatches } from '../rankings/service.ts'
import { RuleThread } from './service.ts'

let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
})
afterAll(() => server.close())

const ago = (ms: number) => new Date(server.clock.now().getTime() - ms)
const screenOf = async (id: number) => (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${id}`)).json()
const groupsOf = async (id: number) =>
  (await call(server, 'GET', `/api/ballot_groups?match_id=${id}`, { cookie: admin.cookie })).json()
const act = (name: string, body: object) =>
  call(server, 'POST', `/api/functions/${name}`, { cookie: admin.cookie, body })
const letStand = (id: number) => act('let-result-stand', { match_id: id })

interface Stuffed extends BuiltMatch {
  /** Fans of the farm. */
  readonly farm: readonly string[]
}

/** A match whose vote is over, with honest ballots and those of a farm. */
async function stuffed({ honest = 400, script = 60, at = ago(2 * HOUR_MS) } = {}): Promise<Stuffed> {
  const { db } = server.app
  const match = await buildMatch(db, {
    status: 'finished',
    finishedAt: at,
    kickoffAt: new Date(at.getTime() - 2 * HOUR_MS),
  })
  return { ...match, farm: await stuffMatch(db, match, { honest, script, at: new Date(at.getTime() - HOUR_MS) }) }
}

const setAside = async (id: number) => {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM votes WHERE match_id = ${id} AND set_aside IS NOT NULL ORDER BY user_id`.execute(server.app.db)
  return rows.map(({ user_id }) => user_id)
}

describe('the integrity rule at publication', () => {
  test('sets a farm aside before the result is published, and no other ballot', async () => {
    const match = await stuffed()
    await publishDueMatches(server.app)
    expect(await setAside(match.id)).toEqual(match.farm.toSorted())
    expect((await screenOf(match.id)).result).toMatchObject({ voters: 400, ballots_set_aside: 60 })
    expect(await tallyIn(server, match.id)).toEqual(tallyOf(await completeBallots(server.app.db, match.id)))
    const { set_aside } = await groupsOf(match.id)
    expect(set_aside).toMatchObject([
      { rule: INTEGRITY_RULE_VERSION, ballots: 60, confirmed: false, reviews: 0, reason: '' },
    ])
  })

  test('leaves an honest match alone', async () => {
    const match = await stuffed({ script: 0 })
    await publishDueMatches(server.app)
    const { result } = await screenOf(match.id)
    expect(result).toMatchObject({ source: 'votes', voters: 400 })
    expect(Object.keys(result)).not.toContain('ballots_set_aside')
    expect(Object.keys(result)).not.toContain('provisional_until')
  })

  test('reads again what was written while it ran', async () => {
    const match = await stuffed()
    const { db, rule } = server.app
    let runs = 0
    const late = {
      close: () => rule.close(),
      async judge(...of: Parameters<typeof rule.judge>) {
        const judgement = await rule.judge(...of)
        runs += 1
        // A ballot whose commit was under way when the window ended.
        if (runs === 1) {
          await sql`UPDATE match_ballots SET changes = changes + 1 WHERE match_id = ${match.id}`.execute(db)
        }
        return judgement
      },
    }
    await publishDueMatches({ ...server.app, rule: late })
    expect([runs, (await setAside(match.id)).length]).toEqual([2, 60])
  })

  test('delays no result if it fails: the result is provisional, and nothing is set aside', async () => {
    const match = await stuffed()
    const { app } = server
    const broken = new RuleThread({
      databaseUrl: inject('databaseUrl'),
      log: app.log,
      thread: new URL('data:text/javascript,throw new Error("x")'),
    })
    await publishDueMatches({ ...app, rule: broken })
    const { result } = await screenOf(match.id)
    expect(result).toMatchObject({ voters: 460, provisional_until: expect.any(String) })
    await broken.close()
  })
})

describe('a provisional result', () => {
  test('has other first three without what was set aside: both are shown, and the operator gets a need', async () => {
    const match = await stuffed({ honest: 100, script: 90 })
    await publishDueMatches(server.app)
    const { result, ranking } = await screenOf(match.id)
    expect(Date.parse(result.provisional_until) - server.clock.now().getTime()).toBeGreaterThan(23 * HOUR_MS)
    expect(result.first_with_all[0]).toMatchObject({ player_id: match.playerIds.at(-3), rank: 1 })
    expect(ranking[0].player_id).toBe(match.playerIds[0])
    const overview = (await call(server, 'GET', '/api/operator_overview', { cookie: admin.cookie })).json()
    expect(overview.needs).toContainEqual({ kind: 'provisional_results', severity: 'act' })
    expect(overview.provisional).toContainEqual(expect.objectContaining({ match_id: match.id }))
    const { items } = (await call(server, 'GET', '/api/ballot_matches', { cookie: admin.cookie })).json()
    expect(items[0].provisional_until).not.toBeNull()
  })

  test('is final once the operator lets it stand, which is journalled, and once only', async () => {
    const match = await stuffed({ honest: 100, script: 90 })
    await publishDueMatches(server.app)
    expect((await letStand(match.id)).statusCode).toBe(200)
    expect((await screenOf(match.id)).result).toMatchObject({
      ballots_set_aside: 90,
      first_with_all: expect.any(Array),
    })
    expect(Object.keys((await screenOf(match.id)).result)).not.toContain('provisional_until')
    expect((await groupsOf(match.id)).set_aside).toMatchObject([{ confirmed: true }])
    expect(refusalOf(await letStand(match.id))).toEqual([409, 'result_stands'])
    expect(refusalOf(await letStand(1))).toEqual([404, 'match_not_found'])
    const subject = `match:${match.id}`
    const { items } = (
      await call(server, 'GET', `/api/operator_journal?subject=${subject}`, { cookie: admin.cookie })
    ).json()
    expect(items).toMatchObject([{ action: 'result_confirmed', after: { counted: 100, set_aside: 90 } }])
  })

  test('is final by itself after 24 hours', async () => {
    const match = await stuffed({ honest: 100, script: 90 })
    await publishDueMatches(server.app)
    await sql`UPDATE matches SET provisional_until = ${ago(1)} WHERE id = ${match.id}`.execute(server.app.db)
    expect(await endProvisional(server.app)).toBe(1)
    expect(Object.keys((await screenOf(match.id)).result)).not.toContain('provisional_until')
    expect(await endProvisional(server.app)).toBe(0)
  })

  test('counts all ballots again once the operator takes the group back', async () => {
    const match = await stuffed({ honest: 100, script: 90 })
    await publishDueMatches(server.app)
    const [group] = (await groupsOf(match.id)).set_aside
    expect((await act('take-ballots-back', { id: group.id })).json()).toMatchObject({ counted: 190, set_aside: 0 })
    const { result, ranking } = await screenOf(match.id)
    expect(Object.keys(result)).not.toContain('first_with_all')
    expect(ranking[0].player_id).toBe(match.playerIds.at(-3))
  })

  test('holds the end of its season back, and can be decided after it', async () => {
    const match = await stuffed({ honest: 100, script: 90 })
    await publishDueMatches(server.app)
    const { app } = server
    const [open] = await app.seasons.all()
    await sql`UPDATE seasons SET end_at = ${ago(HOUR_MS)} WHERE id = ${open?.id}`.execute(app.db)
    const seasons = () => app.db.transaction().execute((tx) => openDueSeasons(app, tx))
    await sql`UPDATE matches SET match_date = ${ago(3 * HOUR_MS)} WHERE id = ${match.id}`.execute(app.db)
    expect((await seasons())[0]).toMatchObject({ id: open?.id, closedAt: null })
    const [group] = (await groupsOf(match.id)).set_aside
    expect((await act('take-ballots-back', { id: group.id })).statusCode).toBe(200)
    await letStand(match.id)
    await sql`UPDATE matches SET provisional_until = NULL`.execute(app.db)
    expect((await seasons()).find(({ id }) => id === open?.id)?.closedAt).not.toBeNull()
  })
})

describe('a fan whose ballot was set aside', () => {
  const ballotOf = async (id: number, cookie: string) =>
    (await call(server, 'GET', `/api/votes/${id}`, { cookie })).json()
  const cookieOf = async (id = '') => (await signInElsewhere(server, { id, cookie: '' })).cookie
  const ask = (id: number, cookie: string) => call(server, 'POST', `/api/votes/${id}/review`, { cookie })

  test('reads why, asks for a review once, and reads the answer', async () => {
    const match = await stuffed()
    await publishDueMatches(server.app)
    const cookie = await cookieOf(match.farm[0])
    const { vote } = await ballotOf(match.id, cookie)
    const { reason } = vote.set_aside
    expect(vote.set_aside).toEqual({ reason, review: 'possible' })
    for (let times = 0; times < 2; times += 1) {
      expect((await ask(match.id, cookie)).json()).toEqual({ set_aside: { reason, review: 'asked' } })
    }
    expect((await ballotOf(match.id, cookie)).vote.set_aside.review).toBe('asked')
    expect((await groupsOf(match.id)).set_aside).toMatchObject([{ reviews: 1 }])
    expect((await groupsOf(match.id)).match).toMatchObject({ reviews: 1 })
    expect((await letStand(match.id)).statusCode).toBe(200)
    expect((await ballotOf(match.id, cookie)).vote.set_aside.review).toBe('confirmed')
    expect((await groupsOf(match.id)).match).toMatchObject({ reviews: 0 })
  })

  test('cannot ask once the evidence is deleted, and leaves no request behind', async () => {
    const match = await stuffed()
    await publishDueMatches(server.app)
    const [one, other] = match.farm
    await ask(match.id, await cookieOf(one))
    await sql`UPDATE matches SET published_at = ${ago(40 * 24 * HOUR_MS)}, match_date = ${ago(40 * 24 * HOUR_MS)} WHERE id = ${match.id}`.execute(
      server.app.db,
    )
    await endEvidence(server.app.db, server.clock.now())
    const reviews = server.app.db.selectFrom('ballot_reviews').selectAll().where('match_id', '=', match.id)
    expect(await reviews.execute()).toEqual([])
    expect(refusalOf(await ask(match.id, await cookieOf(other)))).toEqual([409, 'review_over'])
  })

  test('a fan whose ballot counts, or who has none, has nothing to ask', async () => {
    const match = await buildMatch(server.app.db)
    const [voter, other] = await signInMany(server, 2)
    await cast(server, voter, match.id, match.playerIds.slice(0, 3))
    await finishMatch(server.app.db, match.id, ago(2 * HOUR_MS))
    await publishDueMatches(server.app)
    for (const { cookie } of [voter, other]) {
      expect(refusalOf(await ask(match.id, cookie))).toEqual([409, 'ballot_counts'])
    }
    expect(refusalOf(await call(server, 'POST', `/api/votes/${match.id}/review`))).toEqual([401, 'not_authenticated'])
  })
})
