import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { FeedMatch } from '@tribune/football/feed.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, top3 } from '../../../testing/ballots.ts'
import { lockWaits, tablesWith } from '../../../testing/inspect.ts'
import { type SignedIn, signInAdmin, signInMany, signInOne } from '../../../testing/people.ts'
import { ABANDONED, followCourse, IN_PLAY, type Played } from '../../../testing/played.ts'
import { endEvidence } from '../../ballots/evidence/queries.ts'
import { planPushes } from '../../messages/announcements/jobs.ts'
import { publishDueMatches, rankOpenMatches } from '../../results/rankings/service.ts'
import { matchesWantingDetails } from '../ingestion/queries.ts'
import { ingestCompetitions } from '../ingestion/service.ts'
import { closeStaleMatches } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  await server.app.jobs.open(['scheduler-postft'])
})
afterAll(() => server.close())

const NEXT_DAY = 20 * 60
const { at, stored, earlier, ballots, inPlay, observe, expectRecounted } = followCourse(() => server)
const firstHalf = (minute: number) => ({ status: 'live', rawStatus: '1H', minute, kickoffAt: at(NEXT_DAY) }) as const

async function replay(played: Played): Promise<void> {
  await observe(played, 2, ABANDONED)
  await observe(played, NEXT_DAY + 5, firstHalf(5))
  expect(await observe(played, NEXT_DAY + 7, firstHalf(7))).toMatchObject({ attempt: 2, minute: 7 })
}

const openAgain = (played: Played) => observe(played, NEXT_DAY + 76, { ...firstHalf(61), rawStatus: '2H' })

describe('a match that is replayed under its id, without an announcement in between', () => {
  test('accepts no ballot until minute 60 of the replay, counts only its ballots, and stores the earlier ones', async () => {
    const played = await inPlay()
    const { id } = played.match
    const [loyal, gone, late] = await signInMany(server, 3)
    for (const fan of [loyal, gone]) expect((await cast(server, fan, id, played.picks(0))).json().xp_awarded).toBe(5)
    await rankOpenMatches(server.app)
    const first = await ballots(id)

    expect(await observe(played, 2, ABANDONED)).toMatchObject({ status: 'cancelled', votes_open: false, attempt: 1 })
    expect(refusalOf(await cast(server, late, id, played.picks(3)))).toEqual([409, 'vote_cancelled'])
    await expectRecounted(id, 2)
    await observe(played, NEXT_DAY + 5, firstHalf(5))
    expect(await stored(id)).toMatchObject({ status: 'cancelled', disputed_as: 'replayed', votes_open: false })
    expect(refusalOf(await cast(server, late, id, played.picks(3)))).toEqual([409, 'vote_cancelled'])

    expect(await observe(played, NEXT_DAY + 7, { ...firstHalf(7), homeScore: 0 })).toMatchObject({
      status: 'live',
      raw_status: '1H',
      minute: 7,
      attempt: 2,
      home_score: 0,
      started_at: at(NEXT_DAY),
      match_date: at(NEXT_DAY),
      votes_open: false,
      ranked_changes: 0,
      ranked_at: null,
      voters: 0,
    })
    expect(refusalOf(await cast(server, late, id, played.picks(3)))).toEqual([409, 'vote_locked'])
    expect(await ballots(id)).toEqual([])
    await expectRecounted(id, 0)
    const moved = await earlier(id)
    const unchanged = first.map(({ set_aside: _aside, bucket: _bucket, salt: _salt, ...ballot }) => ({
      ...ballot,
      attempt: 1,
    }))
    expect(moved).toEqual(unchanged.map((ballot) => expect.objectContaining(ballot)))

    await openAgain(played)
    expect((await cast(server, loyal, id, played.picks(5))).json()).toMatchObject({ complete: true, xp_awarded: 0 })
    expect((await cast(server, late, id, played.picks(5))).json()).toMatchObject({ complete: true, xp_awarded: 5 })
    await expectRecounted(id, 2)
    expect(await earlier(id)).toEqual(moved)
  })

  test('credits each fan once, and sums ballots and experience of both attempts in their profile', async () => {
    const played = await inPlay()
    const { id } = played.match
    const [whole, half] = await signInMany(server, 2)
    await cast(server, whole, id, played.picks(0))
    await cast(server, half, id, played.picks(0).slice(0, 1))
    await replay(played)
    await openAgain(played)
    const profile = async ({ cookie }: SignedIn) => {
      const [count, { xp }, award] = [
        (await call(server, 'GET', '/api/votes/count', { cookie })).json().count,
        (await call(server, 'GET', '/api/user_profiles', { cookie })).json(),
        await call(server, 'POST', '/api/functions/award-xp', { cookie, body: { match_id: id } }),
      ]
      return [count, xp, award.statusCode === 200 ? award.json().awarded : refusalOf(award)[1]]
    }
    expect(await profile(whole)).toEqual([1, 5, 5])
    expect(await profile(half)).toEqual([0, 0, 'ballot_incomplete'])
    for (const fan of [whole, half]) await cast(server, fan, id, played.picks(3))
    expect(await profile(whole)).toEqual([2, 5, 5])
    expect(await profile(half)).toEqual([1, 5, 5])
  })

  test('shows its fans their earlier ballot as such, in their list and their data, not as the one of the match', async () => {
    const played = await inPlay()
    const { id } = played.match
    const fan = await signInOne(server)
    await cast(server, fan, id, played.picks(0))
    await replay(played)
    const read = async (path: string) => (await call(server, 'GET', path, { cookie: fan.cookie })).json()
    expect(await read(`/api/votes/${id}`)).toEqual({ vote: null })
    expect(await read(`/api/votes?match_ids=${id}`)).toEqual({ items: [] })
    const ballot = { match_id: id, complete: true, earlier_attempt: 1 }
    expect((await read('/api/votes')).items).toMatchObject([ballot])
    expect((await read('/api/me/data')).votes).toMatchObject([{ ...ballot, evidence: { changes: 0 } }])
    await openAgain(played)
    await cast(server, fan, id, played.picks(3))
    const both = [{ ...ballot, earlier_attempt: null }, ballot]
    expect((await read('/api/votes')).items).toMatchObject(both)
    expect((await read(`/api/votes?match_ids=${id}`)).items).toMatchObject(both.slice(0, 1))
    expect((await read('/api/me/data')).votes).toMatchObject(both)
  })

  test('leaves no row of a fan who deletes their account, and no evidence after its days', async () => {
    const played = await inPlay()
    const { id } = played.match
    const [stays, leaves] = await signInMany(server, 2)
    for (const fan of [stays, leaves]) await cast(server, fan, id, played.picks(0))
    await replay(played)
    await openAgain(played)
    await cast(server, leaves, id, played.picks(3))
    expect(await tablesWith(server.app.db, leaves.id)).toEqual(
      expect.arrayContaining(['public.earlier_votes', 'public.votes']),
    )
    const end = await call(server, 'POST', '/api/functions/delete-user-account', {
      cookie: (await signInAgain(leaves)).cookie,
      body: DELETION_CONFIRMATION,
    })
    expect(end.statusCode).toBe(200)
    expect(await tablesWith(server.app.db, leaves.id)).toEqual([])
    await expectRecounted(id, 0)
    expect(await earlier(id)).toMatchObject([{ user_id: stays.id, account_strength: expect.any(Number) }])
    await observe(played, NEXT_DAY + 80, { ...ABANDONED, kickoffAt: at(NEXT_DAY) })
    await endEvidence(server.app.db, new Date(server.clock.now().getTime() + 31 * DAY_MS))
    expect(await earlier(id)).toMatchObject([
      { user_id: stays.id, account_strength: null, device_hash: null, changes: null },
    ])
    expect((await stored(id)).evidence_ended).toBe(true)
  })

  test('announces the opening of each attempt', async () => {
    const played = await inPlay()
    const occasions = () =>
      server.app.db.selectFrom('push_occasions').select('kind').where('match_id', '=', played.match.id).execute()
    await planPushes(server.app)
    expect(await occasions()).toEqual([{ kind: 'opening' }])
    await replay(played)
    await planPushes(server.app)
    expect(await occasions()).toEqual([])
    await openAgain(played)
    await planPushes(server.app)
    expect(await occasions()).toEqual([{ kind: 'opening' }])
  })

  test('shows no earlier players until its own lineup is read', async () => {
    const played = await inPlay()
    await replay(played)
    const { players } = (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${played.match.id}`)).json()
    expect(players).toHaveLength(22)
    expect(players.map((player: { minutes_played: number | null }) => player.minutes_played)).toEqual(
      players.map(() => null),
    )
    expect((await stored(played.match.id)).details_at).toBeNull()
  })

  test('has no earlier minutes and ratings once a merge of two of its players is undone', async () => {
    const played = await inPlay()
    const { id } = played.match
    const { cookie } = await signInAdmin(server)
    const [alias_id, player_id] = played.playerIds
    const body = { alias_id, player_id, reason: 'Deux fiches du fournisseur' }
    const act = (path: string, sent: object) => call(server, 'POST', `/api/rpc/${path}`, { cookie, body: sent })
    expect((await act('merge_players', body)).statusCode).toBe(200)
    await replay(played)
    expect((await act('unmerge_players', { alias_id, reason: body.reason })).statusCode).toBe(200)
    const { players } = (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${id}`)).json()
    expect(players).toHaveLength(22)
    for (const player of players) expect(player).toMatchObject({ minutes_played: null, rating: null })
  })

  test('never publishes ballots of the abandoned evening', async () => {
    const played = await inPlay()
    const { id } = played.match
    const fans = await signInMany(server, 12)
    for (const fan of fans) await cast(server, fan, id, played.picks(0))
    await replay(played)
    await observe(played, NEXT_DAY + 112, { status: 'finished', rawStatus: 'FT', minute: 90, kickoffAt: at(NEXT_DAY) })
    server.clock.advance(61 * MINUTE_MS)
    await publishDueMatches(server.app)
    expect(await stored(id)).toMatchObject({ published_at: expect.any(Date), voters: 0, ranking_source: null })
  })
})

describe('a reading of a first half during play', () => {
  test('closes the vote until it is withdrawn, shows no minute, and then changes nothing', async () => {
    const played = await inPlay()
    const { id } = played.match
    const fan = await signInOne(server)
    await cast(server, fan, id, played.picks(0))
    const before = await stored(id)
    const screen = async () => (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${id}`)).json()
    expect(await observe(played, 1, firstHalf(5))).toMatchObject({
      ...before,
      updated_at: expect.any(Date),
      disputed_at: at(1),
      disputed_as: 'replayed',
      votes_open: false,
    })
    expect(await screen()).toMatchObject({ votes_open: false, match: { status: 'live', minute: null } })
    for (const base of [undefined, null]) {
      const body = { ...top3(played.picks(3)), base }
      expect(refusalOf(await call(server, 'PUT', `/api/votes/${id}`, { cookie: fan.cookie, body }))).toEqual([
        409,
        'vote_locked',
      ])
    }
    expect(await observe(played, 2, { minute: 72 })).toMatchObject({
      minute: 72,
      votes_open: true,
      attempt: 1,
      disputed_as: null,
    })
    expect(await screen()).toMatchObject({ votes_open: true, match: { status: 'live', minute: 72 } })
    expect((await cast(server, fan, id, played.picks(3))).statusCode).toBe(200)
    await expectRecounted(id, 1)
    expect(await earlier(id)).toEqual([])
  })
})

describe('a live match of which nothing was known for a day', () => {
  const silent = 20 * 60
  const again = (minute: number) => observe(played, silent + minute, { ...firstHalf(minute), kickoffAt: at(silent) })
  let played: Played
  beforeEach(async () => {
    played = await inPlay()
    await cast(server, await signInOne(server), played.match.id, played.picks(0))
  })

  test('is not closed by estimate while its first reading shows a replay, which the second one begins', async () => {
    await again(5)
    await closeStaleMatches(server.app)
    expect(await stored(played.match.id)).toMatchObject({ status: 'live', disputed_as: 'replayed', votes_open: false })
    expect(await again(7)).toMatchObject({ status: 'live', minute: 7, attempt: 2 })
    await closeStaleMatches(server.app)
    expect(await earlier(played.match.id)).toHaveLength(1)
  })

  test('is closed six hours after such a reading if none follows, and no ballot is taken then', async () => {
    await again(5)
    server.clock.advance(6 * HOUR_MS)
    await closeStaleMatches(server.app)
    const closed = await stored(played.match.id)
    expect(closed).toMatchObject({ status: 'finished', finished_at: at(silent + 5), attempt: 1, disputed_as: null })
    expect(closed.votes_close_at?.getTime()).toBeLessThan(server.clock.now().getTime())
  })
})

describe('a match that goes on the next day at an unmoved kick-off', () => {
  test('keeps its ballots, goes on with its vote, is read in full, and has its whole last hour after an outage', async () => {
    const played = await inPlay()
    const { id } = played.match
    await cast(server, await signInOne(server), id, played.picks(0))
    await observe(played, 2, { status: 'suspended', rawStatus: 'SUSP', minute: 72 })
    const resumed = await observe(played, NEXT_DAY, { ...IN_PLAY, minute: 73 })
    expect(resumed).toMatchObject({ minute: 73, attempt: 1, votes_open: true, disputed_as: null })
    const now = server.clock.now()
    expect(await matchesWantingDetails(server.app.db, now, now, 1_000)).toContain(id)
    await observe(played, NEXT_DAY + 15, { ...IN_PLAY, minute: 88 })
    const ended = await observe(played, NEXT_DAY + 37, { status: 'finished', rawStatus: 'FT', minute: 90 })
    expect(ended).toMatchObject({ finished_at: at(NEXT_DAY + 37), votes_close_at: at(NEXT_DAY + 97), votes_open: true })
    await expectRecounted(id, 1)
  })
})

describe('a ballot in flight when the replay is believed', () => {
  test('that came first goes with the first attempt; one that comes during it is refused', async () => {
    const played = await inPlay()
    const { id } = played.match
    const { db } = server.app
    const [first, second] = await signInMany(server, 2)
    await observe(played, 1, firstHalf(5))
    await db.updateTable('matches').set({ votes_open: true, disputed_as: null }).where('id', '=', id).execute()
    await cast(server, first, id, played.picks(0))
    await db.updateTable('matches').set({ votes_open: false, disputed_as: 'replayed' }).where('id', '=', id).execute()
    const racing = await db.transaction().execute(async (tx) => {
      // A ballot under way, as the ledger holds its match.
      await tx.selectFrom('matches').select('id').where('id', '=', id).forKeyShare().execute()
      const replayed = observe(played, 3, firstHalf(7))
      await expect.poll(() => lockWaits(db)).toBe(1)
      await tx
        .insertInto('votes')
        .values({ bucket: bucketOf(second.id), user_id: second.id, match_id: id, first_id: played.playerIds[0] ?? 0 })
        .execute()
      return { replayed }
    })
    expect(await racing.replayed).toMatchObject({ attempt: 2, minute: 7 })
    expect((await earlier(id)).map(({ user_id }) => user_id).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(await ballots(id)).toEqual([])
    await expectRecounted(id, 0)
  })
})

test('after any sequence of readings only ballots of the attempt that is played are counted', async () => {
  const readings = fc.record({
    more: fc.constantFrom<Partial<FeedMatch>>(
      IN_PLAY,
      ABANDONED,
      { status: 'suspended', rawStatus: 'SUSP', minute: 72 },
      { status: 'live', rawStatus: 'INT', minute: 72 },
      { status: 'postponed', rawStatus: 'PST', minute: null },
      { status: 'upcoming', rawStatus: 'NS', minute: null },
      { status: 'live', rawStatus: '1H', minute: 5 },
      { status: 'live', rawStatus: '1H', minute: 7 },
      { status: 'live', rawStatus: '2H', minute: 61 },
    ),
    waits: fc.constantFrom(1, 2, 2, 60, NEXT_DAY),
    moves: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(readings, { minLength: 4, maxLength: 10 }), async (course) => {
      const played = await inPlay()
      const { id } = played.match
      let minutes = 0
      let kickoffAt = played.match.kickoffAt
      for (const { more, waits, moves } of course) {
        minutes += waits
        if (moves) kickoffAt = at(minutes - (more.minute ?? 0))
        const before = await stored(id)
        const after = await observe(played, minutes, { ...more, kickoffAt })
        if (after.attempt > before.attempt) expect(await ballots(id)).toEqual([])
        const fan = await signInOne(server)
        const answer = await cast(server, fan, id, played.picks(minutes % 18))
        const isOpen = after.status === 'live' && (after.minute ?? 0) >= 60 && after.disputed_as !== 'replayed'
        expect([answer.statusCode, after.votes_open]).toEqual([isOpen ? 200 : 409, isOpen])
        await expectRecounted(id, (await ballots(id)).length)
      }
    }),
    { numRuns: 12 },
  )
})

/** A session of this hour for a fan who signed in before the clock moved. */
async function signInAgain(fan: SignedIn): Promise<SignedIn> {
  const created_at = new Date(server.clock.now().getTime() - HOUR_MS / 2)
  await server.app.db.updateTable('auth.session').set({ created_at }).where('user_id', '=', fan.id).execute()
  await server.app.sessions.forget(fan.id)
  return fan
}
