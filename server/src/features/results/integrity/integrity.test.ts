import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { INTEGRITY_RULE_VERSION } from '@tribune/domain/integrity/rule.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn, top3 } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../../testing/builders.ts'
import { wrongClock } from '../../../testing/clock.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { type SignedIn, signInAdmin, signInElsewhere, signInMany } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { stuffMatch } from '../../../testing/stuffing.ts'
import { endEvidence } from '../../ballots/evidence/queries.ts'
import { openDueSeasons } from '../../season/seasons/jobs.ts'
import { endProvisional } from '../rankings/jobs.ts'
import { publishDueMatches } from '../rankings/service.ts'
import { RuleThread } from './service.ts'

describe('the rule that sets ballots aside', () => {
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

    test('sets nothing aside in an honest match', async () => {
      const match = await stuffed({ script: 0 })
      await publishDueMatches(server.app)
      const { result } = await screenOf(match.id)
      expect(result).toMatchObject({ source: 'votes', voters: 400 })
      expect(Object.keys(result)).not.toContain('ballots_set_aside')
      expect(Object.keys(result)).not.toContain('provisional_until')
    })

    test('reads again ballots that were written while it ran', async () => {
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
    test('has another podium without the ballots set aside: both are shown, and the operator gets a need', async () => {
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

    test('is final once the operator confirms it, which is journalled once', async () => {
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
      // A server whose clock is two days ahead does not end it early.
      expect(await endProvisional({ ...server.app, clock: wrongClock(server.clock, 2 * DAY_MS) })).toBe(0)
      await sql`UPDATE matches SET provisional_until = ${ago(1)} WHERE id = ${match.id}`.execute(server.app.db)
      expect(await endProvisional(server.app)).toBe(1)
      expect(Object.keys((await screenOf(match.id)).result)).not.toContain('provisional_until')
      expect(await endProvisional(server.app)).toBe(0)
    })

    test('counts all ballots again once the operator restores the group', async () => {
      const match = await stuffed({ honest: 100, script: 90 })
      await publishDueMatches(server.app)
      const [group] = (await groupsOf(match.id)).set_aside
      expect((await act('take-ballots-back', { id: group.id })).json()).toMatchObject({ counted: 190, set_aside: 0 })
      const { result, ranking } = await screenOf(match.id)
      expect(Object.keys(result)).not.toContain('first_with_all')
      expect(ranking[0].player_id).toBe(match.playerIds.at(-3))
    })

    test('delays the end of its season, and can be decided after it', async () => {
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
})

describe('farms', () => {
  /** Farms vote over HTTP, next to an honest crowd, and are set aside before the result is published. */
  const HONEST = 400
  const FARM = 50
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
  })
  afterAll(() => server.close())

  /** A pseudo-random sequence of its own for each test. */
  function dice(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
  }

  interface Voter extends SignedIn {
    readonly address: string
  }

  interface Kind {
    readonly count: number
    readonly ageHours: (index: number) => number
    readonly address: (index: number) => string
    /** Earlier ballots of each. */
    readonly history?: number
  }

  /** Signs accounts of one kind in. Their mailboxes are of a provider that everybody uses. */
  async function accounts({ count, ageHours, address, history = 0 }: Kind): Promise<Voter[]> {
    const { db } = server.app
    const now = server.clock.now().getTime()
    const voters: Voter[] = []
    for (let index = 0; index < count; index += 1) {
      const created_at = new Date(now - ageHours(index) * HOUR_MS)
      const fan = { name: '', email: `${randomUUID()}@gmail.com`, email_verified: true, created_at }
      const { id } = await db.insertInto('auth.user').values(fan).returning('id').executeTakeFirstOrThrow()
      if (history > 0) await remember(id, history, index)
      voters.push({ ...(await signInElsewhere(server, { id, cookie: '' })), address: address(index) })
    }
    return voters
  }

  /** Stores ballots of a fan on earlier matches. */
  async function remember(id: string, ballots: number, index: number): Promise<void> {
    await sql`
    INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id, created_at, updated_at)
    SELECT ballot_bucket(${id}), ${id}, n, 1 + (n + ${index}::integer) % 7, 11 + n % 5, 21 + n % 3, now() - n * interval '3 days', now() - n * interval '3 days'
    FROM generate_series(1, ${ballots}::integer) n`.execute(server.app.db)
  }

  type Picks = (index: number) => readonly (number | undefined)[]

  async function vote({ id: match }: BuiltMatch, voters: readonly Voter[], picks: Picks): Promise<void> {
    for (const [index, { cookie, address }] of voters.entries()) {
      const answer = await server.tribune.http.inject({
        method: 'PUT',
        url: `/api/votes/${match}`,
        headers: { cookie },
        payload: top3(picks(index)),
        remoteAddress: address,
        authority: new URL(ORIGIN).host,
      })
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    }
  }

  /** Picks of independent people: some players are liked more than others. */
  const likes = ({ playerIds }: BuiltMatch, roll: (below: number) => number): Picks => {
    const one = (from: number) => playerIds[from + Math.min(roll(7), roll(7))]
    return () => [one(0), one(7), one(14)]
  }

  const home = (index: number) => `81.${Math.floor(index / 200) % 250}.${index % 200}.${1 + (index % 250)}`
  const rented = (index: number) => `203.${index % 40}.${index % 7}.${1 + index}`

  /** Casts the honest ballots of a match: most fans have voted before, some are new. */
  async function crowd(match: BuiltMatch, seed: number): Promise<string[]> {
    const roll = dice(seed)
    const known = await accounts({ count: HONEST - 120, ageHours: () => 400 + roll(4_000), address: home, history: 8 })
    const fresh = await accounts({ count: 120, ageHours: () => roll(200), address: (index) => home(index + 300) })
    const fans = [...known, ...fresh]
    await vote(match, fans, likes(match, roll))
    return fans.map(({ id }) => id)
  }

  /** Publishes a match, and returns the shares of these accounts' ballots that are set aside. */
  async function asideAmong(match: BuiltMatch, ...groups: readonly (readonly string[])[]): Promise<number[]> {
    await finishMatch(server.app.db, match.id, new Date(server.clock.now().getTime() - 2 * HOUR_MS))
    await publishDueMatches(server.app)
    const { rows } = await sql<{ user_id: string }>`
    SELECT v.user_id FROM votes v JOIN matches m ON m.id = v.match_id
    WHERE v.match_id = ${match.id} AND v.set_aside IS NOT NULL AND m.published_at IS NOT NULL`.execute(server.app.db)
    const aside = new Set(rows.map(({ user_id }) => user_id))
    return groups.map((ids) => ids.filter((id) => aside.has(id)).length / ids.length)
  }

  const idsOf = (voters: readonly Voter[]) => voters.map(({ id }) => id)
  const young = (index: number) => 24 + (index % 90)

  test.each<[name: string, farm: Omit<Kind, 'count'>, target: 'podium' | 'first', least: number]>([
    ['naive: one network, accounts of this hour', { ageHours: () => 0, address: () => '203.0.113.7' }, 'podium', 0.99],
    ['paced: many networks, accounts of days', { ageHours: young, address: rented }, 'podium', 0.9],
    ['camouflaged: only the target is the same', { ageHours: young, address: rented }, 'first', 0.85],
  ])('a farm is set aside before the result: %s', async (name, kind, target, least) => {
    const match = await buildMatch(server.app.db)
    const honest = await crowd(match, name.length)
    const farm = await accounts({ ...kind, count: FARM })
    const honestly = likes(match, dice(99))
    const [first, second, third] = [match.playerIds[6], match.playerIds[13], match.playerIds[20]]
    await vote(match, farm, (index) =>
      target === 'podium' ? [first, second, third] : [first, ...honestly(index).slice(1)],
    )
    const [hit = 0, hurt = 1] = await asideAmong(match, idsOf(farm), honest)
    expect(hit).toBeGreaterThanOrEqual(least)
    expect(hurt).toBeLessThanOrEqual(0.005)
  })

  test('accounts that act together are set aside from the third match on', async () => {
    const farm = await accounts({ count: FARM, ageHours: (index) => 800 + index, address: rented })
    let [hit, hurt] = [0, 1]
    for (let round = 1; round <= 3; round += 1) {
      const match = await buildMatch(server.app.db)
      const honest = await crowd(match, round)
      await vote(match, farm, () => [match.playerIds[6], match.playerIds[13], match.playerIds[20]])
      ;[hit = 0, hurt = 1] = await asideAmong(match, idsOf(farm), honest)
    }
    expect(hit).toBeGreaterThanOrEqual(0.9)
    expect(hurt).toBeLessThanOrEqual(0.005)
  })

  test('a farm that copies a club of fans has none of them set aside', async () => {
    const match = await buildMatch(server.app.db)
    const honest = await crowd(match, 5)
    const [first, second, third] = [match.playerIds[6], match.playerIds[13], match.playerIds[20]]
    const club = await accounts({ count: 60, ageHours: (index) => 500 + index, address: () => '90.1.2.3', history: 8 })
    const farm = await accounts({ count: 30, ageHours: () => 0, address: () => '90.1.2.3' })
    await vote(match, [...club, ...farm], () => [first, second, third])
    const [framed = 1, hurt = 1] = await asideAmong(match, idsOf(club), honest)
    expect([framed, hurt]).toEqual([0, 0])
  })
})
