import { randomUUID } from 'node:crypto'
import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import { type Endpoint, isForCdn } from '@tribune/contract/endpoint.ts'
import { changedRefusal } from '@tribune/contract/operator/change.ts'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { DEFAULT_NOTIFICATIONS } from '@tribune/domain/messages/notification.ts'
import { defaultSeason } from '@tribune/domain/season/dates.ts'
import { keepingOf, mayKeep } from '@tribune/protocol/offline.ts'
import { stateTag } from '@tribune/protocol/state-tag.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { rebuildTally } from '../features/ballots/tally/queries.ts'
import { ingestCompetitions } from '../features/feed/ingestion/service.ts'
import { createOffProofs, subscribe } from '../features/messages/push/service.ts'
import { newestRecord } from '../features/results/audit/queries.ts'
import { publishDueMatches } from '../features/results/rankings/service.ts'
import { setAside } from '../features/results/suspicion/service.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'
import { cast, top3 } from '../testing/ballots.ts'
import { browserAt } from '../testing/browsers.ts'
import { type BuiltMatch, buildMatch } from '../testing/builders.ts'
import { ADMIN_EMAIL } from '../testing/constants.ts'
import { allEndpoints } from '../testing/contract.ts'
import { OPERATOR, type SignedIn, signInAdmin, signInOne, withSession } from '../testing/people.ts'
import { stuffMatch } from '../testing/stuffing.ts'

/** One that the feed does not know: what it has of the others depends on the hour. */
const OWN_COMPETITION = 990_061

const endpoints = await allEndpoints()
let server: TestServer
let fan: SignedIn
let admin: SignedIn
let stranger: SignedIn
let open: BuiltMatch
let over: BuiltMatch
let feedMatchId: number
let identityId: string
let clubs: number[]
let asideId: string
let record: NonNullable<Awaited<ReturnType<typeof newestRecord>>>
let subscriptionId: string
const moved = browserAt('https://push.example/moved')

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const { app, clock } = server
  fan = await signInOne(server)
  admin = await signInAdmin(server)
  stranger = await signInOne(server)
  open = await buildMatch(app.db)
  const finishedAt = new Date(clock.now().getTime() - 2 * HOUR_MS)
  over = await buildMatch(app.db, { status: 'finished', finishedAt, rating: 7.1, competitionId: OWN_COMPETITION })
  await cast(server, fan, open.id, open.playerIds.slice(0, 3))
  await publishDueMatches(app)
  for (const network of [1, 2]) await stuff(over, network)
  await rebuildTally(app.db, over.id)
  await setAside(app, OPERATOR, { matchId: over.id, dimension: 'network', key: '2', ballots: 3, reason: 'Script' })
  const aside = await app.db.selectFrom('ballots_set_aside').select('id').executeTakeFirstOrThrow()
  asideId = aside.id
  await sql`UPDATE votes SET user_id = ${fan.id}, bucket = ballot_bucket(${fan.id}) WHERE id = (SELECT id FROM votes WHERE set_aside = ${asideId} LIMIT 1)`.execute(
    app.db,
  )
  await ingestCompetitions(app)
  record = await recordOnly()
  await app.realtime.request()
  const excluded = { match_id: over.id, reason: 'no_lineups_available', excluded_at: clock.now() }
  await app.db.insertInto('excluded_matches').values(excluded).execute()
  const notice = { text: 'Bonsoir', starts_at: hoursFromNow(-1), ends_at: hoursFromNow(1) }
  await app.db.insertInto('notices').values(notice).execute()
  const { id } = await app.db
    .selectFrom('matches')
    .select('id')
    .where('competition_id', 'not in', [61, OWN_COMPETITION])
    .limit(1)
    .executeTakeFirstOrThrow()
  feedMatchId = id
  const theirs = await app.db
    .selectFrom('matches')
    .select(['home_team_id', 'away_team_id'])
    .where('id', '=', open.id)
    .executeTakeFirstOrThrow()
  clubs = [theirs.home_team_id, theirs.away_team_id]
  const identity = { user_id: fan.id, provider_id: 'google', account_id: 'somebody' }
  const added = await app.db.insertInto('auth.account').values(identity).returning('id').executeTakeFirstOrThrow()
  identityId = added.id
  subscriptionId = await subscribe(app, await withSession(app.db, fan), browserAt('https://push.example/first'))
  // A session that no call here ends.
  await subscribe(app, await withSession(app.db, admin), moved)
  const phone = { phone_number: '+33600000000', phone_number_verified: true }
  await app.db.updateTable('auth.user').set(phone).where('id', '=', fan.id).execute()
})
afterAll(() => server.close())

const hoursFromNow = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString()

/** Makes the record of a match with a ballot of the fan, and deletes the match, which no other call is to meet. */
async function recordOnly() {
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

interface Asked {
  /** The complete path, for endpoints with several path parameters. */
  readonly path?: string
  readonly url?: string
  readonly body?: unknown
  /** Checks the answer beyond its shape. */
  readonly holds?: object
}

const filled = { items: expect.objectContaining({ length: expect.any(Number), 0: expect.anything() }) }
const double = () => ({ alias_id: open.playerIds[6], player_id: open.playerIds[8] })
const [match, player] = [() => open.id, () => over.playerIds[0]]

/** One valid request of every endpoint. */
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
  'GET /api/user_profiles/count': () => ({ holds: { count: 3 } }),
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
  'GET /api/seasons': () => ({ holds: { items: [expect.objectContaining({ open: true, champions: [] })] } }),
  'GET /api/player_seasons': () => ({
    url: `?player_id=${player()}`,
    holds: { items: [expect.objectContaining({ rank: 1, open: true })] },
  }),
  'GET /api/season_player_points': () => ({
    url: `?player_id=${player()}`,
    holds: { items: [expect.objectContaining({ rank: 1 })] },
  }),
  'GET /api/rpc/get_my_podium_players': () => ({
    holds: { player_ids: expect.arrayContaining(open.playerIds.slice(0, 3)), ...filled },
  }),
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
  'POST /api/votes/:match_id/review': () => ({
    path: `/api/votes/${over.id}/review`,
    holds: { set_aside: { reason: 'operator', review: 'asked' } },
  }),
  'GET /api/votes': () => ({ holds: { items: expect.objectContaining({ length: 2 }) } }),
  'GET /api/votes/count': () => ({ holds: { count: 3 } }),
  'GET /api/votes_count': () => ({ holds: { count: 4 } }),
  'GET /api/votes_latest': () => ({
    holds: { items: expect.arrayContaining([expect.objectContaining({ user_id: fan.id })]) },
  }),
  'GET /api/match_votes_expanded': () => ({
    url: `?match_id=${match()}`,
    holds: { items: expect.objectContaining({ length: 3 }), total: 3 },
  }),
  'GET /api/functions/scheduler-realtime': () => ({ url: '?wait=1', holds: { fresh: true } }),
  'POST /api/functions/scheduler-postft': () => ({
    body: { match_id: feedMatchId },
    holds: { correlation_id: expect.any(String) },
  }),
  'POST /api/functions/scheduler-nightly': () => ({ body: {}, holds: { correlation_id: expect.any(String) } }),
  'POST /api/functions/season-ranking': () => ({ body: {}, holds: { processed: expect.any(Number) } }),
  'POST /api/functions/correct-match': () => ({
    body: { match_id: match(), to: 'finished', reason: 'Le fournisseur se tait' },
    holds: { processed: 1, match: expect.objectContaining({ status: 'finished' }) },
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
  'GET /api/me/data': () => ({ holds: { vote_count: 3 } }),
  'POST /api/functions/delete-user-account': () => ({ body: DELETION_CONFIRMATION, holds: { deleted: true } }),
  'GET /api/edge_metrics': () => ({
    url: '?function_name=scheduler-realtime',
    holds: { items: [expect.objectContaining({ ok: true })] },
  }),
  'GET /api/players_by_name': () => ({ url: '?name=joueur', holds: { items: expect.any(Array) } }),
  'GET /api/open_runs': () => ({ holds: { items: [] } }),
  'GET /api/operator_journal': () => ({
    url: '?action=competition_coefficient&subject=competition:61',
    holds: {
      items: expect.arrayContaining([
        expect.objectContaining({ action: 'competition_coefficient', operator: ADMIN_EMAIL }),
      ]),
    },
  }),
  'POST /api/functions/admin-control': () => ({
    url: '?action=set_competition_cc',
    body: { id: 61, coefficient: 3 },
    holds: { matches_updated: 0 },
  }),
  'GET /api/operator_overview': () => ({ holds: { needs: expect.any(Array) } }),
  'GET /api/operator_recalculation': () => ({ holds: { finished: expect.any(Number), marked: expect.any(Number) } }),
  'POST /api/functions/recalculate-matches': () => ({
    body: { scope: 'all' },
    holds: { joined: false, run: expect.objectContaining({ state: 'running' }) },
  }),
  'POST /api/functions/stop-recalculation': () => ({
    body: {},
    holds: { run: expect.objectContaining({ state: 'stopping' }) },
  }),
  'POST /api/functions/make-demo-match': () => ({
    body: { state: 'upcoming' },
    holds: { match: expect.objectContaining({ status: 'upcoming', published: false }) },
  }),
  'GET /api/operator_demo_match': () => ({ holds: { match: null } }),
  'POST /api/functions/remove-demo-match': () => ({ body: {}, holds: { removed: true } }),
  'GET /api/operator_match_diagnostic': () => ({
    url: `?match_id=${over.id}`,
    holds: { match_id: over.id, lineup: { players: 22, complete: true, rated: 22 } },
  }),
  'GET /api/operator_world_cup_qualification': () => ({ holds: { wrong: 0 } }),
  'POST /api/functions/read-lineup': () => ({ body: { match_id: feedMatchId }, holds: { match_id: feedMatchId } }),
  'GET /api/operator_competitions': () => ({ holds: { ...filled, phases: expect.objectContaining({ length: 7 }) } }),
  'POST /api/rpc/apply_country_coefficients': () => ({
    body: { year: 2026, as_of: '2026-07-03', min: 1, max: 4, competition_ids: [61] },
    holds: { competitions_updated: 1 },
  }),
  'GET /api/operator_teams': () => ({ url: '?search=stade aval', holds: filled }),
  'GET /api/operator_matches': () => ({ url: '?search=stade aval', holds: filled }),
  'GET /api/operator_journal.csv': () => ({ url: '?action=competition_coefficient&text=61', holds: expect.anything() }),
  'GET /api/operator_pair_matches': () => ({ url: `?team_ids=${clubs.join()}`, holds: { matches: 1, published: 0 } }),
  'GET /api/operator_derbies': () => ({ holds: { items: [expect.objectContaining({ matches: 1 })] } }),
  'POST /api/rpc/add_derby': () => ({ body: { team_ids: clubs }, holds: { matches: 1 } }),
  'POST /api/rpc/remove_derby': () => ({ body: { team_ids: clubs }, holds: { matches: 1 } }),
  'GET /api/ballot_matches': () => ({
    holds: { items: [expect.objectContaining({ match_id: over.id, set_aside: 3 }), expect.anything()] },
  }),
  'GET /api/ballot_groups': () => ({
    url: `?match_id=${over.id}`,
    holds: { bar: null, groups: filled.items, set_aside: filled.items },
  }),
  'POST /api/functions/set-ballots-aside': () => ({
    body: { match_id: over.id, dimension: 'network', key: '1', ballots: 3, reason: 'Script' },
    holds: { ballots: 3, counted: 0, set_aside: 6 },
  }),
  'POST /api/functions/let-result-stand': () => ({ body: { match_id: over.id }, holds: { match_id: over.id } }),
  'POST /api/functions/take-ballots-back': () => ({
    body: { id: asideId },
    holds: { ballots: 3, counted: 3, set_aside: 3 },
  }),
  'GET /api/audit/matches/:match_id': () => ({ path: `/api/audit/matches/${record.match_id}` }),
  'GET /api/audit/records/:hash': () => ({ path: `/api/audit/records/${record.hash}` }),
  'GET /api/audit/matches/:match_id/ballots': () => ({ path: `/api/audit/matches/${record.match_id}/ballots` }),
  'GET /api/audit/matches/:match_id/ballots/:hash': () => ({
    path: `/api/audit/matches/${record.match_id}/ballots/${record.ballots}`,
  }),
  'GET /api/audit/log/:season/checkpoint': () => ({ path: `/api/audit/log/${record.season}/checkpoint` }),
  'GET /api/audit/log/:season/entries': () => ({ path: `/api/audit/log/${record.season}/entries` }),
  'GET /api/audit/log/:season/inclusion': () => ({
    path: `/api/audit/log/${record.season}/inclusion?index=0&size=1`,
    holds: { hashes: [] },
  }),
  'GET /api/audit/log/:season/consistency': () => ({
    path: `/api/audit/log/${record.season}/consistency?from=1&to=1`,
    holds: { hashes: [] },
  }),
  'GET /.well-known/tribune-audit-keys': () => ({}),
  'GET /api/audit/matches/:match_id/mine': () => ({
    path: `/api/audit/matches/${record.match_id}/mine`,
    holds: { record: record.hash, account: fan.id },
  }),
  'GET /api/contact': () => ({ holds: { email: null, publisher: null, director: null, host: null } }),
  'POST /api/browser_errors': () => ({
    body: { kind: 'crash', message: 'x', frames: [], build: '', screen: '/match/$id', engine: 'gecko' },
  }),
  'GET /api/notice': () => ({ holds: { notice: expect.objectContaining({ text: 'Bonsoir' }) } }),
  'GET /api/operator_notice': () => ({ holds: { notice: expect.objectContaining({ text: 'Bonsoir' }) } }),
  'POST /api/rpc/remove_notice': () => ({ body: {}, holds: { removed: true } }),
  'POST /api/rpc/set_notice': () => ({
    body: { text: ' Bonne  nuit ', starts_at: null, ends_at: hoursFromNow(1) },
    holds: { text: 'Bonne nuit' },
  }),
  'GET /api/operator_browser_errors': () => ({ holds: { items: expect.any(Array) } }),
  'GET /share/match/:match_id.png': () => ({ path: `/share/match/${over.id}.png` }),
  'GET /share/player/:player_id.png': () => ({ path: `/share/player/${player()}.png` }),
  'GET /share/podium/:match_id.png': () => ({ path: `/share/podium/${match()}.png` }),
  'GET /media/:kind/:id/:size.webp': () => ({ path: `/media/players/${player()}/96.webp` }),
  'GET /api/operator_seasons': () => ({ holds: { items: [expect.objectContaining({ open: true, players: 22 })] } }),
  'POST /api/rpc/set_season_dates': () => ({
    body: { id: 1, starts_on: '2020-01-01', ends_on: '2020-06-30' },
    holds: { seasons_moved: 1, matches_lost: 0 },
  }),
  'POST /api/rpc/rename_season': () => ({ body: { id: 1, name: 'Index', label: '2020' }, holds: { label: '2020' } }),
  'POST /api/rpc/recompute_season': () => ({ body: { id: 1 }, holds: { players: 0 } }),
  'GET /api/excluded_matches': () => ({ holds: { items: [expect.objectContaining({ match_id: over.id })] } }),
  'POST /api/rpc/find_fan': () => ({
    body: { wanted: fan.id },
    holds: { id: fan.id, is_operator: false, voting_closed: null },
  }),
  'POST /api/rpc/close_voting_right': () => ({
    body: { fan_id: fan.id, reason: 'Plusieurs comptes' },
    holds: { reason: 'Plusieurs comptes' },
  }),
  'POST /api/rpc/reopen_voting_right': () => ({ body: { fan_id: fan.id }, holds: { reopened: true } }),
  'POST /api/rpc/copy_fan_data': () => ({
    body: { fan_id: fan.id },
    holds: { account: expect.objectContaining({ id: fan.id }) },
  }),
  'POST /api/rpc/delete_fan': () => ({
    body: { fan_id: stranger.id, reason: 'Demande écrite du 24 novembre' },
    holds: { deleted: true },
  }),
  'POST /api/rpc/end_fan_sessions': () => ({ body: { fan_id: stranger.id }, holds: { ended: 1 } }),
  'GET /api/operator_players': () => ({ url: '?search=joueur', holds: filled }),
  'GET /api/operator_player_merge': () => ({
    url: `?alias_id=${open.playerIds[6]}&player_id=${open.playerIds[8]}`,
    holds: { matches: 1, both: 1 },
  }),
  'POST /api/rpc/merge_players': () => ({ body: { ...double(), reason: 'Deux fiches' }, holds: { matches: 1 } }),
  'GET /api/operator_player_merges': () => ({ holds: { items: [expect.objectContaining({ reason: 'Deux fiches' })] } }),
  'POST /api/rpc/unmerge_players': () => ({
    body: { alias_id: open.playerIds[6], reason: 'Deux personnes' },
    holds: { matches: 1 },
  }),
  'GET /api/rpc/get_reporting_statistics': () => ({ holds: { age_seconds: expect.any(Number), total_votes: 4 } }),
  'GET /api/rpc/get_reporting_matches': () => ({
    url: `?competition_id=${OWN_COMPETITION}&page=1`,
    holds: { ...filled, total: 1 },
  }),
  'GET /api/follows': () => ({ holds: { items: [] } }),
  'PUT /api/follows/:kind/:id': () => ({ path: `/api/follows/club/${clubs[0]}`, holds: { following: true } }),
  'DELETE /api/follows/:kind/:id': () => ({ path: `/api/follows/club/${clubs[0]}`, holds: { following: false } }),
  'POST /api/follows/take': () => ({
    body: { items: [{ kind: 'player', id: player(), since: '2026-03-14T20:00:00Z' }] },
    holds: { items: [expect.objectContaining({ kind: 'player', id: player() })] },
  }),
  'GET /api/me/push': () => ({
    holds: {
      public_key: expect.stringMatching(/^B[\w-]{86}$/),
      items: [expect.objectContaining({ service: 'push.example' })],
    },
  }),
  'POST /api/me/push/subscriptions': () => ({
    body: browserAt('https://push.example/second'),
    holds: { id: expect.any(String) },
  }),
  'POST /api/me/push/subscriptions/remove': () => ({ body: { id: subscriptionId }, holds: { removed: true } }),
  'PUT /api/me/push/settings': () => ({
    body: { ...DEFAULT_NOTIFICATIONS, spoilers: true, quiet_from: 1320 },
    holds: { spoilers: true, quiet_from: 1320 },
  }),
  'POST /api/push/off': () => ({
    body: {
      proof: createOffProofs(server.app.config.secrets).make({
        fanId: fan.id,
        kind: 'opening',
        issuedAt: server.clock.now(),
      }),
    },
    holds: { off: true },
  }),
  'POST /api/push/renew': () => ({
    body: {
      old: { endpoint: moved.endpoint, auth: moved.keys.auth },
      endpoint: 'https://push.example/moved-to',
      keys: browserAt('').keys,
    },
    holds: { renewed: true },
  }),
  'GET /api/me/digest': () => ({ holds: { wanted: false, obstacle: null } }),
  'PUT /api/me/digest': () => ({ body: { wanted: true }, holds: { wanted: true, ended_by_mailbox: false } }),
  'GET /api/reporting/matches.csv': () => ({ url: `?competition_id=${OWN_COMPETITION}` }),
  'GET /api/ballots_aside': () => ({
    url: `?match_id=${over.id}`,
    holds: { items: [expect.objectContaining({ id: asideId })] },
  }),
  'POST /api/rpc/reopen_season': () => ({
    // The season before today's, one of those that follow the dates of 2020 above.
    body: { id: defaultSeason(server.clock.now()).start.getUTCFullYear() - 2_019, matches: 99 },
    holds: { matches_taken: 1 },
  }),
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
  const keeping = keepingOf(pathname, search)
  if (!isForCdn(endpoint)) {
    expect([cacheControl, keeping]).toEqual([endpoint.method === 'GET' ? 'no-store' : 'none', null])
    return
  }
  expect(cacheControl).toMatch(SHARED)
  expect(cacheControl.includes('immutable')).toBe(endpoint.path.endsWith('/:hash'))
  if (keeping !== null) expect(mayKeep(200, cacheControl)).toBe(true)
  // The native app's pages need another header than all others.
  expect(String(headers.vary).split(', ')).toContain('origin')
  for (const caller of [{}, { cookie: fan.cookie }]) {
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
    const asked = GOOD[name]?.()
    if (asked === undefined) throw new Error(`${name} has no good request in this table`)
    const url = asked.path ?? endpoint.path.replace(/\/:\w+/, '') + (asked.url ?? '')
    const cookie = endpoint.access === 'fan' ? fan.cookie : admin.cookie
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
