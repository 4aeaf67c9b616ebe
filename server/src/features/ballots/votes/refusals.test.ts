import { statusOf } from '@tribune/contract/errors.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn, top3 } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, type MatchSketch } from '../../../testing/builders.ts'
import { type SignedIn, signInMany, signInOne } from '../../../testing/people.ts'

let server: TestServer
let fan: SignedIn
let match: BuiltMatch
let other: BuiltMatch
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  fan = await signInOne(server)
  match = await buildMatch(server.app.db)
  other = await buildMatch(server.app.db)
})
afterAll(() => server.close())

const put = (matchId: number | string, body: unknown, cookie = fan.cookie) =>
  call(server, 'PUT', `/api/votes/${matchId}`, { cookie, body })
const at = (picks: readonly (readonly [position: number, player: number | undefined])[]) => ({
  top3: picks.map(([position, player_id]) => ({ position, player_id })),
})

async function stored() {
  const { rows } = await sql<{ ballots: number; counted: number }>`
    SELECT (SELECT count(*) FROM votes) AS ballots, (SELECT coalesce(sum(changes), 0) FROM match_ballots) AS counted`.execute(
    server.app.db,
  )
  return rows[0]
}

/** Each refusal of this file must leave no trace. */
afterEach(async () => expect(await stored()).toEqual({ ballots: 0, counted: 0 }))

async function expectRefused(answer: ReturnType<typeof put>, code: Parameters<typeof statusOf>[0]): Promise<void> {
  expect(refusalOf(await answer)).toEqual([statusOf(code), code])
}

describe('the form of a ballot', () => {
  const player = (index: number) => match.playerIds[index]
  test.each([
    ['empty', () => at([]), 'ballot_empty'],
    ['of four', () => top3(match.playerIds.slice(0, 4)), 'ballot_too_many'],
    [
      'with a player twice',
      () =>
        at([
          [1, player(0)],
          [2, player(0)],
        ]),
      'ballot_repeated_player',
    ],
    [
      'with a position twice',
      () =>
        at([
          [1, player(0)],
          [1, player(1)],
        ]),
      'ballot_repeated_position',
    ],
    ['with position 0', () => at([[0, player(0)]]), 'ballot_bad_position'],
    ['with position 4', () => at([[4, player(0)]]), 'ballot_bad_position'],
    ['with position -1', () => at([[-1, player(0)]]), 'ballot_bad_position'],
    ['with position 1.5', () => at([[1.5, player(0)]]), 'invalid_request'],
    ['of a player of another match', () => at([[1, other.playerIds[0]]]), 'ballot_unknown_player'],
    ['of an unknown player', () => at([[1, 987_654_321]]), 'ballot_unknown_player'],
    ['without picks', () => ({}), 'invalid_request'],
    ['whose picks are not a list', () => ({ top3: { 0: { position: 1, player_id: player(0) } } }), 'invalid_request'],
    ['of two hundred and one', () => at(Array.from({ length: 201 }, (_, i) => [i, i] as const)), 'invalid_request'],
  ] as const)('%s is refused', (_name, body, code) => expectRefused(put(match.id, body()), code))

  test('with a player known not to have played is refused', async () => {
    const bench = await buildMatch(server.app.db, { minutes: 0 })
    await expectRefused(cast(server, fan, bench.id, bench.playerIds.slice(0, 3)), 'ballot_player_did_not_play')
  })
})

describe('the window of a ballot', () => {
  const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * MINUTE_MS)
  test.each([
    ['upcoming', () => ({ status: 'upcoming' }), 'vote_upcoming'],
    ['upcoming without a lineup', () => ({ status: 'upcoming', players: 0 }), 'vote_upcoming'],
    ['at minute 1', () => ({ minute: 1 }), 'vote_locked'],
    ['at minute 59', () => ({ minute: 59 }), 'vote_locked'],
    ['of unknown minute', () => ({ minute: null }), 'vote_locked'],
    ['over for 60 min', () => ({ status: 'finished', finishedAt: ago(60) }), 'vote_closed'],
    ['over for days', () => ({ status: 'finished', finishedAt: ago(9_000), players: 0 }), 'vote_closed'],
    ['postponed', () => ({ status: 'postponed' }), 'vote_postponed'],
    ['cancelled', () => ({ status: 'cancelled' }), 'vote_cancelled'],
    ['suspended at minute 70', () => ({ status: 'suspended', minute: 70 }), 'vote_suspended'],
  ] as const satisfies (readonly [string, () => MatchSketch, string])[])('a match %s', async (_name, sketch, code) => {
    const { id, playerIds } = await buildMatch(server.app.db, sketch())
    const picks = playerIds.length === 0 ? match.playerIds : playerIds
    await expectRefused(cast(server, fan, id, picks.slice(0, 3)), code)
  })

  test('a match that does not exist', () =>
    expectRefused(cast(server, fan, 999_999, match.playerIds.slice(0, 3)), 'match_not_found'))

  test.each(['abc', '0', '-1', '1e9', '9007199254740993'])('a match called %s', async (id) => {
    await expectRefused(put(id, top3(match.playerIds.slice(0, 3))), 'invalid_request')
  })
})

describe('a vote', () => {
  const ballot = () => top3(match.playerIds.slice(0, 3))

  test('is refused without a session, valid or malformed', async () => {
    await expectRefused(put(match.id, ballot(), ''), 'not_authenticated')
    await expectRefused(put('abc', '{', ''), 'not_authenticated')
  })

  test('is refused without a confirmed identity', async () => {
    const unverified = await signInOne(server, false)
    await expectRefused(put(match.id, ballot(), unverified.cookie), 'identity_not_verified')
  })

  test('that the ledger cannot write is refused as retryable, and thousands of them leave thirty lines in the log', async () => {
    const fans = await signInMany(server, 40)
    const logged = vi.spyOn(server.app.log, 'error')
    // The lineup is remembered from here on.
    await expectRefused(put(match.id, top3([1, 2, 3])), 'ballot_unknown_player')
    const ledger = vi.spyOn(server.app.ballotPool, 'connect').mockRejectedValue(new Error('out of luck') as never)
    await Promise.all(fans.map(({ cookie }) => expectRefused(put(match.id, ballot(), cookie), 'busy')))
    ledger.mockRestore()
    expect(logged.mock.calls.map(([, said]) => said)).toEqual(Array(30).fill('ballots could not be written'))
    logged.mockRestore()
  })

  test('that comes too late shares one query for its reason with the others of its commit', async () => {
    const fans = await signInMany(server, 40)
    const over = await buildMatch(server.app.db, { status: 'finished', finishedAt: new Date(0) })
    const queries = vi.spyOn(server.app.ballotPool, 'query')
    await Promise.all(
      fans.map((one) => expectRefused(cast(server, one, over.id, over.playerIds.slice(0, 3)), 'vote_closed')),
    )
    const readings = queries.mock.calls.filter(([query]) => (query as { name?: string }).name === 'read-obstacles')
    queries.mockRestore()
    expect(readings.length).toBeGreaterThan(0)
    expect(readings.length).toBeLessThan(fans.length / 2)
  })

  test('whose reason cannot be read is refused as busy', async () => {
    const over = await buildMatch(server.app.db, { status: 'finished', finishedAt: new Date(0) })
    const query = vi
      .spyOn(server.app.ballotPool, 'query')
      .mockRejectedValueOnce(new Error('Connection terminated') as never)
    await expectRefused(cast(server, fan, over.id, over.playerIds.slice(0, 3)), 'busy')
    query.mockRestore()
    await expectRefused(cast(server, fan, over.id, over.playerIds.slice(0, 3)), 'vote_closed')
  })

  test('that is refused leaves the tally of the match untouched', async () => {
    expect(await tallyIn(server, match.id)).toEqual({ voters: 0, players: [], duels: [] })
  })
})
