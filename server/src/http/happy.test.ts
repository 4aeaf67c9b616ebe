import { DELETION_CONFIRMATION } from '@tribune/contract/account-calls.ts'
import { type Endpoint, isOwn } from '@tribune/contract/endpoint.ts'
import { keepingOf, mayKeep } from '@tribune/domain/offline.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { ingestCompetitions } from '../features/ingestion/service.ts'
import { publishDueMatches } from '../features/rankings/service.ts'
import { call, startTestServer, type TestServer } from '../testing/app.ts'
import { cast, top3 } from '../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../testing/builders.ts'
import { allEndpoints } from '../testing/contract.ts'
import { type SignedIn, signInAdmin, signInOne } from '../testing/people.ts'

const HOUR_MS = 3_600_000
const endpoints = await allEndpoints()
let server: TestServer
let fan: SignedIn
let admin: SignedIn
let open: BuiltMatch
let over: BuiltMatch
let told: number
let identityId: string

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const { app, clock } = server
  fan = await signInOne(server)
  admin = await signInAdmin(server)
  open = await buildMatch(app.db)
  const finishedAt = new Date(clock.now().getTime() - 2 * HOUR_MS)
  over = await buildMatch(app.db, { status: 'finished', finishedAt, rating: 7.1 })
  await cast(server, fan, open.id, open.playerIds.slice(0, 3))
  await publishDueMatches(app)
  await ingestCompetitions(app)
  await app.realtime.request()
  const excluded = { match_id: over.id, reason: 'no_lineups_available', excluded_at: clock.now() }
  await app.db.insertInto('excluded_matches').values(excluded).execute()
  const { id } = await app.db
    .selectFrom('matches')
    .select('id')
    .where('competition_id', '<>', 61)
    .limit(1)
    .executeTakeFirstOrThrow()
  told = id
  const identity = { user_id: fan.id, provider_id: 'google', account_id: 'somebody' }
  const added = await app.db.insertInto('auth.account').values(identity).returning('id').executeTakeFirstOrThrow()
  identityId = added.id
  const phone = { phone_number: '+33600000000', phone_number_verified: true }
  await app.db.updateTable('auth.user').set(phone).where('id', '=', fan.id).execute()
})
afterAll(() => server.close())

interface Asked {
  /** The whole address, where it takes more than one parameter in its path. */
  readonly path?: string
  readonly url?: string
  readonly body?: unknown
  /** What the answer must hold beyond its shape. */
  readonly holds?: object
}

const filled = { items: expect.objectContaining({ length: expect.any(Number), 0: expect.anything() }) }
const [match, player] = [() => open.id, () => over.playerIds[0]]

/** One good request of every endpoint. */
const GOOD: Record<string, () => Asked> = {
  'GET /api/health': () => ({ holds: { ok: true } }),
  'GET /api/health/ready': () => ({ holds: { ok: true } }),
  'GET /api/health/live': () => ({ holds: { ok: true } }),
  'GET /api/me': () => ({ holds: { fan: expect.objectContaining({ id: admin.id, is_admin: true }) } }),
  'POST /api/me/password': () => ({
    body: { password: 'quatre-vingt-dix minutes au stade' },
    holds: { changed: true },
  }),
  'GET /api/user_profiles': () => ({ holds: { user_id: fan.id, xp: 5 } }),
  'GET /api/user_profiles/count': () => ({ holds: { count: 2 } }),
  'GET /api/rpc/get_home_matches': () => ({ holds: filled }),
  'GET /api/rpc/get_match_winners': () => ({ holds: { items: expect.objectContaining({ length: 22 }) } }),
  'GET /api/home_fixtures': () => ({
    url: `?match_ids=${match()}`,
    holds: { items: [expect.objectContaining({ match_id: match() })] },
  }),
  'GET /api/home_fixtures/:match_id': () => ({ url: `/${match()}`, holds: { match_id: match(), status: 'live' } }),
  'GET /api/matches': () => ({ url: `?ids=${match()}`, holds: { items: [expect.objectContaining({ id: match() })] } }),
  'GET /api/match_lineups': () => ({
    url: `?match_id=${match()}`,
    holds: { items: expect.objectContaining({ length: 22 }) },
  }),
  'GET /api/match_player_points': () => ({
    url: `?match_id=${over.id}&limit=30`,
    holds: { items: expect.objectContaining({ length: 22 }) },
  }),
  'GET /api/rpc/get_match_screen': () => ({
    url: `?match_id=${over.id}`,
    holds: { result: expect.objectContaining({ source: 'ratings_fallback' }) },
  }),
  'GET /api/rpc/get_season_ranking_corrected': () => ({
    url: '?p_limit=3',
    holds: { total: 22, items: expect.objectContaining({ length: 3 }) },
  }),
  'GET /api/season': () => ({ holds: { name: 'Index', start: expect.any(String) } }),
  'GET /api/season_player_points': () => ({
    url: `?player_id=${player()}`,
    holds: { items: [expect.objectContaining({ rank: 1 })] },
  }),
  'GET /api/rpc/get_my_podium_players': () => ({ holds: { player_ids: open.playerIds.slice(0, 3), items: [] } }),
  'GET /api/players_ref': () => ({
    url: `?ids=${player()}`,
    holds: { items: [expect.objectContaining({ id: player() })] },
  }),
  'GET /api/players_ref/:id': () => ({ url: `/${player()}`, holds: { id: player() } }),
  'GET /api/rpc/get_player_full_team_history': () => ({ url: `?p_player_id=${player()}`, holds: { total: 1 } }),
  'GET /api/rpc/get_player_complete_history': () => ({ url: `?p_player_id=${player()}`, holds: { total: 1 } }),
  'GET /api/available_competitions': () => ({ url: '?order=coefficient&limit=2', holds: filled }),
  'GET /api/match_coefficients': () => ({ holds: { items: expect.objectContaining({ length: 7 }) } }),
  'POST /api/rpc/set_competition_enabled': () => ({
    body: { id: 61, enabled: true },
    holds: { id: 61, enabled: true },
  }),
  'POST /api/rpc/set_competition_cc': () => ({ body: { id: 61, coefficient: 3 }, holds: { matches_updated: 0 } }),
  'POST /api/rpc/set_cm_table': () => ({
    body: { table: [{ phase: 'final', coefficient: 1 }] },
    holds: { matches_updated: 0 },
  }),
  'PUT /api/votes/:match_id': () => ({
    url: `/${match()}`,
    body: top3(open.playerIds.slice(0, 3)),
    holds: { complete: true, xp_awarded: 0 },
  }),
  'GET /api/votes/:match_id': () => ({
    url: `/${match()}`,
    holds: { vote: expect.objectContaining({ complete: true }) },
  }),
  'GET /api/votes': () => ({ holds: { items: [expect.objectContaining({ match_id: match() })] } }),
  'GET /api/votes/count': () => ({ holds: { count: 1 } }),
  'GET /api/votes_count': () => ({ holds: { count: 1 } }),
  'GET /api/votes_latest': () => ({ holds: { items: [expect.objectContaining({ user_id: fan.id })] } }),
  'GET /api/match_votes_expanded': () => ({
    url: `?match_id=${match()}`,
    holds: { items: expect.objectContaining({ length: 3 }) },
  }),
  'GET /api/functions/scheduler-realtime': () => ({ url: '?wait=1', holds: { fresh: true } }),
  'POST /api/functions/scheduler-postft': () => ({
    body: { match_id: told },
    holds: { correlation_id: expect.any(String) },
  }),
  'POST /api/functions/scheduler-nightly': () => ({ body: {}, holds: { correlation_id: expect.any(String) } }),
  'POST /api/functions/season-ranking': () => ({ body: {}, holds: { processed: expect.any(Number) } }),
  'POST /api/functions/correct-match': () => ({
    body: { match_id: match(), to: 'finished' },
    holds: { processed: 1 },
  }),
  'GET /api/feed_anomalies': () => ({ holds: { items: expect.any(Array) } }),
  'POST /api/functions/ranking-engine': () => ({
    body: { match_id: over.id },
    holds: { count: 22, source: 'ratings_fallback' },
  }),
  'POST /api/functions/award-xp': () => ({ body: { match_id: match() }, holds: { awarded: 5, xp: 5 } }),
  'GET /api/functions/uefa-country-ranking': () => ({ url: '?year=2026', holds: filled }),
  'GET /api/functions/football-api': () => ({
    url: `?fn=match_details&match_id=${match()}`,
    holds: { details: expect.objectContaining({ status: 'live' }) },
  }),
  'GET /api/me/sessions': () => ({ holds: { items: [expect.objectContaining({ current: true })] } }),
  'POST /api/proof-of-work': () => ({ body: { domain: 'stade.invalid' }, holds: { work: null } }),
  'POST /api/me/sessions/end': () => ({ body: { scope: 'others' }, holds: { ended: 0 } }),
  'GET /api/me/identities': () => ({ holds: { items: [expect.objectContaining({ provider: 'google' })] } }),
  'POST /api/me/identities/unlink': () => ({ body: { id: identityId }, holds: { unlinked: true } }),
  'POST /api/me/phone/remove': () => ({ body: {}, holds: { removed: true } }),
  'POST /api/me/app-code': () => ({
    body: { challenge: 'A'.repeat(43), alone: false },
    holds: { code: expect.stringMatching(/^[\w-]{43}$/) },
  }),
  'GET /api/me/data': () => ({ holds: { vote_count: 1 } }),
  'POST /api/functions/delete-user-account': () => ({ body: DELETION_CONFIRMATION, holds: { deleted: true } }),
  'GET /api/edge_metrics': () => ({
    url: '?function_name=scheduler-realtime',
    holds: { items: [expect.objectContaining({ ok: true })] },
  }),
  'GET /api/contact': () => ({ holds: { email: null } }),
  'GET /share/match/:match_id.png': () => ({ path: `/share/match/${over.id}.png` }),
  'GET /share/player/:player_id.png': () => ({ path: `/share/player/${player()}.png` }),
  'GET /share/podium/:match_id.png': () => ({ path: `/share/podium/${match()}.png` }),
  'GET /media/:kind/:id/:size.webp': () => ({ path: `/media/players/${player()}/96.webp` }),
  'GET /api/excluded_matches': () => ({ holds: { items: [expect.objectContaining({ match_id: over.id })] } }),
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
// The nightly run takes excluded matches back: nearly last, and on an empty calendar. After the fan's account has ended nobody asks.
const LAST = ['/api/functions/correct-match', '/api/functions/scheduler-nightly', '/api/functions/delete-user-account']
const isLast = (endpoint: Endpoint) => LAST.indexOf(endpoint.path) + 1
const ordered = endpoints.toSorted((one, other) => isLast(one) - isLast(other))

/** A fan's own is kept by nobody, and what the phone reads again without a network may be kept. */
function expectKeeping(endpoint: Endpoint, url: string, told: unknown): void {
  const { pathname, search } = new URL(url, 'http://tribune.invalid')
  const keeping = keepingOf(pathname, search)
  if (isOwn(endpoint)) expect([told, keeping]).toEqual(['no-store', null])
  else if (endpoint.shared !== true) expect(told).toBe('no-cache')
  if (keeping !== null) expect(mayKeep(200, String(told))).toBe(true)
}

test('nothing that is a fan’s own is shared', () => {
  expect(endpoints.filter((endpoint) => endpoint.shared === true && isOwn(endpoint))).toEqual([])
})

test.each(ordered.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s answers as the contract says',
  async (name, endpoint) => {
    const asked = GOOD[name]?.()
    if (asked === undefined) throw new Error(`${name} has no good request in this table`)
    const url = asked.path ?? endpoint.path.replace(/\/:\w+/, '') + (asked.url ?? '')
    const cookie = endpoint.access === 'fan' ? fan.cookie : admin.cookie
    if (isLast(endpoint)) server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
    const answer = await call(server, endpoint.method, url, { cookie, body: asked.body })
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    if (endpoint.method === 'GET') expectKeeping(endpoint, url, answer.headers['cache-control'])
    if (endpoint.output instanceof z.ZodFile) {
      expect(answer.headers['content-type']).toMatch(/^image\//)
      return
    }
    expect(answer.headers['content-type']).toContain('application/json')
    expect(endpoint.output.parse(answer.json())).toEqual(answer.json())
    expect(answer.json()).toMatchObject(asked.holds ?? {})
  },
)
