import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn, top3 } from '../../../testing/ballots.ts'
import { finishMatch } from '../../../testing/builders.ts'
import { detail, FULL_TIME, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { type SignedIn, signInAdmin, signInMany } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { ingestCompetitions, ingestDetails } from '../../feed/ingestion/service.ts'
import { publishDueMatches, rankOpenMatches } from '../../results/rankings/service.ts'

let server: TestServer
let admin: SignedIn
let fans: SignedIn[]
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  admin = await signInAdmin(server)
  fans = await signInMany(server, 12)
})
afterAll(() => server.close())

const REASON = 'Même naissance, même numéro, deux fiches du fournisseur.'
const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  call(server, method, path, { cookie: admin.cookie, ...(body === undefined ? {} : { body }) })
const merge = (alias_id: number, player_id: number) =>
  ask('POST', '/api/rpc/merge_players', { alias_id, player_id, reason: REASON })
const unmerge = (alias_id: number) => ask('POST', '/api/rpc/unmerge_players', { alias_id, reason: REASON })
const fan = (index: number): SignedIn => {
  const one = fans[index]
  if (one === undefined) throw new Error('no such fan')
  return one
}

const newMatch = () => {
  const match = feedMatch(server.clock.now())
  const double = feedPlayer(match, 'home', { shirt: 7, name: 'K. Rivoal', minutes: 90, rating: 7.1 })
  const retained = feedPlayer(match, 'home', { shirt: 27, name: 'Kylian Rivoal', minutes: 0, rating: null })
  const others = [8, 9, 10].map((shirt) => feedPlayer(match, 'away', { shirt, rating: 6 }))
  return { match, double, retained, others, all: [double, retained, ...others] }
}
let staged: ReturnType<typeof newMatch>
beforeEach(async () => {
  staged = newMatch()
  await ingestDetails(server.app, [detail(staged.match, staged.all)])
})
/** Ids of the staged players: the double, the person, and two others. */
const ids = () => ({
  a: staged.double.id,
  b: staged.retained.id,
  c: staged.others[0]?.id ?? 0,
  d: staged.others[1]?.id ?? 0,
})

/** The parts of the staged match that a merge may change. */
async function stored() {
  const { db } = server.app
  const matchId = staged.match.id
  const [lineup, votes, tally] = [
    await db.selectFrom('match_lineups').selectAll().where('match_id', '=', matchId).orderBy('player_id').execute(),
    await db
      .selectFrom('votes')
      .select(['user_id', 'first_id', 'second_id', 'third_id', 'complete', 'xp', 'updated_at'])
      .where('match_id', '=', matchId)
      .orderBy('user_id')
      .execute(),
    await tallyIn(server, matchId),
  ]
  return { lineup, votes, tally }
}
const picksOf = async (index: number) => {
  const { votes } = await stored()
  const ballot = votes.find(({ user_id }) => user_id === fan(index).id)
  return ballot === undefined ? null : [ballot.first_id, ballot.second_id, ballot.third_id]
}
const lineup = async () => (await stored()).lineup.map(({ player_id }) => player_id)
const points = async () => {
  const rows = await server.app.db
    .selectFrom('match_player_points')
    .select(['player_id', 'points'])
    .where('match_id', '=', staged.match.id)
    .orderBy('rank')
    .execute()
  return rows.map(({ player_id, points }) => [player_id, points])
}

const recalculate = () => ask('POST', '/api/functions/ranking-engine', { match_id: staged.match.id })

describe('two ids of one person that the operator merges during a vote', () => {
  test('are listed once, with what they played, and count as one in ballots and tally', async () => {
    const { a, b, c, d } = ids()
    await cast(server, fan(0), staged.match.id, [a, c, d])
    const preview = (await ask('GET', `/api/operator_player_merge?alias_id=${a}&player_id=${b}`)).json()
    expect(preview).toEqual({ matches: 1, both: 1, ballots: 1, void_places: 0, followers: 0, published: 0 })
    expect((await merge(a, b)).json()).toEqual(preview)
    expect(await lineup()).toEqual([b, ...staged.others.map(({ id }) => id)].toSorted((x, y) => x - y))
    const row = (await stored()).lineup.find(({ player_id }) => player_id === b)
    expect(row).toMatchObject({ player_name: 'Kylian Rivoal', minutes_played: 90, rating: 7.1 })
    expect(await picksOf(0)).toEqual([b, c, d])
    expect(await tallyIn(server, staged.match.id)).toEqual(
      tallyOf(await completeBallots(server.app.db, staged.match.id)),
    )
  })

  test('count once in a ballot with both, in the better place; the other place is void, and the ballot stays complete', async () => {
    const { a, b, c } = ids()
    await server.app.db.updateTable('match_lineups').set({ minutes_played: 90 }).where('player_id', '=', b).execute()
    await server.app.bus.publish('lineups', { ids: [staged.match.id] })
    await cast(server, fan(0), staged.match.id, [a, c, b])
    await cast(server, fan(1), staged.match.id, [c, b, a])
    expect((await merge(a, b)).json()).toMatchObject({ ballots: 2, void_places: 2 })
    expect([await picksOf(0), await picksOf(1)]).toEqual([
      [b, c, a],
      [c, b, a],
    ])
    expect((await stored()).votes.map(({ complete }) => complete)).toEqual([true, true])
    await finishMatch(server.app.db, staged.match.id, new Date(server.clock.now().getTime() - 61 * MINUTE_MS))
    await publishDueMatches(server.app)
    expect((await points()).map(([id]) => id)).not.toContain(a)
  })

  test('can still be picked by either id: an older screen names the alias', async () => {
    const { a, b, c, d } = ids()
    await merge(a, b)
    expect((await cast(server, fan(0), staged.match.id, [c, a, d])).statusCode).toBe(200)
    expect(await picksOf(0)).toEqual([c, b, d])
    const both = await cast(server, fan(1), staged.match.id, [c, b, a])
    expect(both.json()).toMatchObject({ complete: false })
    expect(await picksOf(1)).toEqual([c, b, null])
  })

  test('stay void in a ballot with both whose fan changes another place, or sends it again', async () => {
    const { a, b, c, d } = ids()
    await server.app.db.updateTable('match_lineups').set({ minutes_played: 90 }).where('player_id', '=', b).execute()
    await server.app.bus.publish('lineups', { ids: [staged.match.id] })
    const seen = (await cast(server, fan(0), staged.match.id, [b, a, c])).json().updated_at
    await merge(a, b)
    const send = async (picks: readonly number[], base?: string) => {
      const body = { ...top3(picks), ...(base === undefined ? {} : { base }) }
      return call(server, 'PUT', `/api/votes/${staged.match.id}`, { cookie: fan(0).cookie, body })
    }
    const changed = (await send([b, a, d], seen)).json()
    expect([changed.complete, await picksOf(0)]).toEqual([true, [b, a, d]])
    const { votes } = await stored()
    expect((await send([b, a, d], seen)).json()).toMatchObject({ complete: true, updated_at: changed.updated_at })
    expect((await stored()).votes).toEqual(votes)
    expect(refusalOf(await send([b, a, c], seen))).toEqual([409, 'ballot_outdated'])
    expect((await send([c, a, d])).json()).toMatchObject({ complete: true })
    expect(await picksOf(0)).toEqual([c, b, d])
    expect(await tallyIn(server, staged.match.id)).toEqual(
      tallyOf(await completeBallots(server.app.db, staged.match.id)),
    )
  })

  test('stay one person in later readings, which lose nothing of either', async () => {
    const { a, b } = ids()
    const before = await stored()
    await merge(a, b)
    const again = seenAgain(staged.match, server.clock.now())
    const later = staged.all.map((one) => (one.id === a ? { ...one, rating: 8.2 } : one))
    await ingestDetails(server.app, [detail(again, later)])
    expect(await lineup()).not.toContain(a)
    expect((await stored()).lineup.find(({ player_id }) => player_id === b)).toMatchObject({ rating: 8.2 })
    await unmerge(a)
    const { lineup: after } = await stored()
    expect(after).toEqual(before.lineup.map((row) => (row.player_id === a ? { ...row, rating: 8.2 } : row)))
  })

  test('keep their followers, and their pages', async () => {
    const { a, b } = ids()
    const follows = async (index: number) =>
      (await call(server, 'GET', '/api/follows', { cookie: fan(index).cookie }))
        .json()
        .items.map(({ id }: { id: number }) => id)
    const follow = (index: number, id: number) =>
      call(server, 'PUT', `/api/follows/player/${id}`, { cookie: fan(index).cookie, body: {} })
    await follow(0, a)
    await follow(1, a)
    await follow(1, b)
    expect((await merge(a, b)).json()).toMatchObject({ followers: 2 })
    await follow(2, a)
    expect([await follows(0), await follows(1), await follows(2)]).toEqual([[b], [b], [b]])
    expect((await call(server, 'GET', `/api/players_ref/${a}`)).json()).toMatchObject({ id: b, name: 'Kylian Rivoal' })
    const named = (await call(server, 'GET', '/api/players_by_name?name=rivoal')).json().items
    expect(named.map(({ id }: { id: number }) => id)).not.toContain(a)
    await unmerge(a)
    expect([await follows(0), (await follows(1)).toSorted(), await follows(2)]).toEqual([[a], [a, b].toSorted(), [b]])
  })
})

describe('two ids of one person that the operator merges after the publication', () => {
  test('change the result once the operator recalculates the match, which is marked until then', async () => {
    const { a, b, c, d } = ids()
    for (const one of fans.slice(0, 6)) await cast(server, one, staged.match.id, [c, a, d])
    for (const one of fans.slice(6)) await cast(server, one, staged.match.id, [a, c, d])
    await finishMatch(server.app.db, staged.match.id, new Date(server.clock.now().getTime() - 61 * MINUTE_MS))
    await publishDueMatches(server.app)
    const published = await points()
    expect(published.map(([id]) => id).toSorted()).toEqual([a, c, d].toSorted())
    expect((await merge(a, b)).json()).toMatchObject({ published: 1 })
    expect(await points()).toEqual(published)
    const marked = async () =>
      (await ask('GET', `/api/operator_match_diagnostic?match_id=${staged.match.id}`)).json().marked
    expect(await marked()).toBe(true)
    await recalculate()
    expect(await points()).toEqual(published.map(([id, earned]) => [id === a ? b : id, earned]))
    expect(await marked()).toBe(false)
    const season = async (id: number) =>
      (await call(server, 'GET', `/api/season_player_points?player_id=${id}`)).json().items[0]?.total_points
    expect(await season(a)).toBe(await season(b))
    await unmerge(a)
    expect(await marked()).toBe(true)
    await recalculate()
    expect(await points()).toEqual(published)
    expect(await season(b)).toBeUndefined()
  })

  test('move the picks of an alias whom the sheets had replaced by the person, and who was struck', async () => {
    const { a, b, c, d } = ids()
    await ingestDetails(server.app, [detail(staged.match, staged.all.slice(0, 1).concat(staged.others))])
    await server.app.bus.publish('lineups', { ids: [staged.match.id] })
    for (const one of fans) await cast(server, one, staged.match.id, [a, c, d])
    for (let reading = 0; reading < 2; reading += 1) {
      server.clock.advance(MINUTE_MS)
      const again = seenAgain(staged.match, server.clock.now())
      await ingestDetails(server.app, [detail(again, [{ ...staged.retained, minutes: 90 }, ...staged.others])])
    }
    await finishMatch(server.app.db, staged.match.id, new Date(server.clock.now().getTime() - 61 * MINUTE_MS))
    await publishDueMatches(server.app)
    expect((await points())[0]?.[0]).toBe(c)
    const preview = (await ask('GET', `/api/operator_player_merge?alias_id=${a}&player_id=${b}`)).json()
    expect(preview).toMatchObject({ matches: 1, ballots: fans.length, published: 1 })
    expect((await merge(a, b)).json()).toEqual(preview)
    expect(await picksOf(0)).toEqual([b, c, d])
    await recalculate()
    expect((await points())[0]?.[0]).toBe(b)
    await unmerge(a)
    await recalculate()
    expect((await points())[0]?.[0]).toBe(c)
  })

  test.each([
    ['before any ranking has read it', async () => {}],
    ['after a ranking of the open match', async () => void (await rankOpenMatches(server.app))],
  ])('move the pick of an alias who has left the lineup, %s', async (_when, rank) => {
    const { a, b, c, d } = ids()
    await cast(server, fan(0), staged.match.id, [a, c, d])
    await rank()
    await server.app.db.deleteFrom('match_lineups').where('player_id', '=', a).execute()
    expect((await merge(a, b)).json()).toMatchObject({ matches: 1, ballots: 1 })
    expect(await picksOf(0)).toEqual([b, c, d])
  })

  test('are one person in ratings that come after the merge', async () => {
    const { a, b } = ids()
    await merge(a, b)
    await finishMatch(server.app.db, staged.match.id, new Date(server.clock.now().getTime() - 61 * MINUTE_MS))
    await publishDueMatches(server.app)
    const ended = seenAgain(staged.match, server.clock.now(), FULL_TIME)
    await ingestDetails(server.app, [
      detail(
        ended,
        staged.all.map((one) => (one.id === a ? { ...one, rating: 9 } : one)),
      ),
    ])
    expect((await points())[0]?.[0]).toBe(b)
  })
})

describe('a merge', () => {
  test('that is undone restores everything, except for what a fan has changed since', async () => {
    const { a, b, c, d } = ids()
    for (const [index, picks] of [
      [a, c, d],
      [c, a, d],
      [c, d],
    ].entries())
      await cast(server, fan(index), staged.match.id, picks)
    const before = await stored()
    await merge(a, b)
    expect((await unmerge(a)).json()).toEqual({ matches: 1, ballots: 2, followers: 0, published: 0 })
    expect(await stored()).toEqual(before)
    await merge(a, b)
    await cast(server, fan(1), staged.match.id, [b, c, d])
    await unmerge(a)
    expect([await picksOf(0), await picksOf(1)]).toEqual([
      [a, c, d],
      [b, c, d],
    ])
    expect(await tallyIn(server, staged.match.id)).toEqual(
      tallyOf(await completeBallots(server.app.db, staged.match.id)),
    )
  })

  test('can be undone after a sheet with one side, and after one that no longer lists the alias', async () => {
    const { a, b } = ids()
    const before = await stored()
    await merge(a, b)
    const again = () => seenAgain(staged.match, server.clock.now())
    await ingestDetails(server.app, [detail(again(), staged.others)])
    const taken = (
      await cast(server, fan(0), staged.match.id, [a, ...staged.others.slice(0, 2).map(({ id }) => id)])
    ).json()
    expect(taken).toMatchObject({ complete: true })
    await unmerge(a)
    expect((await stored()).lineup).toEqual(before.lineup)
    await merge(a, b)
    await ingestDetails(server.app, [detail(again(), [staged.retained])])
    await unmerge(a)
    expect(await lineup()).toEqual(before.lineup.map(({ player_id }) => player_id).filter((id) => id !== a))
  })

  test('is refused for unknown players, for one with a part in another, and without a reason', async () => {
    const { a, b, c } = ids()
    expect(refusalOf(await merge(a, 123_456_789))).toEqual([404, 'player_not_found'])
    expect(refusalOf(await merge(a, a))).toEqual([400, 'invalid_request'])
    const body = { alias_id: a, player_id: b, reason: ' ' }
    expect(refusalOf(await ask('POST', '/api/rpc/merge_players', body))).toEqual([400, 'invalid_request'])
    expect(refusalOf(await unmerge(a))).toEqual([404, 'merge_not_found'])
    await merge(a, b)
    for (const [alias, player] of [
      [b, c],
      [c, a],
      [c, b],
      [a, c],
    ] as const)
      expect(refusalOf(await merge(alias, player))).toEqual([409, 'player_already_merged'])
    const { cookie } = fan(0)
    expect(refusalOf(await call(server, 'GET', '/api/operator_player_merges', { cookie }))).toEqual([403, 'admin_only'])
  })

  test('and its end are in the journal with their reason, and the merge in the list while it lasts', async () => {
    const { a, b } = ids()
    await merge(a, b)
    const merges = async () => (await ask('GET', '/api/operator_player_merges')).json().items
    expect((await merges())[0]).toMatchObject({ alias: { id: a }, player: { id: b }, reason: REASON })
    const found = (await ask('GET', '/api/operator_players?search=rivoal')).json().items
    expect(found.find(({ id }: { id: number }) => id === b)).toMatchObject({
      matches: 1,
      last_seen: expect.any(String),
    })
    expect(found.map(({ id }: { id: number }) => id)).not.toContain(a)
    await unmerge(a)
    expect((await merges()).map(({ alias }: { alias: { id: number } }) => alias.id)).not.toContain(a)
    const entries = (await ask('GET', `/api/operator_journal?subject=player:${b}`)).json().items
    expect(entries).toMatchObject([
      { action: 'players_unmerged', before: { merged: `K. Rivoal (${a})` }, after: { reason: REASON } },
      { action: 'players_merged', after: { kept: `Kylian Rivoal (${b})`, moved_ballots: 0, reason: REASON } },
    ])
  })
})
