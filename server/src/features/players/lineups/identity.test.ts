import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { FeedMatch } from '@tribune/football/feed.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { finishMatch } from '../../../testing/builders.ts'
import { detail, FULL_TIME, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { lockWaits } from '../../../testing/lock-waits.ts'
import { type SignedIn, signInMany } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { rebuildTally } from '../../ballots/tally/queries.ts'
import { ingestCompetitions, ingestDetails } from '../../feed/ingestion/service.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'

let server: TestServer
let fans: SignedIn[]
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  fans = await signInMany(server, 3)
})
afterAll(() => server.close())

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
    const kept = await server.app.db
      .selectFrom('votes')
      .select(['first_id', 'second_id', 'third_id', 'complete'])
      .where('match_id', '=', match.id)
      .execute()
    expect(kept).toEqual([{ first_id: known.id, second_id: ids[1], third_id: null, complete: false }])
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
