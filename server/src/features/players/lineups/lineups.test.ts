import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { rankMatch } from '@tribune/domain/results/ranking.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import type { FeedMatch, FeedPlayer } from '@tribune/football/feed.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { finishMatch } from '../../../testing/builders.ts'
import { detail, FULL_TIME, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInMany } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { rebuildTally } from '../../ballots/tally/queries.ts'
import { ingestCompetitions, ingestDetails } from '../../feed/ingestion/service.ts'
import { playersToRank, publishDueMatches } from '../../results/rankings/service.ts'

let server: TestServer
let fans: SignedIn[]
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  fans = await signInMany(server, 10)
})
afterAll(() => server.close())

describe('the identity of players', () => {
  const fan = (index: number) => {
    const one = fans[index]
    if (one === undefined) throw new Error('no such fan')
    return one
  }
  const lineupIds = async (id: number) =>
    (
      await server.app.db
        .selectFrom('match_lineups')
        .select('player_id')
        .where('match_id', '=', id)
        .orderBy('player_id')
        .execute()
    ).map((row) => row.player_id)

  /** A match with one player whom the feed gives no id, and two whom it does. */
  async function withUnknown() {
    const match = feedMatch(server.clock.now())
    const own = -(match.home.id * 1000 + 7)
    const unknown = feedPlayer(match, 'home', { id: own, shirt: 7, name: 'A. Rivoal' })
    const others = [feedPlayer(match, 'home', { shirt: 9 }), feedPlayer(match, 'away', { shirt: 10 })] as const
    await ingestDetails(server.app, [detail(match, [unknown, ...others])])
    return { match, unknown, others, ids: [own, others[0].id, others[1].id] as const }
  }

  async function expectRecount(match: FeedMatch) {
    const tally = await tallyIn(server, match.id)
    await rebuildTally(server.app.db, match.id)
    expect(await tallyIn(server, match.id)).toEqual(tally)
  }

  describe('a player whose id the feed gives during the vote', () => {
    test('stays one person, with ballots and tally', async () => {
      const { match, unknown, others, ids } = await withUnknown()
      await cast(server, fan(0), match.id, ids)
      await cast(server, fan(1), match.id, [ids[1], ids[0], ids[2]])
      const known = feedPlayer(match, 'home', { shirt: 7, name: 'Axel Rivoal' })
      await ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), [known, ...others])])
      expect(await lineupIds(match.id)).toEqual([others[0].id, others[1].id, known.id])
      await cast(server, fan(2), match.id, [known.id, ids[1], ids[2]])
      const ballots = await completeBallots(server.app.db, match.id)
      expect(ballots.flat().filter((id) => id === unknown.id)).toEqual([])
      const tally = await tallyIn(server, match.id)
      expect(tally.voters).toBe(3)
      expect(tally.players.find((player) => player.player_id === known.id)).toMatchObject({ firsts: 2, seconds: 1 })
      await expectRecount(match)
    })

    test('without a shirt before, stays one person too', async () => {
      const match = feedMatch(server.clock.now())
      const unknown = feedPlayer(match, 'home', { id: -1_007_001, shirt: null, name: 'A. Rivoal' })
      const others = [feedPlayer(match, 'home', { shirt: 9 }), feedPlayer(match, 'away', { shirt: 10 })] as const
      await ingestDetails(server.app, [detail(match, [unknown, ...others])])
      await cast(server, fan(0), match.id, [unknown.id, others[0].id, others[1].id])
      const known = feedPlayer(match, 'home', { shirt: 20, name: 'A. Rivoal' })
      await ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), [known, ...others])])
      await cast(server, fan(1), match.id, [known.id, others[1].id, others[0].id])
      expect(await lineupIds(match.id)).toEqual([others[0].id, others[1].id, known.id])
      const { players } = await tallyIn(server, match.id)
      expect(players.find((player) => player.player_id === known.id)).toMatchObject({ firsts: 2 })
      await expectRecount(match)
    })

    test('after the publication, has the points under that id', async () => {
      const { match, unknown, others, ids } = await withUnknown()
      for (const one of await signInMany(server, 10)) await cast(server, one, match.id, ids)
      await finishMatch(server.app.db, match.id, new Date(server.clock.now().getTime() - 61 * MINUTE_MS))
      await publishDueMatches(server.app)
      const winner = async () =>
        await server.app.db
          .selectFrom('match_player_points')
          .select(['player_id', 'source'])
          .where('match_id', '=', match.id)
          .where('rank', '=', 1)
          .executeTakeFirstOrThrow()
      expect(await winner()).toEqual({ player_id: unknown.id, source: 'votes' })
      const known = feedPlayer(match, 'home', { shirt: 7, name: 'Axel Rivoal' })
      const ended = seenAgain(match, server.clock.now(), FULL_TIME)
      await ingestDetails(server.app, [detail(ended, [known, ...others])])
      expect(await winner()).toEqual({ player_id: known.id, source: 'votes' })
    })

    test('keeps that id when the feed loses it again', async () => {
      const { match, unknown, others } = await withUnknown()
      const known = feedPlayer(match, 'home', { shirt: 7 })
      for (const player of [known, unknown, known]) {
        await ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), [player, ...others])])
        expect(await lineupIds(match.id)).toEqual([others[0].id, others[1].id, known.id])
      }
    })

    test('counts once in a ballot with both ids, on the better position', async () => {
      const { match, others, ids } = await withUnknown()
      const known = feedPlayer(match, 'away', { shirt: 12 })
      await ingestDetails(server.app, [
        detail(seenAgain(match, server.clock.now()), [
          feedPlayer(match, 'home', { id: ids[0], shirt: 7 }),
          ...others,
          known,
        ]),
      ])
      await cast(server, fan(0), match.id, [known.id, ids[1], ids[0]])
      const moved = { ...known, side: 'home', teamId: match.home.id, shirt: 7 } as const
      await ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), [...others, moved])])
      const stored = await server.app.db
        .selectFrom('votes')
        .select(['first_id', 'second_id', 'third_id', 'complete'])
        .where('match_id', '=', match.id)
        .execute()
      expect(stored).toEqual([{ first_id: known.id, second_id: ids[1], third_id: null, complete: false }])
      await expectRecount(match)
    })
  })

  test('two merges at once wait for ballots in the ledger’s order, so that neither waits for the other', async () => {
    const { db } = server.app
    const [one, two] = [await withUnknown(), await withUnknown()]
    const merges = [two, one].map(({ match, others }) =>
      detail(seenAgain(match, server.clock.now()), [
        feedPlayer(match, 'home', { shirt: 7, name: 'A. Rivoal' }),
        ...others,
      ]),
    )
    const merging = await db.transaction().execute(async (ballots) => {
      await sql`SELECT FROM matches WHERE id = ${one.match.id} FOR KEY SHARE`.execute(ballots)
      const begun = ingestDetails(server.app, merges)
      await expect.poll(() => lockWaits(db)).toBe(1)
      await sql`SET LOCAL lock_timeout = '500ms'`.execute(ballots)
      await sql`SELECT FROM matches WHERE id = ${two.match.id} FOR KEY SHARE`.execute(ballots)
      return { begun }
    })
    expect(await merging.begun).toBe(2)
    for (const { match, unknown } of [one, two]) expect(await lineupIds(match.id)).not.toContain(unknown.id)
  })
})

describe('starters who did not play', () => {
  /** A match at minute 70 with twelve players of each side, whose first one the readings strike. */
  async function play() {
    const match = feedMatch(server.clock.now())
    const side = (name: 'home' | 'away') => Array.from({ length: 12 }, () => feedPlayer(match, name, { minutes: 70 }))
    const players = [...side('home'), ...side('away')]
    const [him, second, third, fourth] = players
    if (him === undefined || second === undefined || third === undefined || fourth === undefined)
      throw new Error('a side')
    /** Reads the sheets again a minute later; `him`: how they list him, or that they do not. */
    const read = async (listed: Partial<FeedPlayer> | null) => {
      server.clock.advance(MINUTE_MS)
      const sheet = players.flatMap((player) =>
        player !== him ? [player] : listed === null ? [] : [{ ...him, ...listed }],
      )
      await ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), sheet)])
    }
    await ingestDetails(server.app, [detail(match, players)])
    return { match, read, him, others: [second.id, third.id, fourth.id] as const }
  }

  const lineup = async (matchId: number) =>
    (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${matchId}`)).json().players as {
      player_id: number
      minutes_played: number | null
      did_play: boolean | null
    }[]
  const listed = async (matchId: number, playerId: number) =>
    (await lineup(matchId)).find(({ player_id }) => player_id === playerId)

  async function publish(matchId: number) {
    await finishMatch(server.app.db, matchId, new Date(server.clock.now().getTime() - 61 * MINUTE_MS))
    await publishDueMatches(server.app, { due: [matchId] })
    const screen = (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${matchId}`)).json()
    const ranked = screen.ranking.map((row: { player_id: number; rank: number; score: number }) => [
      row.player_id,
      row.rank,
      row.score,
    ])
    return { ranked, result: screen.result }
  }

  /** The ranking as an independent recount of the ballots gives it. */
  async function recounted(matchId: number) {
    const tally = tallyOf(await completeBallots(server.app.db, matchId))
    const picked = tally.players.map(({ player_id }) => player_id)
    const players = await playersToRank(server.app.db, matchId, picked)
    return rankMatch({ tally, players, coefficient: 1 }).ranked.map((row) => [row.player_id, row.rank, row.score])
  }

  describe('a pick found not to have played', () => {
    test.each<[what: string, listed: Partial<FeedPlayer> | null]>([
      ['by minutes of 0', { minutes: 0 }],
      ['by no minutes while eleven of the side have some', { minutes: null }],
      ['by sheets without them', null],
    ])(
      '%s is void at publication: the ballots count, and their other picks keep their places',
      async (_what, absent) => {
        const { match, read, him, others } = await play()
        const [second, third, fourth] = others
        for (const fan of fans) await cast(server, fan, match.id, [him.id, second, third])
        await cast(server, fans[0] as SignedIn, match.id, [fourth, him.id, second])
        await read(absent)
        await read(absent)
        const tally = await tallyIn(server, match.id)
        const { ranked, result } = await publish(match.id)
        expect(ranked).toEqual([
          [second, 1, 28],
          [third, 2, 9],
          [fourth, 3, 5],
        ])
        expect(result).toMatchObject({ source: 'votes', voters: 10 })
        expect(await recounted(match.id)).toEqual(ranked)
        await rebuildTally(server.app.db, match.id)
        expect(await tallyIn(server, match.id)).toEqual(tally)
      },
    )

    test.each<[what: string, listed: Partial<FeedPlayer> | null]>([
      ['minutes of 0', { minutes: 0 }],
      ['no minutes', { minutes: null }],
      ['a sheet without them', null],
    ])('is not struck by %s in a single reading', async (_what, absent) => {
      const { match, read, him, others } = await play()
      for (const fan of fans) await cast(server, fan, match.id, [him.id, others[0], others[1]])
      await read(absent)
      const { ranked } = await publish(match.id)
      expect(ranked[0]).toEqual([him.id, 1, 50])
    })

    test('keeps the minutes that one odd reading withdraws, and loses them with the second', async () => {
      const { match, read, him } = await play()
      await read({ minutes: 0 })
      expect(await listed(match.id, him.id)).toMatchObject({ minutes_played: 70, did_play: true })
      await read({ minutes: null })
      expect(await listed(match.id, him.id)).toMatchObject({ minutes_played: 0, did_play: false })
      await read({ minutes: 75 })
      expect(await listed(match.id, him.id)).toMatchObject({ minutes_played: 75, did_play: true })
    })

    test.each<[what: string, listed: Partial<FeedPlayer> | null]>([
      ['struck', { minutes: 0 }],
      ['unlisted', null],
    ])('and %s never refuses a change of another place', async (_what, absent) => {
      const { match, read, him, others } = await play()
      const fan = fans[1] as SignedIn
      await cast(server, fan, match.id, [him.id, others[0], others[1]])
      await read(absent)
      await read(absent)
      const changed = await cast(server, fan, match.id, [him.id, others[2], others[1]])
      expect([changed.statusCode, changed.json().complete]).toEqual([200, true])
      const moved = await cast(server, fan, match.id, [others[2], him.id, others[1]])
      expect(moved.statusCode).toBe(200)
      const freed = await cast(
        server,
        fan,
        match.id,
        [others[2], undefined, others[1]].filter((id) => id !== undefined),
      )
      expect(freed.statusCode).toBe(200)
    })

    test('is refused by name as a new pick', async () => {
      const { match, read, him, others } = await play()
      const fan = fans[2] as SignedIn
      await cast(server, fan, match.id, others)
      await read({ minutes: 0 })
      await read({ minutes: 0 })
      const refused = await cast(server, fan, match.id, [him.id, others[0], others[1]])
      expect([refused.statusCode, refused.json().error]).toEqual([
        422,
        { code: 'ballot_player_did_not_play', message: `${him.name} n’a pas joué ce match.`, id: expect.any(String) },
      ])
    })

    test('counts again once a reading has minutes of them', async () => {
      const { match, read, him, others } = await play()
      for (const fan of fans) await cast(server, fan, match.id, [him.id, others[0], others[1]])
      for (const absent of [null, null, { minutes: 4 }]) await read(absent)
      const { ranked } = await publish(match.id)
      expect(ranked[0]).toEqual([him.id, 1, 50])
    })
  })

  test('a sheet corrected before the kick-off strikes no player', async () => {
    const match = feedMatch(server.clock.now(), { status: 'upcoming', rawStatus: 'NS', minute: null })
    const [first, other] = [feedPlayer(match, 'home', { minutes: 0 }), feedPlayer(match, 'home', { minutes: 0 })]
    for (const sheet of [[first], [other], [other]]) {
      server.clock.advance(MINUTE_MS)
      await ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), sheet)])
    }
    const rows = await server.app.db.selectFrom('did_not_play').selectAll().where('match_id', '=', match.id).execute()
    expect(rows).toEqual([])
  })
})
