import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { wrongClock } from '../../../testing/clock.ts'
import { detail, FULL_TIME, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInAdmin } from '../../../testing/people.ts'
import { closeStaleMatches } from '../match-course/service.ts'
import { ingestCompetitions, ingestDetails, ingestMatches, reviewExclusions } from './service.ts'

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

test('a server whose clock is a day ahead closes no match that has news', async () => {
  const match = inPlay(70)
  await ingestMatches(server.app, [match])
  const ahead = { ...server.app, clock: wrongClock(server.clock, DAY_MS) }
  expect(await closeStaleMatches(ahead)).toBe(0)
  expect(await stored(match.id)).toMatchObject({ status: 'live', votes_open: true })
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

  test('is withdrawn if play resumes before publication, and the second whistle begins a new hour', async () => {
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

  test('can withdraw a false whistle, which the feed does not overrule', async () => {
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

const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * MINUTE_MS)
const lineup = (id: number) =>
  server.app.db.selectFrom('match_lineups').selectAll().where('match_id', '=', id).orderBy('player_id').execute()
const clubOf = async (id: number) =>
  (await server.app.db.selectFrom('players_ref').select('last_team').where('id', '=', id).executeTakeFirst())?.last_team
const isExcluded = async (id: number) =>
  (await server.app.db.selectFrom('excluded_matches').select('match_id').where('match_id', '=', id).execute())
    .length === 1

describe('a lineup', () => {
  test('replaces the previous one team by team, and is published only if it changed', async () => {
    const match = feedMatch(inMinutes(0))
    const [a, b, c] = [feedPlayer(match, 'home'), feedPlayer(match, 'away'), feedPlayer(match, 'away')]
    const published: number[] = []
    const off = server.app.bus.on('lineups', ({ ids }) => published.push(...ids))
    await ingestDetails(server.app, [detail(match, [a, b])])
    await ingestDetails(server.app, [detail(seenAgain(match, inMinutes(1)), [a, b])])
    expect(published).toEqual([match.id])
    await ingestDetails(server.app, [detail(seenAgain(match, inMinutes(2)), [{ ...b, shirt: 11 }, c])])
    expect(published).toEqual([match.id, match.id])
    expect((await lineup(match.id)).map((row) => row.player_id)).toEqual([a.id, b.id, c.id])
    const d = feedPlayer(match, 'home')
    await ingestDetails(server.app, [detail(seenAgain(match, inMinutes(3)), [d, { ...b, shirt: 11 }])])
    off()
    expect((await lineup(match.id)).map((row) => [row.player_id, row.shirt]).sort()).toEqual([
      [b.id, 11],
      [d.id, 8],
    ])
  })

  test.each([
    ['not part of the answer', null],
    ['empty for a while', []],
  ])('stays when it is %s', async (_name, players) => {
    const match = feedMatch(inMinutes(0))
    await ingestDetails(server.app, [detail(match, [feedPlayer(match, 'home')])])
    await ingestDetails(server.app, [detail(seenAgain(match, inMinutes(1)), players)])
    expect(await lineup(match.id)).toHaveLength(1)
  })

  test('keeps minutes and ratings that a later answer leaves out', async () => {
    const match = feedMatch(inMinutes(0))
    const player = feedPlayer(match, 'home', { minutes: 63, rating: 7.4 })
    await ingestDetails(server.app, [detail(match, [player])])
    await ingestDetails(server.app, [
      detail(match, [{ ...player, minutes: null, rating: null, isRatingReported: false }]),
    ])
    expect(await lineup(match.id)).toMatchObject([{ minutes_played: 63, rating: 7.4 }])
  })

  test('withdraws a rating that the feed withdraws', async () => {
    const match = feedMatch(inMinutes(0))
    const player = feedPlayer(match, 'home', { minutes: 63, rating: 7.4 })
    await ingestDetails(server.app, [detail(match, [player])])
    await ingestDetails(server.app, [detail(match, [{ ...player, rating: null }])])
    expect(await lineup(match.id)).toMatchObject([{ minutes_played: 63, rating: null }])
  })

  test('that the database refuses does not stop the others', async () => {
    const [bad, good] = [feedMatch(inMinutes(0)), feedMatch(inMinutes(0))]
    const impossible = feedPlayer(bad, 'home', { teamId: 1_999_999_999 })
    const read = ingestDetails(server.app, [detail(bad, [impossible]), detail(good, [feedPlayer(good, 'home')])])
    expect(await read).toBe(2)
    expect([await lineup(bad.id), await lineup(good.id)].map((rows) => rows.length)).toEqual([0, 1])
  })

  test('of an unknown match is ignored', async () => {
    const match = feedMatch(inMinutes(0), { competition: { id: 999, name: 'Coupe', country: '', logo: null } })
    expect(await ingestDetails(server.app, [detail(match, [feedPlayer(match, 'home')])])).toBe(0)
  })
})

describe('a player’s club', () => {
  const club = (minutes: number, more = {}) => feedMatch(inMinutes(minutes), { kickoffAt: inMinutes(minutes), ...more })

  test('is the latest they played for, without national sides and qualifiers', async () => {
    const [old, now] = [club(-10_000), club(-5_000)]
    const qualifier = club(-100, { competition: { id: 32, name: 'WC', country: '', logo: null } })
    const friendly = club(-50, { competition: { id: 2, name: 'C1', country: '', logo: null } })
    const id = feedPlayer(now, 'home').id
    for (const match of [now, old])
      await ingestDetails(server.app, [detail(match, [feedPlayer(match, 'home', { id })])])
    expect(await clubOf(id)).toBe(now.home.name)
    await ingestMatches(server.app, [friendly])
    await server.app.db.updateTable('teams').set({ is_national: true }).where('id', '=', friendly.away.id).execute()
    for (const match of [qualifier, friendly])
      await ingestDetails(server.app, [detail(match, [feedPlayer(match, 'away', { id })])])
    expect(await clubOf(id)).toBe(now.home.name)
    const transfer = club(-10)
    await ingestDetails(server.app, [detail(transfer, [feedPlayer(transfer, 'away', { id })])])
    expect(await clubOf(id)).toBe(transfer.away.name)
  })
})

describe('a match without lineups', () => {
  const old = (minutes: number, more = {}) => feedMatch(inMinutes(0), { kickoffAt: inMinutes(minutes), ...more })

  test('is excluded three hours after kick-off, and included again with its lineup', async () => {
    const [late, early] = [old(-181), old(-179)]
    await ingestDetails(server.app, [detail(late, []), detail(early, [])])
    await reviewExclusions(server.app)
    expect([await isExcluded(late.id), await isExcluded(early.id)]).toEqual([true, false])
    await ingestDetails(server.app, [detail(late, [feedPlayer(late, 'home')])])
    expect(await isExcluded(late.id)).toBe(false)
    await reviewExclusions(server.app)
    expect(await isExcluded(late.id)).toBe(false)
  })

  test('is not excluded before its record has been requested', async () => {
    const match = old(-300)
    await ingestMatches(server.app, [match])
    await reviewExclusions(server.app)
    expect(await isExcluded(match.id)).toBe(false)
  })

  test.each(['postponed', 'cancelled'] as const)('is not excluded when it is %s', async (status) => {
    const match = old(-300, { status, rawStatus: 'PST', minute: null })
    await ingestDetails(server.app, [detail(match, [])])
    await reviewExclusions(server.app)
    expect(await isExcluded(match.id)).toBe(false)
  })
})
