import { isUsualBallot } from '@tribune/contract/own/usual-ballot.ts'
import { putVote } from '@tribune/contract/votes.ts'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn, top3 } from '../../../testing/ballots.ts'
import { buildFans, buildMatch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { signInAdmin, signInMany, signInOne } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { VoteService } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
})
afterAll(() => server.close())

const ballotOf = async (cookie: string, matchId: number) =>
  (await call(server, 'GET', `/api/votes/${matchId}`, { cookie })).json().vote

const recount = async (matchId: number) => tallyOf(await completeBallots(server.app.db, matchId))

describe('a ballot over HTTP', () => {
  test('is returned as it was sent, with names and teams', async () => {
    const match = await buildMatch(server.app.db)
    const fan = await signInOne(server)
    const [a, , c] = match.playerIds
    const body = {
      top3: [
        { position: 3, player_id: a },
        { position: 1, player_id: c },
      ],
    }
    const answer = await call(server, 'PUT', `/api/votes/${match.id}`, { cookie: fan.cookie, body })
    expect(answer.json()).toEqual({
      match_id: match.id,
      complete: false,
      xp_awarded: 0,
      updated_at: expect.any(String),
    })
    const vote = await ballotOf(fan.cookie, match.id)
    expect(vote.top3).toEqual([
      { position: 1, player_id: c, player_name: `Joueur ${c}`, team: expect.stringContaining('Équipe') },
      { position: 3, player_id: a, player_name: `Joueur ${a}`, team: expect.stringContaining('Équipe') },
    ])
  })

  test('earns experience once, and counts from the third pick on', async () => {
    const match = await buildMatch(server.app.db)
    const fan = await signInOne(server)
    const steps = [1, 2, 3, 2, 3].map((size) => match.playerIds.slice(0, size))
    const xp = []
    for (const picks of steps) xp.push((await cast(server, fan, match.id, picks)).json().xp_awarded)
    expect(xp).toEqual([0, 0, 5, 0, 0])
    expect((await call(server, 'GET', '/api/votes/count', { cookie: fan.cookie })).json()).toEqual({ count: 1 })
    expect((await call(server, 'GET', '/api/user_profiles', { cookie: fan.cookie })).json()).toMatchObject({ xp: 5 })
  })

  test('award-xp only reports, and requires a complete ballot', async () => {
    const match = await buildMatch(server.app.db)
    const fan = await signInOne(server)
    const award = () =>
      call(server, 'POST', '/api/functions/award-xp', { cookie: fan.cookie, body: { match_id: match.id } })
    await cast(server, fan, match.id, match.playerIds.slice(0, 2))
    expect(refusalOf(await award())).toEqual([409, 'ballot_incomplete'])
    await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    const writes = () =>
      sql<{ rows: number }>`
        SELECT (SELECT count(*) FROM votes)::integer + (SELECT count(*) FROM edge_metrics)::integer AS rows`.execute(
        server.app.db,
      )
    const before = (await writes()).rows
    for (let time = 0; time < 100; time += 1) expect((await award()).json()).toMatchObject({ awarded: 5, xp: 5 })
    expect((await writes()).rows).toEqual(before)
  })

  test('cannot be read or changed by another fan', async () => {
    const match = await buildMatch(server.app.db)
    const [fan, stranger] = await signInMany(server, 2)
    await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    expect(await ballotOf(stranger.cookie, match.id)).toBeNull()
    for (const url of [`/api/votes?match_ids=${match.id}`, `/api/votes?user_id=${fan.id}`]) {
      expect((await call(server, 'GET', url, { cookie: stranger.cookie })).json()).toEqual({ items: [] })
    }
    const body = { ...top3(match.playerIds.slice(3, 6)), user_id: fan.id, fanId: fan.id }
    await call(server, 'PUT', `/api/votes/${match.id}?user_id=${fan.id}`, { cookie: stranger.cookie, body })
    expect((await ballotOf(fan.cookie, match.id)).top3[0].player_id).toBe(match.playerIds[0])
    for (const url of ['/api/votes_latest', `/api/match_votes_expanded?match_id=${match.id}`]) {
      expect(refusalOf(await call(server, 'GET', url, { cookie: stranger.cookie }))).toEqual([403, 'admin_only'])
    }
    expect((await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${match.id}`)).body).not.toContain(fan.id)
  })

  test('is listed for matches that kicked off since a moment, without those before', async () => {
    const now = server.clock.now().getTime()
    const kickoffAt = (days: number) => new Date(now - days * DAY_MS)
    const fan = await signInOne(server)
    const listed = [9, 7, 2].map(async (days) => buildMatch(server.app.db, { kickoffAt: kickoffAt(days) }))
    const [before, first, last] = await Promise.all(listed)
    for (const match of [before, first, last]) {
      const [a, b, c] = match?.playerIds ?? []
      await sql`INSERT INTO votes (bucket, match_id, user_id, first_id, second_id, third_id)
        VALUES (ballot_bucket(${fan.id}), ${match?.id}, ${fan.id}, ${a}, ${b}, ${c})`.execute(server.app.db)
    }
    const list = async (query: string) => {
      const answer = await call(server, 'GET', `/api/votes?${query}`, { cookie: fan.cookie })
      const { items } = answer.json() as { items: { match_id: number }[] }
      return items.map(({ match_id }) => match_id).sort((one, other) => one - other)
    }
    const since = kickoffAt(7).toISOString()
    const expected = [first?.id ?? 0, last?.id ?? 0].sort((one, other) => one - other)
    expect(await list(`from=${since}&limit=400`)).toEqual(expected)
    expect(await list(`from=${since}&match_ids=${before?.id},${last?.id}`)).toEqual([last?.id])
    for (const from of ['hier', '0000-01-01T00:00:00Z', '']) {
      const answer = await call(server, 'GET', `/api/votes?from=${from}`, { cookie: fan.cookie })
      expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
    }
  })

  test('is among the newest of all fans, newest first, even months after the last match', async () => {
    const { db } = server.app
    await sql`TRUNCATE votes, match_ballots`.execute(db)
    const fans = await signInMany(server, 3)
    const kickoffAt = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS)
    const matches = [
      await buildMatch(db, { kickoffAt: kickoffAt(60) }),
      await buildMatch(db, { kickoffAt: kickoffAt(63) }),
    ]
    for (const [index, fan] of fans.entries()) {
      const match = matches[index % 2]
      if (match !== undefined) await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    }
    const { cookie } = await signInAdmin(server)
    const { items } = (await call(server, 'GET', '/api/votes_latest?limit=2', { cookie })).json()
    expect(items.map((item: { user_id: string }) => item.user_id)).toEqual([fans[2]?.id, fans[1]?.id])
  })

  test('is read without its schema as the app sends it, and with it in any other form', async () => {
    const match = await buildMatch(server.app.db)
    const fan = await signInOne(server)
    const schema = vi.spyOn(putVote.body._zod, 'run')
    onTestFinished(() => schema.mockRestore())
    const body = { ...top3(match.playerIds.slice(0, 3)), base: null, attempt: 1, fan_id: fan.id }
    const put = (sent: object) => call(server, 'PUT', `/api/votes/${match.id}`, { cookie: fan.cookie, body: sent })
    const answer = await put(body)
    expect([answer.statusCode, schema.mock.calls.length]).toEqual([200, 0])
    expect(putVote.output.strict().parse(answer.json())).toEqual(answer.json())
    expect((await put({ ...body, unanswered: [] })).statusCode).toBe(200)
    expect(schema.mock.calls.length).toBeGreaterThan(0)
  })

  test('is accepted until the end of the window by the clock, and not after', async () => {
    const match = await buildMatch(server.app.db, { status: 'finished', finishedAt: server.clock.now() })
    const [early, late] = await signInMany(server, 2)
    server.clock.advance(59 * MINUTE_MS)
    expect((await cast(server, early, match.id, match.playerIds.slice(0, 3))).statusCode).toBe(200)
    server.clock.advance(MINUTE_MS)
    expect(refusalOf(await cast(server, late, match.id, match.playerIds.slice(0, 3)))).toEqual([409, 'vote_closed'])
    expect(refusalOf(await cast(server, early, match.id, match.playerIds.slice(3, 6)))).toEqual([409, 'vote_closed'])
    expect((await ballotOf(early.cookie, match.id)).top3[0].player_id).toBe(match.playerIds[0])
    server.clock.advance(-60 * MINUTE_MS)
  })

  test('can no longer pick a player who left the lineup, but keeps an earlier pick of them', async () => {
    const match = await buildMatch(server.app.db)
    const [fan, other] = await signInMany(server, 2)
    await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    await server.app.db
      .deleteFrom('match_lineups')
      .where('player_id', '=', match.playerIds[0] ?? 0)
      .execute()
    await server.app.bus.publish('lineups', { ids: [match.id] })
    expect(refusalOf(await cast(server, other, match.id, match.playerIds.slice(0, 3)))).toEqual([
      422,
      'ballot_unknown_player',
    ])
    expect((await ballotOf(fan.cookie, match.id)).top3[0].player_name).toBe(`Joueur ${match.playerIds[0]}`)
    expect(await tallyIn(server, match.id)).toEqual(await recount(match.id))
  })
})

describe('concurrent ballots', () => {
  test('of one fan: one row, the last sent wins, experience is reported once, tally = recount', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.scheduler(), async (each, scheduler) => {
        const match = await buildMatch(server.app.db, { players: 8 })
        // A new one for each run: all runs together are more calls than a fan has in a minute.
        const fan = await signInOne(server)
        await call(server, 'GET', '/api/votes/count', { cookie: fan.cookie })
        const ballots = each.map((size, index) =>
          [0, 1, 2].slice(0, size).map((pick) => match.playerIds[(index + pick) % 8]),
        )
        const order: number[] = []
        const answers = ballots.map(async (picks, index) => {
          await scheduler.schedule(Promise.resolve())
          order.push(index)
          return cast(server, fan, match.id, picks)
        })
        await scheduler.waitAll()
        const answered = await Promise.all(answers)
        expect(new Set(answered.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
        const rows = await server.app.db.selectFrom('votes').selectAll().where('match_id', '=', match.id).execute()
        const last = ballots[order.at(-1) ?? -1] ?? []
        expect(rows.map((row) => [row.first_id, row.second_id, row.third_id])).toEqual([
          [0, 1, 2].map((pick) => last[pick] ?? null),
        ])
        expect(answered[order.at(-1) ?? -1]?.json().complete).toBe(rows[0]?.complete)
        expect(answered.reduce((sum, answer) => sum + answer.json().xp_awarded, 0)).toBe(rows[0]?.xp)
        expect(await tallyIn(server, match.id)).toEqual(await recount(match.id))
      }),
      { numRuns: 30 },
    )
  })

  test('of one fan: an overtaken request reports the stored ballot, and no experience', async () => {
    const match = await buildMatch(server.app.db)
    const [fan = ''] = await buildFans(server.app.db, 1)
    const votes = new VoteService(server.app)
    const source = {
      fan: { id: fan, strength: 'email', joinedAt: new Date() },
      address: '10.9.9.9',
      deviceId: null,
    } as const
    const picks = match.playerIds.slice(0, 3).map((player_id, index) => ({ position: index + 1, player_id }))
    const answers = [1, 2, 3].map((size) => votes.cast(match.id, { picks: picks.slice(0, size) }, source))
    const expected = [0, 0, 5].map((xpAwarded) => ({ saved: true, complete: true, xpAwarded }))
    expect(await Promise.all(answers)).toMatchObject(expected)
  })

  test('of many fans on many matches: each once, tally = recount, experience exact', async () => {
    const fans = await signInMany(server, 60)
    const matches = await Promise.all(Array.from({ length: 4 }, () => buildMatch(server.app.db, { players: 11 })))
    const sent = fans.flatMap((fan, at) =>
      matches.flatMap((match) =>
        [0, 1, 2].map((round) => ({
          fan,
          match,
          picks: [0, 1, 2].map((pick) => match.playerIds[(at + round + pick) % 11]),
        })),
      ),
    )
    const answers = await Promise.all(sent.map(({ fan, match, picks }) => cast(server, fan, match.id, picks)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    for (const match of matches) {
      const tally = await tallyIn(server, match.id)
      expect(tally).toEqual(await recount(match.id))
      expect(tally.voters).toBe(fans.length)
    }
    for (const { cookie } of fans.slice(0, 5)) {
      expect((await call(server, 'GET', '/api/user_profiles', { cookie })).json()).toMatchObject({ xp: 20 })
    }
  })

  test('are refused before anything else while others have waited for four seconds, and those are saved', async () => {
    const { app, clock } = server
    const [match, [late, ...fans]] = [await buildMatch(app.db), await signInMany(server, 41)]
    if (late === undefined) throw new Error('no fan')
    const held = await app.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`.execute(tx)
      const answers = fans.map((fan) => cast(server, fan, match.id, match.playerIds.slice(0, 3)))
      // Two buckets' commits wait for the match, and the ballots of the others for them.
      await expect.poll(() => lockWaits(app.db)).toBe(2)
      clock.advance(4_001)
      const refused = await cast(server, late, match.id, match.playerIds.slice(0, 3))
      expect(refusalOf(refused)).toEqual([503, 'busy'])
      expect(refused.headers['retry-after']).toBe('2')
      expect(refusalOf(await call(server, 'PUT', `/api/votes/${match.id}`, { body: '{' }))).toEqual([503, 'busy'])
      return { answers }
    })
    expect((await Promise.all(held.answers)).map(({ statusCode }) => statusCode)).toEqual(fans.map(() => 200))
    expect((await cast(server, late, match.id, match.playerIds.slice(0, 3))).statusCode).toBe(200)
  })
})

const FAN = '0198c0de-7000-7abc-8def-0123456789ab'
const usual = {
  top3: [
    { position: 1, player_id: 10 },
    { position: 2, player_id: -11 },
    { position: 3, player_id: 12 },
  ],
  base: '2026-11-29T20:15:00.123Z',
  attempt: 1,
  fan_id: FAN,
}

test.each([
  ['as the app sends it', usual],
  ['of a first ballot', { ...usual, base: null }],
  ['with two picks', { ...usual, top3: usual.top3.slice(1) }],
  ['with picks alone', { top3: usual.top3 }],
])('a body %s is read without the schema', (_what, body) => {
  expect([isUsualBallot(body), putVote.body.parse(body)]).toEqual([true, body])
})

test.each([
  ['a text', 'top3'],
  ['nothing', null],
  ['another key', { ...usual, more: 1 }],
  ['unanswered podiums', { ...usual, unanswered: [] }],
  ['four picks', { ...usual, top3: [...usual.top3, { position: 3, player_id: 9 }] }],
  ['position 4', { top3: [{ position: 4, player_id: 1 }] }],
  ['a pick with another key', { top3: [{ position: 1, player_id: 1, name: 'x' }] }],
  ['a player in digits', { top3: [{ position: 1, player_id: '1' }] }],
  ['a day that is in no calendar', { ...usual, base: '2026-02-30T20:15:00.123Z' }],
  ['a moment with an offset', { ...usual, base: '2026-11-29T20:15:00.123+01:00' }],
  ['attempt 0', { ...usual, attempt: 0 }],
  ['a fan without version', { ...usual, fan_id: '0198c0de-7000-0abc-8def-0123456789ab' }],
])('a body of %s is left to the schema', (_what, body) => {
  expect(isUsualBallot(body)).toBe(false)
})

test('nothing is read that the schema refuses or reads otherwise', () => {
  const strange = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null), fc.constant(undefined))
  const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 19, arbitrary }, { weight: 1, arbitrary: strange })
  const pick = fc.oneof(
    {
      weight: 19,
      arbitrary: fc.record({
        position: mostly(fc.integer({ min: 0, max: 4 })),
        player_id: mostly(fc.maxSafeInteger()),
      }),
    },
    { weight: 1, arbitrary: fc.record({ position: strange, player_id: strange, more: strange }, { requiredKeys: [] }) },
  )
  const digits = /^(?:19|20|29|99)\d\d-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d:[0-6]\d\.\d{3}Z?$/
  const someDay = fc.date({ min: new Date('1960-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  const moment = mostly(
    fc.oneof(
      someDay.map((date) => date.toISOString()),
      fc.stringMatching(digits),
    ),
  )
  const body = fc.record(
    {
      top3: mostly(fc.array(pick, { maxLength: 4 })),
      base: moment,
      attempt: mostly(fc.integer({ min: -1, max: 40_000 })),
      fan_id: mostly(fc.oneof(fc.uuid(), fc.stringMatching(/^[\da-fA-F]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/))),
    },
    { requiredKeys: ['top3'] },
  )
  let read = 0
  fc.assert(
    fc.property(body, (sent) => {
      // As it comes out of JSON.
      const parsed: unknown = JSON.parse(JSON.stringify(sent))
      if (!isUsualBallot(parsed)) return
      read += 1
      expect(putVote.body.parse(parsed)).toEqual(parsed)
    }),
    { numRuns: 5_000 },
  )
  expect(read).toBeGreaterThan(100)
})
