import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { FOLLOWED_COMPETITIONS } from '@tribune/domain/matches/competitions.ts'
import { MIN_BALLOTS_FOR_VOTES } from '@tribune/domain/results/ranking.ts'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch, finishMatch } from '../../../testing/builders.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { ingestCompetitions, ingestMatches } from '../../feed/ingestion/service.ts'
import { publishDue } from '../../feed/publication/jobs.ts'
import { readMissingDetails } from '../../operator/nightly/jobs.ts'

/** Matches whose ratings one pass reads. */
const PER_PASS = 40
/** Enough that the provider has ratings of one. */
const A_FEW = 20
let server: TestServer
beforeEach(async () => {
  server = await startTestServer(inject('databaseUrl'), { at: '2026-03-14T03:00:00Z' })
  await ingestCompetitions(server.app)
})
afterEach(() => server.close())

/** Stores matches of a past day, as a first start does, without any details; returns the number of those that are due. */
async function storePastDay(most?: number): Promise<number> {
  const { app, clock } = server
  const date = new Date(clock.now().getTime() - 3 * DAY_MS).toISOString().slice(0, 10)
  const followed = new Set(FOLLOWED_COMPETITIONS.map(({ id }) => id))
  const all = (await app.feed.matchesOn(date)).filter(({ competition }) => followed.has(competition.id))
  await ingestMatches(app, all.slice(0, most))
  return (await results()).due
}

/** Counts the finished matches; `unread`: published without points, though the provider was never asked for ratings. */
async function results() {
  const matches = server.app.db.selectFrom('matches').select(['published_at', 'ranking_source', 'details_at'])
  const finished = await matches.where('status', '=', 'finished').execute()
  const out = finished.filter((row) => row.published_at !== null)
  const pointless = out.filter((row) => row.ranking_source === null)
  return {
    due: finished.length - out.length,
    rated: out.filter((row) => row.ranking_source === 'ratings_fallback').length,
    voted: out.filter((row) => row.ranking_source === 'votes').length,
    unread: pointless.filter((row) => row.details_at === null).length,
  }
}

const seasonPoints = async () =>
  (await server.app.db.selectFrom('season_player_points').select('total_points').execute()).reduce(
    (sum, row) => sum + row.total_points,
    0,
  )
const matchPoints = async () =>
  (await server.app.db.selectFrom('match_player_points').select('points').execute()).reduce(
    (sum, row) => sum + row.points,
    0,
  )

/** Returns a stored match for which the provider, which answers again, has ratings. */
async function someRated() {
  const ids = (await server.app.db.selectFrom('matches').select('id').execute()).map((row) => row.id)
  server.simulator.faults.clear()
  const details = await server.app.feed.matchesByIds(ids.slice(0, A_FEW))
  const rated = details.find(({ players }) => players?.some((player) => player.rating !== null))
  if (rated === undefined) throw new Error('no match with ratings')
  return rated.match
}

/** Gives a match as many equal ballots as rank it by votes, in its tally alone. */
async function vote(matchId: number, [first = 0, second = 0, third = 0]: readonly number[]): Promise<void> {
  const { db } = server.app
  const voters = MIN_BALLOTS_FOR_VOTES
  await db.insertInto('match_ballots').values({ match_id: matchId, bucket: 0, voters, changes: voters }).execute()
  const picks = [
    { player_id: first, firsts: voters, seconds: 0, thirds: 0 },
    { player_id: second, firsts: 0, seconds: voters, thirds: 0 },
    { player_id: third, firsts: 0, seconds: 0, thirds: voters },
  ]
  await db
    .insertInto('match_tallies')
    .values(picks.map((pick) => ({ ...pick, match_id: matchId, bucket: 0 })))
    .execute()
}

describe('a pass that finds more due matches than it reads ratings for', () => {
  test('publishes those alone, and the following passes the others: none is left without points', async () => {
    const due = await storePastDay()
    expect(due).toBeGreaterThan(PER_PASS)
    await publishDue(server.app)
    expect(await results()).toMatchObject({ due: due - PER_PASS, unread: 0 })
    while ((await publishDue(server.app)) !== null);
    const after = await results()
    expect(after).toMatchObject({ due: 0, unread: 0 })
    // A few have no coverage.
    expect(after.rated).toBeGreaterThan(0.8 * due)
  })

  test('publishes all that have enough votes, whose results wait for nothing', async () => {
    server.simulator.faults.add({ kind: 'http_500' })
    const built = []
    for (let index = 0; index <= PER_PASS; index += 1) {
      const match = await buildMatch(server.app.db, { players: 3 })
      await vote(match.id, match.playerIds)
      await finishMatch(server.app.db, match.id, new Date(server.clock.now().getTime() - DAY_MS))
      built.push(match)
    }
    await publishDue(server.app)
    expect(await results()).toEqual({ due: 0, rated: 0, voted: built.length, unread: 0 })
  })

  test('waits until the provider’s minute is over, and publishes matches with enough votes before then', async () => {
    const due = await storePastDay()
    const match = await buildMatch(server.app.db, { players: 3 })
    await vote(match.id, match.playerIds)
    await finishMatch(server.app.db, match.id, new Date(server.clock.now().getTime() - 30 * DAY_MS))
    server.simulator.faults.add({ kind: 'rate_limit' })
    await publishDue(server.app)
    expect(await results()).toEqual({ due, rated: 0, voted: 1, unread: 0 })
    server.simulator.faults.clear()
    server.clock.advance(2 * MINUTE_MS)
    while ((await publishDue(server.app)) !== null);
    expect(await results()).toMatchObject({ due: 0, voted: 1, unread: 0 })
  })
})

describe('matches that were published without ratings', () => {
  async function publishUnread(most?: number): Promise<void> {
    await storePastDay(most)
    server.simulator.faults.add({ kind: 'http_500' })
    while ((await publishDue(server.app)) !== null);
  }

  test('have their points, and the season too, once the night has read the ratings', async () => {
    await publishUnread()
    const { unread } = await results()
    expect(unread).toBeGreaterThan(PER_PASS)
    server.simulator.faults.clear()
    await readMissingDetails(server.app, server.clock.now())
    const after = await results()
    expect(after.unread).toBe(0)
    expect(after.rated).toBeGreaterThan(0.8 * unread)
    expect(await seasonPoints()).toBe(await matchPoints())
  })

  test('have them as well if the provider was last asked before the whistle', async () => {
    await publishUnread(A_FEW)
    const { id } = await someRated()
    const matches = () => server.app.db.updateTable('matches')
    await matches()
      .set((eb) => ({ details_at: eb.ref('finished_at') }))
      .execute()
    await matches()
      .set((eb) => ({ details_at: eb.ref('match_date') }))
      .where('id', '=', id)
      .execute()
    await readMissingDetails(server.app, server.clock.now())
    expect((await results()).rated).toBe(1)
  })

  test('have them at once if the operator asks for the lineup', async () => {
    await publishUnread(A_FEW)
    const { cookie } = await signInAdmin(server)
    const { id: match_id } = await someRated()
    const answer = await call(server, 'POST', '/api/functions/read-lineup', { cookie, body: { match_id } })
    expect(answer.statusCode).toBe(200)
    expect((await results()).rated).toBe(1)
    expect(await seasonPoints()).toBe(await matchPoints())
  })
})
