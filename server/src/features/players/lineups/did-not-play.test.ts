import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { rankMatch } from '@tribune/domain/results/ranking.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import type { FeedPlayer } from '@tribune/football/feed.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { finishMatch } from '../../../testing/builders.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
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
  ])('%s is void at publication: the ballots count, and their other picks keep their places', async (_what, absent) => {
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
  })

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

  test('keeps the minutes that one odd reading takes back, and loses them with the second', async () => {
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
