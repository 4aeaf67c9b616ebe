import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../../../infra/database/pool.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { tallyIn, top3 } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInMany, signInOne } from '../../../testing/people.ts'
import { ABANDONED, followCourse, type Played } from '../../../testing/played.ts'
import { type Relay, startRelay } from '../../../testing/relay.ts'
import { endAttempt } from '../../common/attempts/queries.ts'
import { ingestCompetitions } from '../../feed/ingestion/service.ts'
import { lockBallots } from '../tally/queries.ts'
import { readEarned } from './queries.ts'
import { VoteService } from './service.ts'

describe('a ballot of an earlier attempt', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    await ingestCompetitions(server.app)
    await server.app.jobs.open(['scheduler-postft'])
  })
  afterAll(() => server.close())

  const NEXT_DAY = 20 * 60
  const { at, stored, ballots, inPlay, observe, expectRecounted } = followCourse(() => server)

  interface Named {
    readonly attempt?: number
    readonly base?: string | null
  }

  const send = (fan: SignedIn, { match, picks }: Played, named: Named, from = 0) =>
    call(server, 'PUT', `/api/votes/${match.id}`, { cookie: fan.cookie, body: { ...top3(picks(from)), ...named } })

  const picksOf = (ids: readonly number[]) => ids.map((player_id, index) => ({ position: index + 1, player_id }))

  /** Replays a match until minute 61, and calls back in its seventh minute, at which the vote is shut. */
  async function replay(played: Played, early: () => Promise<void>): Promise<void> {
    const inPlayAgain = (rawStatus: string, minute: number) =>
      ({ status: 'live', rawStatus, minute, kickoffAt: at(NEXT_DAY) }) as const
    await observe(played, 2, ABANDONED)
    for (const minute of [5, 7]) await observe(played, NEXT_DAY + minute, inPlayAgain('1H', minute))
    await early()
    expect(await observe(played, NEXT_DAY + 76, inPlayAgain('2H', 61))).toMatchObject({ attempt: 2, votes_open: true })
  }

  /** Replays a match whose vote is open again at once, as the operator may, and has ballots wait for that: `send` sends one, `behind` others. */
  async function replayAround<Answer>(matchId: number, send: () => Answer, behind: () => void = () => undefined) {
    const { db } = server.app
    return db.transaction().execute(async (tx) => {
      await lockBallots(tx, [matchId])
      await endAttempt(tx, matchId, 1)
      await tx.updateTable('matches').set({ attempt: 2 }).where('id', '=', matchId).execute()
      const waiting = [send()]
      await expect.poll(() => lockWaits(db), { timeout: 10_000 }).toBe(1)
      behind()
      return waiting
    })
  }

  describe('a ballot that waits for a replay’s transaction', () => {
    test.each([
      ['names the first attempt', { attempt: 1 }],
      ['names none', {}],
      ['names none, on a base', { base: null }],
      ['names the attempt that is about to begin', { attempt: 2 }],
    ])('is refused and credits nothing again: it %s', async (_name, named) => {
      const played = await inPlay()
      const { id } = played.match
      const fan = await signInOne(server)
      expect((await send(fan, played, {})).json()).toMatchObject({ xp_awarded: 5 })
      const [late] = await replayAround(id, () => send(fan, played, named, 3))
      expect((await late)?.statusCode).toBe(409)
      expect(await stored(id)).toMatchObject({ attempt: 2, votes_open: true })
      expect(await ballots(id)).toEqual([])
      await expectRecounted(id, 0)
      expect((await readEarned(server.app.db, fan.id)).xp).toBe(5)
      await server.app.bus.publish('lineups', { ids: [id] })
      expect((await send(fan, played, {}, 3)).json()).toMatchObject({ complete: true, xp_awarded: 0 })
      const award = await call(server, 'POST', '/api/functions/award-xp', {
        cookie: fan.cookie,
        body: { match_id: id },
      })
      expect(award.json()).toEqual({ match_id: id, awarded: 5, xp: 5 })
    })

    test('is refused too if it was sent before the replay and is written after it, behind another one', async () => {
      const played = await inPlay()
      const { id } = played.match
      const fan = await signInOne(server)
      const votes = new VoteService(server.app)
      const voter = { id: fan.id, strength: 'email', joinedAt: new Date(0) } as const
      const source = { fan: voter, address: '192.0.2.1', deviceId: null }
      const cast = (from: number) => votes.cast(id, { picks: picksOf(played.picks(from)) }, source)
      await cast(0)
      const answers: Promise<string>[] = []
      const send = (from: number) =>
        answers.push(
          cast(from).then(
            () => 'saved',
            ({ code }: Refusal) => code,
          ),
        )
      await replayAround(
        id,
        () => send(3),
        () => send(6),
      )
      expect(await Promise.all(answers)).toEqual(['vote_closed', 'vote_closed'])
      expect(await ballots(id)).toEqual([])
      await votes.idle()
    })
  })

  describe('a ballot that names the attempt at its match', () => {
    test('is saved while that is played, and refused as too late once another one is', async () => {
      const played = await inPlay()
      const { id } = played.match
      const [voter, waiting, other] = await signInMany(server, 3)
      const { updated_at } = (await send(voter, played, { attempt: 1 })).json()
      const isTooLate = async () => {
        for (const base of [null, updated_at, undefined]) {
          for (const fan of [voter, waiting])
            expect(refusalOf(await send(fan, played, { attempt: 1, base }))).toEqual([409, 'vote_closed'])
        }
        expect(await ballots(id)).toEqual([])
      }
      await replay(played, isTooLate)
      await isTooLate()
      await expectRecounted(id, 0)
      expect((await send(waiting, played, { attempt: 2 })).json()).toMatchObject({ complete: true, xp_awarded: 5 })
      expect((await send(voter, played, { attempt: 2, base: null })).json()).toMatchObject({ xp_awarded: 0 })
      expect((await send(other, played, {})).json()).toMatchObject({ complete: true, xp_awarded: 5 })
      await expectRecounted(id, 3)
    })

    test('leaves the fan’s ballot of the present attempt stored, in either order of arrival', async () => {
      const played = await inPlay()
      await replay(played, async () => undefined)
      for (const order of [
        [1, 2],
        [2, 1],
      ]) {
        const fan = await signInOne(server)
        await Promise.all(order.map((attempt) => send(fan, played, { attempt }, attempt)))
        const { vote } = (await call(server, 'GET', `/api/votes/${played.match.id}`, { cookie: fan.cookie })).json()
        expect(vote.top3.map(({ player_id }: { player_id: number }) => player_id)).toEqual(played.picks(2))
      }
    })

    test.each([0, -1, 1.5, 32_768, '1', null])('is invalid with the attempt %s', async (attempt) => {
      const played = await inPlay()
      const body = { ...top3(played.picks(0)), attempt }
      const { cookie } = await signInOne(server)
      expect(refusalOf(await call(server, 'PUT', `/api/votes/${played.match.id}`, { cookie, body }))).toEqual([
        400,
        'invalid_request',
      ])
    })
  })
})

describe('an outcome that is not known', () => {
  let relay: Relay
  let server: TestServer
  /** Reaches the database past the relay. */
  let db: Database
  let match: BuiltMatch
  let fan: SignedIn
  beforeAll(async () => {
    relay = await startRelay(inject('databaseUrl'))
    server = await startTestServer(relay.url)
    const direct = new URL(server.databaseUrl)
    direct.port = new URL(inject('databaseUrl')).port
    db = createDatabase(createPool(direct.href, () => {}))
    match = await buildMatch(db)
    fan = await signInOne(server)
  })
  afterAll(async () => {
    await db.destroy()
    await server.close()
    await relay.close()
  })

  const cast = (from: number, base?: string | null) => {
    const body = { ...top3(match.playerIds.slice(from, from + 3)), ...(base === undefined ? {} : { base }) }
    return call(server, 'PUT', `/api/votes/${match.id}`, { cookie: fan.cookie, body })
  }
  const firstId = async () =>
    (await db.selectFrom('votes').select('first_id').where('match_id', '=', match.id).executeTakeFirst())?.first_id

  /** Begins a change that waits for a lock, lets PostgreSQL carry it out without its answer arriving, and returns the change's. */
  async function withoutAnswer(hold: RawBuilder<unknown>, change: () => ReturnType<typeof call>) {
    const changing = await db.transaction().execute(async (tx) => {
      await hold.execute(tx)
      const answer = change()
      await expect.poll(() => lockWaits(db)).toBe(1)
      relay.deafen()
      return { answer }
    })
    await expect.poll(() => lockWaits(db)).toBe(0)
    return {
      cut: async () => {
        relay.cut()
        return changing.answer
      },
    }
  }

  test('a ballot whose answer is lost in its commit is neither saved nor refused, and can be sent again', async () => {
    const lost = await withoutAnswer(sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`, () => cast(0, null))
    await expect.poll(firstId).toBe(match.playerIds[0])
    const answer = await lost.cut()
    expect(refusalOf(answer)).toEqual([503, 'outcome_unknown'])
    expect(answer.headers['retry-after']).toBe('2')
    const again = await cast(0, null)
    expect([again.statusCode, again.json().complete]).toEqual([200, true])
    expect(await tallyIn({ app: { db } }, match.id)).toMatchObject({ voters: 1 })
  })

  test.each([
    [
      'whose connection is terminated before its commit is answered as of unknown outcome',
      'terminate',
      'outcome_unknown',
    ],
    ['that PostgreSQL refuses to carry out is answered busy', 'cancel', 'busy'],
  ])('a ballot %s, and is not stored', async (_, end, code) => {
    const before = await firstId()
    const answer = await db.transaction().execute(async (tx) => {
      await sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`.execute(tx)
      const casting = cast(3)
      await expect.poll(() => lockWaits(db)).toBe(1)
      await sql`SELECT ${sql.raw(`pg_${end}_backend`)}(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
      return casting
    })
    expect(refusalOf(answer)).toEqual([503, code])
    expect(await firstId()).toBe(before)
  })

  test('a ballot that a session from outside draws into a deadlock is stored all the same', async () => {
    const casting = await db.transaction().execute(async (tx) => {
      await sql`SET LOCAL deadlock_timeout = '1min'`.execute(tx)
      await sql`SELECT FROM auth."user" WHERE id = ${fan.id} FOR UPDATE`.execute(tx)
      const answer = cast(5)
      await expect.poll(() => lockWaits(db)).toBe(1)
      await sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`.execute(tx)
      return { answer }
    })
    expect((await casting.answer).statusCode).toBe(200)
    expect(await firstId()).toBe(match.playerIds[5])
  })

  describe('any other change', () => {
    const target = () => match.playerIds[0] ?? 0
    const follow = () => call(server, 'PUT', `/api/follows/player/${target()}`, { cookie: fan.cookie, body: {} })
    const follows = async () =>
      (await db.selectFrom('follows').select('target_id').execute()).map((row) => row.target_id)

    test('whose connection breaks before its commit is answered busy, and is not stored', async () => {
      const lost = await withoutAnswer(sql`SELECT FROM auth."user" WHERE id = ${fan.id} FOR UPDATE`, follow)
      expect(refusalOf(await lost.cut())).toEqual([503, 'busy'])
      expect(await follows()).toEqual([])
    })

    test('whose answer is lost in its commit is neither saved nor refused', async () => {
      await sql`CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END'`.execute(db)
      await sql`CREATE CONSTRAINT TRIGGER waits_in_commit AFTER INSERT ON follows DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_in_commit()`.execute(db)
      const lost = await withoutAnswer(sql`SELECT pg_advisory_xact_lock(42)`, follow)
      await expect.poll(follows).toEqual([target()])
      expect(refusalOf(await lost.cut())).toEqual([503, 'outcome_unknown'])
    })
  })
})
