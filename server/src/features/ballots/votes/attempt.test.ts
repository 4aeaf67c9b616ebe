import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Refusal } from '../../../kernel/refusal.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { top3 } from '../../../testing/ballots.ts'
import { lockWaits } from '../../../testing/lock-waits.ts'
import { type SignedIn, signInMany, signInOne } from '../../../testing/people.ts'
import { ABANDONED, followCourse, type Played } from '../../../testing/played.ts'
import { endAttempt } from '../../common/attempts/queries.ts'
import { ingestCompetitions } from '../../feed/ingestion/service.ts'
import { lockBallots } from '../tally/queries.ts'
import { readEarned } from './queries.ts'
import { VoteService } from './service.ts'

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
    const award = await call(server, 'POST', '/api/functions/award-xp', { cookie: fan.cookie, body: { match_id: id } })
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

  test.each([0, -1, 1.5, 32_768, '1', null])('is invalid if that is no attempt: %s', async (attempt) => {
    const played = await inPlay()
    const body = { ...top3(played.picks(0)), attempt }
    const { cookie } = await signInOne(server)
    expect(refusalOf(await call(server, 'PUT', `/api/votes/${played.match.id}`, { cookie, body }))).toEqual([
      400,
      'invalid_request',
    ])
  })
})
