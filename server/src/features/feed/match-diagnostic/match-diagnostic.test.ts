import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin, signInMany } from '../../../testing/people.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { ingestCompetitions } from '../ingestion/service.ts'
import { checkMatch } from './service.ts'

let server: TestServer
let admin: SignedIn
let fans: SignedIn[]
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
  fans = await signInMany(server, 12)
  await ingestCompetitions(server.app)
})
afterAll(() => server.close())
beforeEach(() => server.simulator.faults.clear())

const read = async (path: string) => (await call(server, 'GET', path, { cookie: admin.cookie })).json()
const diagnose = (id: number | string) => read(`/api/operator_match_diagnostic?match_id=${id}`)
const ask = (path: string, body: object) => call(server, 'POST', path, { cookie: admin.cookie, body })

/** A published match on which all fans have voted. */
async function voted(players = 22): Promise<BuiltMatch> {
  const { app, clock } = server
  const match = await buildMatch(app.db, { players })
  for (const [index, fan] of fans.entries()) {
    const first = index % 3
    const picks = [first, (first + 1) % 3, 3].map((position) => match.playerIds[position])
    expect((await cast(server, fan, match.id, picks)).statusCode).toBe(200)
  }
  await finishMatch(app.db, match.id, new Date(clock.now().getTime() - 2 * HOUR_MS))
  await publishDueMatches(app)
  return match
}

describe('the diagnostic of a match', () => {
  test('finds nothing wrong with a good one', async () => {
    const { id } = await voted()
    expect(await diagnose(id)).toMatchObject({
      match_id: id,
      published: true,
      marked: false,
      lineup: { players: 22, complete: true, rated: 0 },
      points: { top: 300, expected: 300, consistent: true },
      tally: { voters: 12, recounted: 12, equal: true },
      source: 'votes',
      voters: 12,
      excluded: false,
      provider: { state: 'unknown', differences: [] },
    })
  })

  test('finds a lineup of fewer than 22', async () => {
    const { id } = await voted(21)
    expect((await diagnose(id)).lineup).toEqual({ players: 21, complete: false, rated: 0 })
  })

  test('finds points that are 10 or more off their coefficient, and the mark', async () => {
    const { id } = await voted()
    const set = (coefficient: number) => ask('/api/rpc/set_competition_cc', { id: 61, coefficient })
    await set(3.09)
    expect(await diagnose(id)).toMatchObject({ marked: true, points: { top: 300, expected: 309, consistent: true } })
    await set(3.1)
    expect(await diagnose(id)).toMatchObject({ marked: true, points: { top: 300, expected: 310, consistent: false } })
    await set(3)
  })

  test.each([
    ['a place', sql`UPDATE match_tallies SET firsts = firsts + 1, seconds = seconds - 1`],
    ['a duel', sql`UPDATE match_duels SET ballots = ballots + 1`],
    ['the voters', sql`UPDATE match_ballots SET voters = voters - 1`],
  ])('finds a running tally that differs from its recount in %s', async (_what, fault) => {
    const { id } = await voted()
    expect((await diagnose(id)).tally.equal).toBe(true)
    await fault.execute(server.app.db)
    expect((await diagnose(id)).tally.equal).toBe(false)
  })

  test('counts only ballots that are not set aside', async () => {
    const { id } = await voted()
    const { groups } = await read(`/api/ballot_groups?match_id=${id}`)
    const [{ dimension, key, ballots }] = groups
    const answer = await ask('/api/functions/set-ballots-aside', {
      match_id: id,
      dimension,
      key,
      ballots,
      reason: 'Script',
    })
    expect(answer.statusCode).toBe(200)
    const left = 12 - ballots
    expect((await diagnose(id)).tally).toEqual({ voters: left, recounted: left, equal: true })
  })

  test('finds nothing to rank before any ranking', async () => {
    const { id } = await buildMatch(server.app.db, { status: 'upcoming', players: 0 })
    expect(await diagnose(id)).toMatchObject({
      published: false,
      ranked_coefficient: null,
      points: { top: null, consistent: null },
      source: null,
    })
  })

  test('compares ours with the provider’s', async () => {
    await server.app.realtime.request()
    const { id } = await server.app.db
      .selectFrom('matches')
      .select('id')
      .where('id', '<', 700_000_000)
      .where('status', '=', 'finished')
      .orderBy('match_date', 'desc')
      .executeTakeFirstOrThrow()
    await ask('/api/functions/read-lineup', { match_id: id })
    expect((await diagnose(id)).provider).toEqual({ state: 'equal', differences: [] })
    await server.app.db.updateTable('matches').set({ home_score: 99 }).where('id', '=', id).execute()
    expect((await diagnose(id)).provider).toMatchObject({
      state: 'different',
      differences: [{ field: 'home_score', ours: 99, theirs: expect.any(Number) }],
    })
    server.simulator.faults.add({ kind: 'http_500', path: '/fixtures' })
    expect(await diagnose(id)).toMatchObject({ match_id: id, provider: { state: 'unread', differences: [] } })
  })

  test('does not wait for a provider that does not answer', async () => {
    const { id } = await buildMatch(server.app.db)
    server.simulator.faults.add({ kind: 'slow', path: '/fixtures' })
    expect((await checkMatch(server.app, id, 50)).provider.state).toBe('unread')
  })

  test.each(['text', '-1', '0', '1.5', '9'.repeat(20), ''])('refuses the id %j', async (id) => {
    const answer = await call(server, 'GET', `/api/operator_match_diagnostic?match_id=${id}`, { cookie: admin.cookie })
    expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
  })

  test('refuses a match that does not exist', async () => {
    const answer = await call(server, 'GET', '/api/operator_match_diagnostic?match_id=404', { cookie: admin.cookie })
    expect(refusalOf(answer)).toEqual([404, 'match_not_found'])
  })
})

describe('the lineup of an excluded match', () => {
  test('is asked for at once, and ends the exclusion', async () => {
    const { db } = server.app
    await server.app.realtime.request()
    const { id } = await db
      .selectFrom('matches')
      .select('id')
      .where('id', '<', 700_000_000)
      .where('status', '=', 'finished')
      .orderBy('match_date')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('match_lineups').where('match_id', '=', id).execute()
    const excluded = { match_id: id, reason: 'no_lineups_available', excluded_at: server.clock.now() }
    await db.insertInto('excluded_matches').values(excluded).execute()
    const answer = (await ask('/api/functions/read-lineup', { match_id: id })).json()
    expect(answer).toEqual({ match_id: id, players: expect.any(Number), excluded: false })
    expect(answer.players).toBeGreaterThan(21)
  })

  test('that the provider does not have leaves the match excluded', async () => {
    const { id } = await buildMatch(server.app.db, { status: 'finished', players: 0 })
    const excluded = { match_id: id, reason: 'no_lineups_available', excluded_at: server.clock.now() }
    await server.app.db.insertInto('excluded_matches').values(excluded).execute()
    expect((await ask('/api/functions/read-lineup', { match_id: id })).json()).toEqual({
      match_id: id,
      players: 0,
      excluded: true,
    })
    const { items } = await read(`/api/operator_journal?subject=match:${id}`)
    expect(items).toMatchObject([{ action: 'lineup_read' }])
  })

  test('is refused while the provider is away, and for a match that does not exist', async () => {
    const { id } = await buildMatch(server.app.db)
    server.simulator.faults.add({ kind: 'http_500', path: '/fixtures' })
    expect(refusalOf(await ask('/api/functions/read-lineup', { match_id: id }))).toEqual([503, 'feed_unavailable'])
    expect(refusalOf(await ask('/api/functions/read-lineup', { match_id: 404 }))).toEqual([404, 'match_not_found'])
  })
})

describe('the diagnostic of World Cup qualification', () => {
  test('finds its competitions, and players whose stored club is not their latest one outside of them', async () => {
    const { db } = server.app
    await sql`TRUNCATE matches CASCADE`.execute(db)
    const club = await buildMatch(db, { home: 'FC Rive', away: 'Stade Aval', kickoffAt: new Date(Date.now() - 9e8) })
    const country = await buildMatch(db, { competitionId: 32, home: 'Pays A', away: 'Pays B', players: 0 })
    const [right = 0, wrong = 0] = club.playerIds
    const names = { right: 'FC Rive', wrong: 'Stade Aval' }
    for (const id of [right, wrong]) {
      await sql`INSERT INTO match_lineups (match_id, player_id, player_name, team_id, player_team, side, is_starter)
        SELECT m.id, ${id}, 'Joueur', m.home_team_id, 'Pays A', 'home', true FROM matches m WHERE m.id = ${country.id}`.execute(
        db,
      )
    }
    await db.updateTable('players_ref').set({ last_team: names.right }).where('id', '=', right).execute()
    await db.updateTable('players_ref').set({ last_team: 'Pays A' }).where('id', '=', wrong).execute()
    const found = await read('/api/operator_world_cup_qualification')
    expect(found.competitions.map(({ id }: { id: number }) => id)).toEqual([32, 33, 34, 35, 36, 37])
    expect(found.competitions[0]).toMatchObject({ enabled: true, matches: 1, finished: 0 })
    expect(found).toMatchObject({
      checked: 2,
      more: false,
      wrong: 1,
      players: [{ player_id: wrong, stored: 'Pays A', expected: names.wrong }],
    })
  })
})
