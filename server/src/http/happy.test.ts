import { randomUUID } from 'node:crypto'
import { type Endpoint, isForCdn } from '@tribune/contract/endpoint.ts'
import { changedRefusal } from '@tribune/contract/operator/change.ts'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { cachingOf, mayCache } from '@tribune/protocol/offline.ts'
import { stateTag } from '@tribune/protocol/state-tag.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { rebuildTally } from '../features/ballots/tally/queries.ts'
import { ingestCompetitions } from '../features/feed/ingestion/service.ts'
import { subscribe } from '../features/messages/push/service.ts'
import { newestRecord } from '../features/results/audit/queries.ts'
import { publishDueMatches } from '../features/results/rankings/service.ts'
import { setAside } from '../features/results/suspicion/service.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'
import { cast } from '../testing/ballots.ts'
import { browserAt } from '../testing/browsers.ts'
import { type BuiltMatch, buildMatch } from '../testing/builders.ts'
import { allEndpoints } from '../testing/contract.ts'
import { OPERATOR, type SignedIn, signInAdmin, signInOne, withSession } from '../testing/people.ts'
import { goodRequests, MOVED, OWN_COMPETITION, type Subjects } from '../testing/requests.ts'
import { stuffMatch } from '../testing/stuffing.ts'

const endpoints = await allEndpoints()
let server: TestServer
let subjects: Subjects

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const { app, clock } = server
  const [fan, admin, stranger] = [await signInOne(server), await signInAdmin(server), await signInOne(server)]
  const open = await buildMatch(app.db)
  const finishedAt = new Date(clock.now().getTime() - 2 * HOUR_MS)
  const over = await buildMatch(app.db, { status: 'finished', finishedAt, rating: 7.1, competitionId: OWN_COMPETITION })
  await cast(server, fan, open.id, open.playerIds.slice(0, 3))
  await publishDueMatches(app)
  for (const network of [1, 2]) await stuff(over, network)
  await rebuildTally(app.db, over.id)
  await setAside(app, OPERATOR, { matchId: over.id, dimension: 'network', key: '2', ballots: 3, reason: 'Script' })
  const { id: asideId } = await app.db.selectFrom('ballots_set_aside').select('id').executeTakeFirstOrThrow()
  await sql`UPDATE votes SET user_id = ${fan.id}, bucket = ballot_bucket(${fan.id}) WHERE id = (SELECT id FROM votes WHERE set_aside = ${asideId} LIMIT 1)`.execute(
    app.db,
  )
  await ingestCompetitions(app)
  const record = await recordOnly(fan)
  await app.realtime.request()
  const excluded = { match_id: over.id, reason: 'no_lineups_available', excluded_at: clock.now() }
  await app.db.insertInto('excluded_matches').values(excluded).execute()
  const notice = { text: 'Bonsoir', starts_at: hoursFromNow(-1), ends_at: hoursFromNow(1) }
  await app.db.insertInto('notices').values(notice).execute()
  const { id: feedMatchId } = await app.db
    .selectFrom('matches')
    .select('id')
    .where('competition_id', 'not in', [61, OWN_COMPETITION])
    .limit(1)
    .executeTakeFirstOrThrow()
  const { home_team_id: home, away_team_id: away } = await app.db
    .selectFrom('matches')
    .select(['home_team_id', 'away_team_id'])
    .where('id', '=', open.id)
    .executeTakeFirstOrThrow()
  const identity = { user_id: fan.id, provider_id: 'google', account_id: 'somebody' }
  const { id: identityId } = await app.db
    .insertInto('auth.account')
    .values(identity)
    .returning('id')
    .executeTakeFirstOrThrow()
  const subscriptionId = await subscribe(app, await withSession(app.db, fan), browserAt('https://push.example/first'))
  // A session that no call here ends.
  await subscribe(app, await withSession(app.db, admin), MOVED)
  const phone = { phone_number: '+33600000000', phone_number_verified: true }
  await app.db.updateTable('auth.user').set(phone).where('id', '=', fan.id).execute()
  const clubs = [home, away]
  const ids = { feedMatchId, identityId, clubs, asideId, subscriptionId }
  subjects = { server, fan, admin, stranger, open, over, record, ...ids }
})
afterAll(() => server.close())

const hoursFromNow = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString()

/** Makes the record of a match with a ballot of the fan, and deletes the match, which no other call is to meet. */
async function recordOnly(fan: SignedIn) {
  const { app, clock } = server
  const finishedAt = new Date(clock.now().getTime() - 2 * HOUR_MS)
  const match = await buildMatch(app.db, { status: 'finished', finishedAt })
  await stuffMatch(app.db, match, { honest: 12, script: 0, at: finishedAt })
  await sql`UPDATE votes SET user_id = ${fan.id}, bucket = ballot_bucket(${fan.id}), xp = 0
    WHERE id = (SELECT id FROM votes WHERE match_id = ${match.id} LIMIT 1)`.execute(app.db)
  await publishDueMatches(app)
  await app.recorder.write(app.db)
  await sql`DELETE FROM votes WHERE match_id = ${match.id} AND user_id <> ${fan.id}`.execute(app.db)
  await sql`DELETE FROM auth."user" WHERE email LIKE '%.example'`.execute(app.db)
  for (const table of ['match_ballots', 'match_player_points'] as const)
    await app.db.deleteFrom(table).where('match_id', '=', match.id).execute()
  await app.db.deleteFrom('season_player_points').where('player_id', 'in', match.playerIds).execute()
  await app.db.deleteFrom('matches').where('id', '=', match.id).execute()
  return (await newestRecord(app.db, match.id)) ?? expect.fail()
}

/** Stores three ballots of one network. */
async function stuff({ id, playerIds: [first, second, third] }: BuiltMatch, network: number): Promise<void> {
  const ballot = { bucket: 0, match_id: id, first_id: first, second_id: second, third_id: third, network_hash: network }
  const evidence = { account_strength: 1, account_hours: 0, changes: 0 }
  const rows = Array.from({ length: 3 }, () => ({ ...ballot, ...evidence, user_id: randomUUID() }))
  await server.app.db.insertInto('votes').values(rows).execute()
}

type Answer = Awaited<ReturnType<typeof call>>

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
// Calls that run last, in this order. The nightly run includes excluded matches again, so it runs nearly last and on an empty calendar. Deleting the
// fan's account is the last call, because it leaves no caller. The journal has acts to list by then.
const LAST = [
  '/api/operator_player_merge',
  '/api/rpc/merge_players',
  '/api/operator_player_merges',
  '/api/rpc/unmerge_players',
  '/api/rpc/reopen_season',
  '/api/rpc/add_derby',
  '/api/operator_derbies',
  '/api/rpc/remove_derby',
  '/api/functions/let-result-stand',
  '/api/functions/set-ballots-aside',
  '/api/functions/take-ballots-back',
  '/api/operator_journal',
  '/api/functions/correct-match',
  '/api/functions/scheduler-nightly',
  '/api/rpc/delete_fan',
  '/api/functions/delete-user-account',
]
const isLast = (endpoint: Endpoint) => LAST.indexOf(endpoint.path) + 1
const ordered = endpoints.toSorted((one, other) => isLast(one) - isLast(other))

/** Lifetime of a public answer in shared caches. */
const SHARED = /^public, max-age=(?:0, s-maxage=1, must-revalidate|\d{1,3}|31536000, immutable)$/

/** Expects a public read to be the same for every caller, with a lifetime in shared caches, and no cache to store anything else. */
async function expectCaching(endpoint: Endpoint, url: string, { headers, rawPayload }: Answer): Promise<void> {
  const cacheControl = String(headers['cache-control'] ?? 'none')
  const { pathname, search } = new URL(url, 'http://tribune.invalid')
  const caching = cachingOf(pathname, search)
  if (!isForCdn(endpoint)) {
    expect([cacheControl, caching]).toEqual([endpoint.method === 'GET' ? 'no-store' : 'none', null])
    return
  }
  expect(cacheControl).toMatch(SHARED)
  expect(cacheControl.includes('immutable')).toBe(endpoint.path.endsWith('/:hash'))
  if (caching !== null) expect(mayCache(200, cacheControl)).toBe(true)
  // The native app's pages need another header than all others.
  expect(String(headers.vary).split(', ')).toContain('origin')
  for (const caller of [{}, { cookie: subjects.fan.cookie }]) {
    const same = await call(server, 'GET', url, caller)
    expect([same.headers, same.rawPayload.equals(rawPayload)]).toEqual([{ ...headers, date: same.headers.date }, true])
    expect(same.headers).not.toHaveProperty('set-cookie')
  }
}

/** Sends a call on a state that has gone by, which it refuses with the present one. Returns the headers of the same call on that one. */
async function conditionOf({ state, method }: Endpoint, url: string, sent: { cookie: string; body: unknown }) {
  if (state === undefined) return {}
  const refused = await call(server, method, url, { ...sent, headers: { 'if-match': '"another"' } })
  expect(refusalOf(refused)).toEqual([412, 'changed_meanwhile'])
  const { current } = changedRefusal.parse(refused.json()).error
  expect(state.parse(current)).toEqual(current)
  return { 'if-match': await stateTag(current) }
}

test.each(ordered.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s answers as the contract says',
  async (name, endpoint) => {
    const asked = goodRequests(subjects)[name]
    if (asked === undefined) throw new Error(`${name} has no good request in testing/requests.ts`)
    const url = asked.path ?? endpoint.path.replace(/\/:\w+/, '') + (asked.url ?? '')
    const { fan, admin, record } = subjects
    const { cookie } = endpoint.access === 'fan' ? fan : admin
    if (endpoint.path === '/api/functions/scheduler-nightly')
      server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
    const headers = await conditionOf(endpoint, url, { cookie, body: asked.body })
    const answer = await call(server, endpoint.method, url, { cookie, body: asked.body, headers })
    await expectCaching(endpoint, url, answer)
    if (endpoint.path.endsWith('/ballots')) {
      expect([answer.statusCode, answer.headers.location]).toEqual([302, `${url}/${record.ballots}`])
      return
    }
    const status = endpoint.output instanceof z.ZodVoid ? 204 : 200
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([status, ''])
    if (status === 204) return
    if (endpoint.output instanceof z.ZodFile) {
      expect(answer.headers['content-type']).toMatch(/^(?:image\/|text\/|application\/)/)
      return
    }
    expect(answer.headers['content-type']).toContain('application/json')
    expect(endpoint.output.parse(answer.json())).toEqual(answer.json())
    expect(answer.json()).toMatchObject(asked.holds ?? {})
  },
)
