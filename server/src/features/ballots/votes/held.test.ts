import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn, top3 } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInMany } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'

let server: TestServer
let fan: SignedIn
let stranger: SignedIn
let match: BuiltMatch
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const [first, second] = await signInMany(server, 2)
  fan = first
  stranger = second
})
afterAll(() => server.close())
beforeEach(async () => {
  match = await buildMatch(server.app.db)
})

/** Sends a ballot that waited for a network, made on `base`. */
const send = (base: string | null, players: readonly (number | undefined)[], who = fan) =>
  call(server, 'PUT', `/api/votes/${match.id}`, { cookie: who.cookie, body: { ...top3(players), base } })
const stored = async (who = fan) =>
  (await call(server, 'GET', `/api/votes/${match.id}`, { cookie: who.cookie })).json().vote
const playersOf = async (who = fan) =>
  (await stored(who))?.top3.map(({ player_id }: { player_id: number }) => player_id) ?? null
const at = (...players: number[]) => players.map((index) => match.playerIds[index])
const shift = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

describe('the base of a ballot that waited for a network', () => {
  test.each(['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59'])(
    'is refused where no calendar has it: %s',
    async (base) => {
      await cast(server, fan, match.id, at(3, 4))
      const answers = await Promise.all([send(base, at(0, 1, 2)), cast(server, stranger, match.id, at(0, 1, 2))])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 200])
      expect(await playersOf()).toEqual(at(3, 4))
    },
  )

  test.each(['+23:59', '-23:59'])('is read in any time zone: %s', async (offset) => {
    const { updated_at } = (await cast(server, fan, match.id, at(3, 4))).json()
    const [hours, minutes] = [Number(offset.slice(0, 3)), Number(offset.slice(4))]
    const local = Date.parse(updated_at) + (hours * 60 + Math.sign(hours) * minutes) * 60_000
    const base = new Date(local).toISOString().replace('Z', offset)
    const answers = await Promise.all([send(base, at(0, 1, 2)), cast(server, stranger, match.id, at(0, 1, 2))])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await playersOf()).toEqual(at(0, 1, 2))
  })

  test('is read to the millisecond, however many digits it has', async () => {
    const { updated_at } = (await cast(server, fan, match.id, at(3, 4))).json()
    const base = updated_at.replace('Z', `${'9'.repeat(200)}Z`)
    expect((await send(base, at(0, 1, 2))).statusCode).toBe(200)
  })

  test('none, and nothing is stored: it is accepted', async () => {
    const answer = await send(null, at(0, 1, 2))
    expect(answer.json()).toMatchObject({ complete: true, xp_awarded: 5 })
    expect(answer.json().updated_at).toBe((await stored()).updated_at)
  })

  test('none, and one was cast elsewhere: it is refused, and the other stays', async () => {
    await cast(server, fan, match.id, at(3, 4))
    expect(refusalOf(await send(null, at(0, 1, 2)))).toEqual([409, 'ballot_outdated'])
    expect(await playersOf()).toEqual(at(3, 4))
  })

  test('equal to the stored one, as this server wrote it: it is accepted', async () => {
    const { updated_at } = (await cast(server, fan, match.id, at(3, 4))).json()
    expect((await stored()).updated_at).toBe(updated_at)
    expect((await send(updated_at, at(0, 1, 2))).statusCode).toBe(200)
    expect(await playersOf()).toEqual(at(0, 1, 2))
  })

  test.each([
    ['older', -1, [409, 'ballot_outdated']],
    ['newer, by a clock that is ahead', 5_000, null],
  ] as const)('%s than the stored one', async (_name, ms, refusal) => {
    const { updated_at } = (await cast(server, fan, match.id, at(3, 4))).json()
    const answer = await send(shift(updated_at, ms), at(0, 1, 2))
    if (refusal === null) expect(answer.statusCode).toBe(200)
    else expect(refusalOf(answer)).toEqual(refusal)
    expect(await playersOf()).toEqual(refusal === null ? at(0, 1, 2) : at(3, 4))
  })

  test('of a ballot that is gone: it is accepted', async () => {
    expect((await send(server.clock.now().toISOString(), at(0, 1, 2))).statusCode).toBe(200)
  })

  test('no instant: the request is invalid', async () => {
    expect(refusalOf(await send('hier', at(0, 1, 2)))).toEqual([400, 'invalid_request'])
  })
})

describe('a ballot that names those of its sender that had no answer', () => {
  const following = (
    unanswered: readonly (readonly (number | undefined)[])[],
    players: readonly (number | undefined)[],
  ) =>
    call(server, 'PUT', `/api/votes/${match.id}`, {
      cookie: fan.cookie,
      body: { ...top3(players), base: null, unanswered: unanswered.map((sent) => top3(sent).top3) },
    })

  test('replaces the one of these that had arrived', async () => {
    await send(null, at(0, 1))
    expect((await following([at(3), at(0, 1)], at(0, 1, 2))).json()).toMatchObject({ complete: true, xp_awarded: 5 })
    expect(await playersOf()).toEqual(at(0, 1, 2))
    expect(await tallyIn(server, match.id)).toEqual(tallyOf(await completeBallots(server.app.db, match.id)))
  })

  test.each([
    ['another one', [3, 4]],
    ['the same players in other places', [1, 0]],
    ['one with more picks', [0, 1, 3]],
  ])('is refused where %s is stored', async (_what, players) => {
    await cast(server, fan, match.id, at(...players))
    expect(refusalOf(await following([at(0, 1)], at(0, 1, 2)))).toEqual([409, 'ballot_outdated'])
    expect(await playersOf()).toEqual(at(...players))
  })

  test('follows one that is still being written', async () => {
    const answers = await Promise.all([send(null, at(0, 1)), following([at(0, 1)], at(0, 1, 2))])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await playersOf()).toEqual(at(0, 1, 2))
  })

  test('is invalid with more than eight of them', async () => {
    const many = Array.from({ length: 9 }, () => at(0))
    expect(refusalOf(await following(many, at(0, 1, 2)))).toEqual([400, 'invalid_request'])
  })
})

describe('a ballot sent twice, because its answer was lost', () => {
  test('is one ballot: nothing changes, no experience is credited again', async () => {
    const first = (await send(null, at(0, 1, 2))).json()
    const again = await send(null, at(0, 1, 2))
    expect(again.json()).toEqual({ ...first, xp_awarded: 0 })
    expect((await tallyIn(server, match.id)).voters).toBe(1)
  })

  test('in the same moment is one ballot as well', async () => {
    const answers = await Promise.all([send(null, at(0, 1, 2)), send(null, at(0, 1, 2)), send(null, at(0, 1, 2))])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers.map((answer) => answer.json().xp_awarded).sort()).toEqual([0, 0, 5])
    expect(await tallyIn(server, match.id)).toEqual(tallyOf(await completeBallots(server.app.db, match.id)))
  })

  test.each([
    ['left the lineup', (player: number) => server.app.db.deleteFrom('match_lineups').where('player_id', '=', player)],
    [
      'turned out not to have played',
      (player: number) =>
        server.app.db.updateTable('match_lineups').set({ minutes_played: 0 }).where('player_id', '=', player),
    ],
  ])('is not refused for a player who has %s since', async (_what, change) => {
    const first = (await send(null, at(0, 1, 2))).json()
    await change(match.playerIds[0] ?? 0).execute()
    await server.app.bus.publish('lineups', { ids: [match.id] })
    expect((await send(null, at(0, 1, 2))).json()).toEqual({ ...first, xp_awarded: 0 })
    const others = [await send(null, at(0, 1, 3)), await send(first.updated_at, at(0, 2, 1))]
    expect(others.map(({ statusCode }) => statusCode)).toEqual([409, 200])
    expect((await cast(server, fan, match.id, at(0, 1, 2))).statusCode).toBe(200)
    expect((await cast(server, stranger, match.id, at(0, 1, 2))).statusCode).toBe(422)
  })

  test('is not late when it was accepted before the vote closed', async () => {
    const { updated_at } = (await send(null, at(0, 1, 2))).json()
    await close()
    expect((await send(null, at(0, 1, 2))).json()).toMatchObject({ complete: true, xp_awarded: 0, updated_at })
  })
})

const close = () =>
  server.app.db
    .updateTable('matches')
    .set({ votes_close_at: new Date(server.clock.now().getTime() - MINUTE_MS), votes_open: true, status: 'finished' })
    .set({ finished_at: new Date(server.clock.now().getTime() - 61 * MINUTE_MS) })
    .where('id', '=', match.id)
    .execute()

test('a ballot that arrives after the close is too late, with any base', async () => {
  const { updated_at } = (await cast(server, fan, match.id, at(3, 4))).json()
  await close()
  for (const base of [null, updated_at, shift(updated_at, 5_000)]) {
    expect(refusalOf(await send(base, at(0, 1, 2)))).toEqual([409, 'vote_closed'])
  }
  expect(await playersOf()).toEqual(at(3, 4))
})

test('the ballot of another account decides nothing', async () => {
  await cast(server, stranger, match.id, at(3, 4))
  expect((await send(null, at(0, 1, 2))).statusCode).toBe(200)
  expect(await playersOf(stranger)).toEqual(at(3, 4))
  expect(await playersOf()).toEqual(at(0, 1, 2))
})

test('it is never accepted in the session of another account, and nothing is stored', async () => {
  const body = { ...top3(at(0, 1, 2)), base: null, fan_id: fan.id }
  const sendAs = ({ cookie }: SignedIn) => call(server, 'PUT', `/api/votes/${match.id}`, { cookie, body })
  expect(refusalOf(await sendAs(stranger))).toEqual([409, 'ballot_of_another'])
  expect(await playersOf(stranger)).toBeNull()
  expect((await sendAs(fan)).statusCode).toBe(200)
})

test('without a session it is refused, and nothing is stored', async () => {
  const body = { ...top3(at(0, 1, 2)), base: null }
  expect(refusalOf(await call(server, 'PUT', `/api/votes/${match.id}`, { body }))).toEqual([401, 'not_authenticated'])
  expect(await playersOf()).toBeNull()
})

test('one that arrives together with a live ballot never replaces it', async () => {
  for (const order of ['held first', 'live first']) {
    match = await buildMatch(server.app.db)
    const calls = [() => send(null, at(0, 1, 2)), () => cast(server, fan, match.id, at(3, 4, 5))]
    const [held, live] = order === 'held first' ? calls : calls.toReversed()
    await Promise.all([held?.(), live?.()])
    expect(await playersOf(), order).toEqual(at(3, 4, 5))
    expect(await tallyIn(server, match.id)).toEqual(tallyOf(await completeBallots(server.app.db, match.id)))
  }
})
