import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInMany } from '../../../testing/people.ts'
import { checkMatch } from '../../feed/match-diagnostic/service.ts'
import { publishDueMatches, rankStoredMatch } from '../../results/rankings/service.ts'
import { forgetTallies } from './queries.ts'

let server: TestServer
let fans: SignedIn[]
let match: BuiltMatch
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  fans = await signInMany(server, 12)
})
afterAll(() => server.close())

/** A published match on which all fans have voted. */
beforeEach(async () => {
  const { app, clock } = server
  match = await buildMatch(app.db, { players: 22 })
  for (const [index, fan] of fans.entries()) {
    const picks = [index % 3, (index + 1) % 3, 3].map((position) => match.playerIds[position])
    expect((await cast(server, fan, match.id, picks)).statusCode).toBe(200)
  }
  await finishMatch(app.db, match.id, new Date(clock.now().getTime() - 2 * HOUR_MS))
  await publishDueMatches(app)
})

const endEvidence = () =>
  server.app.db.updateTable('matches').set({ evidence_ended: true }).where('id', '=', match.id).execute()
const pointsOf = () =>
  server.app.db
    .selectFrom('match_player_points')
    .select(['player_id', 'rank', 'points', 'score', 'firsts', 'total_votes'])
    .where('match_id', '=', match.id)
    .orderBy('player_id')
    .execute()

test('a published match loses its tally once its evidence has ended, and not before; its number of ballots stays', async () => {
  const before = await tallyIn(server, match.id)
  expect(before.duels.length).toBeGreaterThan(0)
  await forgetTallies(server.app.db)
  expect(await tallyIn(server, match.id)).toEqual(before)
  await endEvidence()
  await forgetTallies(server.app.db)
  expect(await tallyIn(server, match.id)).toEqual({ voters: 12, players: [], duels: [] })
})

test('a match that is not published retains its tally', async () => {
  const { db } = server.app
  await endEvidence()
  await db.updateTable('matches').set({ published_at: null }).where('id', '=', match.id).execute()
  const before = await tallyIn(server, match.id)
  await forgetTallies(db)
  expect(await tallyIn(server, match.id)).toEqual(before)
})

test('it is ranked again with the same result, and its tally returns until the next night', async () => {
  const [tally, points] = [await tallyIn(server, match.id), await pointsOf()]
  await endEvidence()
  await forgetTallies(server.app.db)
  await server.app.recorder.write(server.app.db)
  expect((await rankStoredMatch(server.app, match.id)).changed).toBe(false)
  expect(await pointsOf()).toEqual(points)
  expect(await tallyIn(server, match.id)).toEqual(tally)
  await forgetTallies(server.app.db)
  expect((await tallyIn(server, match.id)).players).toEqual([])
})

test('the operator’s check does not report a deleted tally as wrong, but reports a missing ballot', async () => {
  await endEvidence()
  await forgetTallies(server.app.db)
  const check = async () => (await checkMatch(server.app, match.id)).tally
  expect(await check()).toEqual({ voters: 12, recounted: 12, equal: true })
  await sql`UPDATE match_ballots SET voters = voters + 1 WHERE match_id = ${match.id}
    AND bucket = (SELECT min(bucket) FROM match_ballots WHERE match_id = ${match.id})`.execute(server.app.db)
  expect(await check()).toEqual({ voters: 13, recounted: 12, equal: false })
})

test('a ranking that has begun reads its tally to the end', async () => {
  const { db } = server.app
  await endEvidence()
  const before = await tallyIn(server, match.id)
  const forgetting = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('matches').select('id').where('id', '=', match.id).forNoKeyUpdate().execute()
    const work = forgetTallies(db)
    await expect.poll(() => lockWaits(db)).toBe(1)
    expect(await tallyIn({ app: { db: tx as never } }, match.id)).toEqual(before)
    return { work }
  })
  await forgetting.work
  expect((await tallyIn(server, match.id)).players).toEqual([])
})
