import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../testing/app.ts'
import { top3 } from '../../testing/ballots.ts'
import { lockWaits } from '../../testing/lock-waits.ts'
import { type SignedIn, signInMany, signInOne } from '../../testing/people.ts'
import { ABANDONED, followCourse, type Played } from '../../testing/played.ts'
import { endAttempt } from '../attempts/queries.ts'
import { ingestCompetitions } from '../ingestion/service.ts'
import { lockBallots } from '../tally/queries.ts'
import { readEarned } from './queries.ts'

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

/** Replays a match until minute 61, and calls back in its seventh minute, at which the vote is shut. */
async function replay(played: Played, early: () => Promise<void>): Promise<void> {
  const inPlayAgain = (rawStatus: string, minute: number) =>
    ({ status: 'live', rawStatus, minute, kickoffAt: at(NEXT_DAY) }) as const
  await observe(played, 2, ABANDONED)
  for (const minute of [5, 7]) await observe(played, NEXT_DAY + minute, inPlayAgain('1H', minute))
  await early()
  expect(await observe(played, NEXT_DAY + 76, inPlayAgain('2H', 61))).toMatchObject({ attempt: 2, votes_open: true })
}

describe('a ballot that names the attempt at its match', () => {
  test('is saved while that is played, and refused as too late once another one is', async () => {
    const played = await inPlay()
    const { id } = played.match
    const [voter, waiting, other] = await signInMany(server, 3)
    if (voter === undefined || waiting === undefined || other === undefined) throw new Error('three fans')
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

  test('that waits for a replay’s transaction is refused, and credits nothing again', async () => {
    const played = await inPlay()
    const { id } = played.match
    const { db } = server.app
    const fan = await signInOne(server)
    expect((await send(fan, played, { attempt: 1 })).json()).toMatchObject({ xp_awarded: 5 })
    let late: ReturnType<typeof send> | undefined
    await db.transaction().execute(async (tx) => {
      await lockBallots(tx, [id])
      await endAttempt(tx, id, 1)
      await tx.updateTable('matches').set({ attempt: 2 }).where('id', '=', id).execute()
      late = send(fan, played, { attempt: 1 }, 3)
      await vi.waitFor(async () => expect(await lockWaits(db)).toBeGreaterThan(0), { timeout: 10_000 })
    })
    if (late === undefined) throw new Error('not sent')
    expect(refusalOf(await late)).toEqual([409, 'vote_closed'])
    expect(await stored(id)).toMatchObject({ attempt: 2, votes_open: true })
    expect(await ballots(id)).toEqual([])
    expect((await readEarned(db, fan.id)).xp).toBe(5)
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
