import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { FULL_TIME, feedMatch, seenAgain } from '../../../testing/feed.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInAdmin } from '../../../testing/people.ts'
import { closeStaleMatches } from '../match-course/service.ts'
import { ingestCompetitions, ingestMatches } from './service.ts'

let server: TestServer
let admin: SignedIn
let start: Date
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  await server.app.jobs.open(['scheduler-postft'])
  admin = await signInAdmin(server)
})
afterAll(() => server.close())
beforeEach(() => {
  start = server.clock.now()
})

const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS)
const stored = (id: number) =>
  server.app.db.selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const kinds = async (id: number) =>
  (await server.app.db.selectFrom('feed_anomalies').select('kind').where('match_id', '=', id).execute()).map(
    (row) => row.kind,
  )
const AWARDED = {
  status: 'cancelled',
  rawStatus: 'AWD',
  minute: null,
} as const
const UNKNOWN = { status: null, rawStatus: 'XYZ', minute: null } as const
const PLAYED = { status: 'live', rawStatus: '1H', minute: 22 } as const
const inPlay = (minute: number) =>
  feedMatch(at(0), { minute, rawStatus: minute > 45 ? '2H' : '1H', kickoffAt: at(-minute - (minute > 45 ? 15 : 0)) })

async function observe(match: ReturnType<typeof feedMatch>, minutes: number, more: object) {
  await ingestMatches(server.app, [seenAgain(match, at(minutes), more)])
  return stored(match.id)
}

test.each([
  ['INT', 'live', 'Match interrompu'],
  ['SUSP', 'suspended', 'Match arrêté par l’arbitre'],
  ['ABD', 'cancelled', 'Match arrêté définitivement'],
  ['AWD', 'cancelled', 'Match décidé sur tapis vert'],
  ['WO', 'cancelled', 'Victoire par forfait'],
  ['PST', 'postponed', null],
  ['2H', 'live', null],
  ['XYZ', 'live', null],
] as const)('a match with the code %s is stored as %s with the reason %s', async (rawStatus, status, reason) => {
  const match = feedMatch(at(0), { rawStatus, status })
  await ingestMatches(server.app, [match])
  expect(await stored(match.id)).toMatchObject({ status, status_reason: reason })
})

describe('a live match that is awarded', () => {
  test('ends, with its vote, after a second reading, and is reported once', async () => {
    const match = inPlay(70)
    await ingestMatches(server.app, [match])
    expect(await observe(match, 1, AWARDED)).toMatchObject({ status: 'live', disputed_at: at(1) })
    const ended = await observe(match, 3, AWARDED)
    expect(ended).toMatchObject({ status: 'finished', raw_status: 'AWD', finished_at: at(3), votes_close_at: at(63) })
    await observe(match, 4, AWARDED)
    expect(await kinds(match.id)).toEqual(expect.arrayContaining(['awarded_in_play', 'awarded_after_finish']))
    const list = await call(server, 'GET', '/api/feed_anomalies', { cookie: admin.cookie })
    const own = list.json().items.filter((item: { match_id: number }) => item.match_id === match.id)
    expect(own).toHaveLength(2)
    expect(own[0]).toMatchObject({ status: 'finished', raw_status: 'AWD' })
  })

  test('is cancelled if its vote has not opened', async () => {
    const match = inPlay(30)
    await ingestMatches(server.app, [match])
    await observe(match, 1, AWARDED)
    expect(await observe(match, 3, AWARDED)).toMatchObject({
      status: 'cancelled',
      votes_open: false,
      status_reason: 'Match décidé sur tapis vert',
    })
  })
})

describe('a live match with an unknown code', () => {
  test('has no news, and is closed after six hours with an estimate, and its vote with it', async () => {
    const match = feedMatch(at(-370), { kickoffAt: at(-460) })
    await ingestMatches(server.app, [match])
    for (const minutes of [-369, -200, -1]) {
      await ingestMatches(server.app, [seenAgain(match, at(minutes), UNKNOWN)])
    }
    expect((await stored(match.id)).observed_at).toEqual(at(-370))
    expect(await closeStaleMatches(server.app)).toBe(1)
    const row = await stored(match.id)
    expect(row).toMatchObject({ status: 'finished', finished_at: at(-350) })
    expect(row.votes_close_at?.getTime()).toBeLessThan(at(0).getTime())
    expect(await kinds(match.id)).toEqual(expect.arrayContaining(['unknown_status', 'closed_by_estimate']))
  })
})

describe('a whistle at twenty minutes', () => {
  const EARLY = { ...FULL_TIME, minute: 20 }

  test('is ignored until it is repeated two minutes later', async () => {
    const match = inPlay(20)
    await ingestMatches(server.app, [match])
    expect(await observe(match, 1, EARLY)).toMatchObject({ status: 'live', finished_at: null, votes_open: false })
    expect(await observe(match, 2, PLAYED)).toMatchObject({ status: 'live', minute: 22, disputed_at: null })
    await observe(match, 3, EARLY)
    expect(await observe(match, 5, EARLY)).toMatchObject({ status: 'finished', finished_at: at(5) })
  })

  test('is taken back when the match plays on while unpublished, and the second whistle begins a new hour', async () => {
    const match = inPlay(20)
    await ingestMatches(server.app, [match])
    for (const minutes of [1, 3]) await observe(match, minutes, EARLY)
    const on = { ...PLAYED, homeScore: 2 }
    expect(await observe(match, 4, on)).toMatchObject({ status: 'finished', home_score: 1 })
    expect(await observe(match, 6, on)).toMatchObject({
      status: 'live',
      minute: 22,
      home_score: 2,
      finished_at: null,
      votes_open: false,
      votes_close_at: null,
      reopened_at: at(6),
    })
    await observe(match, 90, { ...PLAYED, rawStatus: '2H', minute: 90 })
    expect(await observe(match, 92, FULL_TIME)).toMatchObject({ finished_at: at(92), votes_close_at: at(152) })
  })

  test('is final once the result is published', async () => {
    const match = inPlay(20)
    await ingestMatches(server.app, [match])
    for (const minutes of [1, 3]) await observe(match, minutes, EARLY)
    await server.app.db
      .updateTable('matches')
      .set({ published_at: at(63) })
      .where('id', '=', match.id)
      .execute()
    for (const minutes of [64, 67, 70]) {
      expect(await observe(match, minutes, PLAYED)).toMatchObject({ status: 'finished', finished_at: at(3) })
    }
    const reopen = { status: 'live', finished_at: null, reopened_at: at(71), votes_close_at: null } as const
    const move = server.app.db.updateTable('matches').set({ ...reopen, published_at: null, votes_open: false })
    await expect(move.where('id', '=', match.id).execute()).rejects.toThrow('written once')
  })
})

describe('the operator', () => {
  const correct = (matchId: number, body: object) =>
    call(server, 'POST', '/api/functions/correct-match', {
      cookie: admin.cookie,
      body: { match_id: matchId, reason: 'Le fournisseur se trompe', ...body },
    })

  test('can take a false whistle back, which the feed does not overrule', async () => {
    const match = inPlay(90)
    await ingestMatches(server.app, [match])
    expect(await observe(match, 1, { ...FULL_TIME, minute: 20 })).toMatchObject({ status: 'finished' })
    const heard: number[] = []
    const off = server.app.bus.on('matches', ({ ids }) => heard.push(...ids))
    expect((await correct(match.id, { to: 'live', minute: 65 })).statusCode).toBe(200)
    off()
    expect(heard).toEqual([match.id])
    expect(await stored(match.id)).toMatchObject({ status: 'live', minute: 65, finished_at: null, votes_open: true })
    for (const minutes of [2, 5, 9]) expect(await observe(match, minutes, FULL_TIME)).toMatchObject({ status: 'live' })
    expect(await kinds(match.id)).toEqual(['contradicts_operator'])
  })

  test.each([
    ['in play', { minute: 58, rawStatus: '2H' }],
    ['upcoming', { status: 'upcoming', minute: null, rawStatus: 'NS' }],
  ] as const)('can open the vote of a match that a silent feed leaves %s, in one step', async (status, seen) => {
    const match = feedMatch(at(0), { ...seen, kickoffAt: at(-80) })
    await ingestMatches(server.app, [match])
    expect(await stored(match.id)).toMatchObject({ votes_open: false })
    expect((await correct(match.id, { to: 'live', minute: 65 })).statusCode).toBe(200)
    expect(await stored(match.id)).toMatchObject({ status: 'live', minute: 65, votes_open: true, votes_close_at: null })
    expect(await observe(match, 1, seen)).toMatchObject({ status: 'live', minute: 65, votes_open: true })
    expect(await kinds(match.id)).toEqual(status === 'upcoming' ? ['contradicts_operator'] : [])
  })

  test('can end a match that the feed leaves in play', async () => {
    const match = inPlay(90)
    await ingestMatches(server.app, [match])
    expect((await correct(match.id, { to: 'finished' })).statusCode).toBe(200)
    const row = await stored(match.id)
    expect(row.votes_close_at?.getTime()).toBe((row.finished_at?.getTime() ?? 0) + 60 * MINUTE_MS)
    expect(await observe(match, 5, { minute: 94 })).toMatchObject({ status: 'finished', finished_at: row.finished_at })
  })

  test('cannot correct a published match, nor to a minute that was not played, nor without a reason, and no other caller may', async () => {
    const match = inPlay(90)
    await ingestMatches(server.app, [match])
    expect(refusalOf(await correct(match.id, { to: 'live' }))).toEqual([409, 'course_unchanged'])
    expect(refusalOf(await correct(match.id, { to: 'live', minute: 120 }))).toEqual([409, 'minute_not_played'])
    expect(refusalOf(await correct(match.id, { to: 'live', reason: ' ' }))).toEqual([400, 'invalid_request'])
    await observe(match, 1, FULL_TIME)
    await server.app.db
      .updateTable('matches')
      .set({ published_at: at(61) })
      .where('id', '=', match.id)
      .execute()
    expect(refusalOf(await correct(match.id, { to: 'live' }))).toEqual([409, 'match_published'])
    expect(refusalOf(await correct(1, { to: 'live' }))).toEqual([404, 'match_not_found'])
    const stranger = await call(server, 'POST', '/api/functions/correct-match', {
      body: { match_id: 1, to: 'live', reason: 'x' },
    })
    expect(stranger.statusCode).toBe(401)
  })
})

test('a silent match is not closed by estimate while another server stores news of it', async () => {
  const match = inPlay(70)
  await ingestMatches(server.app, [match])
  server.clock.advance(7 * 60 * MINUTE_MS)
  const { db } = server.app
  const closing = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('matches')
      .set({ observed_at: at(420) })
      .where('id', '=', match.id)
      .execute()
    const begun = closeStaleMatches(server.app)
    await expect.poll(() => lockWaits(db)).toBe(1)
    return { begun }
  })
  await closing.begun
  expect(await stored(match.id)).toMatchObject({ status: 'live', finished_at: null })
})
