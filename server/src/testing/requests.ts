import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { DEFAULT_NOTIFICATIONS } from '@tribune/domain/messages/notification.ts'
import { defaultSeason } from '@tribune/domain/season/dates.ts'
import { expect } from 'vitest'
import { createOffProofs } from '../features/messages/push/service.ts'
import type { newestRecord } from '../features/results/audit/queries.ts'
import type { TestServer } from './app.ts'
import { top3 } from './ballots.ts'
import { browserAt } from './browsers.ts'
import type { BuiltMatch } from './builders.ts'
import { ADMIN_EMAIL } from './constants.ts'
import type { SignedIn } from './people.ts'

/** One that the feed does not know: what it has of the others depends on the hour. */
export const OWN_COMPETITION = 990_061
/** A browser whose subscription moves to another address. */
export const MOVED = browserAt('https://push.example/moved')

/** Rows and people that the requests name. */
export interface Subjects {
  readonly server: TestServer
  readonly fan: SignedIn
  readonly admin: SignedIn
  readonly stranger: SignedIn
  readonly open: BuiltMatch
  readonly over: BuiltMatch
  readonly feedMatchId: number
  readonly identityId: string
  /** Of the open match. */
  readonly clubs: readonly number[]
  readonly asideId: string
  readonly record: NonNullable<Awaited<ReturnType<typeof newestRecord>>>
  readonly subscriptionId: string
}

export interface GoodRequest {
  /** The complete path, for endpoints with several path parameters. */
  readonly path?: string
  readonly url?: string
  readonly body?: unknown
  /** Checks the answer beyond its shape. */
  readonly holds?: object
}

const having = (fields: object) => expect.objectContaining(fields)
const listOf = (length: number) => having({ length })
const filled = { items: having({ length: expect.any(Number), 0: expect.anything() }) }

/** Returns one valid request of every endpoint, by method and path. */
export function goodRequests(subjects: Subjects): Readonly<Record<string, GoodRequest>> {
  const { server, fan, admin, stranger, open, over, feedMatchId, identityId, clubs, asideId, record, subscriptionId } =
    subjects
  const { app, clock } = server
  const player = over.playerIds[0]
  const double = { alias_id: open.playerIds[6], player_id: open.playerIds[8] }
  const inAnHour = new Date(clock.now().getTime() + HOUR_MS).toISOString()
  return {
    'GET /api/health': { holds: { ok: true } },
    'GET /api/health/ready': { holds: { ok: true } },
    'GET /api/health/live': { holds: { ok: true } },
    'GET /api/me': { holds: { fan: having({ id: admin.id, is_admin: true }) } },
    'POST /api/me/password': {
      body: { password: 'quatre-vingt-dix minutes au stade' },
      holds: { changed: true },
    },
    'GET /api/user_profiles': { holds: { user_id: fan.id, xp: 5 } },
    'GET /api/user_profiles/count': { holds: { count: 3 } },
    'GET /api/rpc/get_home_matches': { holds: filled },
    'GET /api/rpc/get_match_winners': { holds: { items: listOf(22) } },
    'GET /api/home_fixtures': {
      url: `?match_ids=${open.id}`,
      holds: { items: [having({ match_id: open.id })] },
    },
    'GET /api/home_fixtures/:match_id': { url: `/${open.id}`, holds: { match_id: open.id, status: 'live' } },
    'GET /api/matches': { url: `?ids=${open.id}`, holds: { items: [having({ id: open.id })] } },
    'GET /api/match_lineups': {
      url: `?match_id=${open.id}`,
      holds: { items: listOf(22) },
    },
    'GET /api/match_player_points': {
      url: `?match_id=${over.id}&limit=30`,
      holds: { items: listOf(22) },
    },
    'GET /api/rpc/get_match_screen': {
      url: `?match_id=${over.id}`,
      holds: { result: having({ source: 'ratings_fallback' }) },
    },
    'GET /api/rpc/get_season_ranking_corrected': {
      url: '?p_limit=3',
      holds: { total: 22, items: listOf(3) },
    },
    'GET /api/season': { holds: { name: 'Index', start: expect.any(String) } },
    'GET /api/seasons': { holds: { items: [having({ open: true, champions: [] })] } },
    'GET /api/player_seasons': {
      url: `?player_id=${player}`,
      holds: { items: [having({ rank: 1, open: true })] },
    },
    'GET /api/season_player_points': {
      url: `?player_id=${player}`,
      holds: { items: [having({ rank: 1 })] },
    },
    'GET /api/rpc/get_my_podium_players': {
      holds: { player_ids: expect.arrayContaining(open.playerIds.slice(0, 3)), ...filled },
    },
    'GET /api/players_ref': {
      url: `?ids=${player}`,
      holds: { items: [having({ id: player })] },
    },
    'GET /api/players_ref/:id': { url: `/${player}`, holds: { id: player } },
    'GET /api/rpc/get_player_full_team_history': { url: `?p_player_id=${player}`, holds: { total: 1 } },
    'GET /api/rpc/get_player_complete_history': { url: `?p_player_id=${player}`, holds: { total: 1 } },
    'GET /api/available_competitions': { url: '?order=coefficient&limit=2', holds: filled },
    'GET /api/match_coefficients': { holds: { items: listOf(7) } },
    'POST /api/rpc/set_competition_enabled': {
      body: { id: 61, enabled: true },
      holds: { id: 61, enabled: true },
    },
    'POST /api/rpc/set_competition_cc': { body: { id: 61, coefficient: 3 }, holds: { matches_updated: 0 } },
    'POST /api/rpc/set_cm_table': {
      body: { table: [{ phase: 'final', coefficient: 1 }] },
      holds: { matches_updated: 0 },
    },
    'PUT /api/votes/:match_id': {
      url: `/${open.id}`,
      body: top3(open.playerIds.slice(0, 3)),
      holds: { complete: true, xp_awarded: 0 },
    },
    'GET /api/votes/:match_id': {
      url: `/${open.id}`,
      holds: { vote: having({ complete: true }) },
    },
    'POST /api/votes/:match_id/review': {
      path: `/api/votes/${over.id}/review`,
      holds: { set_aside: { reason: 'operator', review: 'asked' } },
    },
    'GET /api/votes': { holds: { items: listOf(2) } },
    'GET /api/votes/count': { holds: { count: 3 } },
    'GET /api/votes_count': { holds: { count: 4 } },
    'GET /api/votes_latest': {
      holds: { items: expect.arrayContaining([having({ user_id: fan.id })]) },
    },
    'GET /api/match_votes_expanded': {
      url: `?match_id=${open.id}`,
      holds: { items: listOf(3), total: 3 },
    },
    'GET /api/functions/scheduler-realtime': { url: '?wait=1', holds: { fresh: true } },
    'POST /api/functions/scheduler-postft': {
      body: { match_id: feedMatchId },
      holds: { correlation_id: expect.any(String) },
    },
    'POST /api/functions/scheduler-nightly': { body: {}, holds: { correlation_id: expect.any(String) } },
    'POST /api/functions/season-ranking': { body: {}, holds: { processed: expect.any(Number) } },
    'POST /api/functions/correct-match': {
      body: { match_id: open.id, to: 'finished', reason: 'Le fournisseur se tait' },
      holds: { processed: 1, match: having({ status: 'finished' }) },
    },
    'GET /api/feed_anomalies': { holds: { items: expect.any(Array) } },
    'POST /api/functions/ranking-engine': {
      body: { match_id: over.id },
      holds: { count: 22, source: 'ratings_fallback' },
    },
    'POST /api/functions/award-xp': { body: { match_id: open.id }, holds: { awarded: 5, xp: 5 } },
    'GET /api/functions/uefa-country-ranking': { url: '?year=2026', holds: filled },
    'GET /api/functions/football-api': {
      url: `?fn=match_details&match_id=${open.id}`,
      holds: { details: having({ status: 'live' }) },
    },
    'GET /api/me/sessions': { holds: { items: [having({ current: true })] } },
    'POST /api/proof-of-work': { body: { domain: 'stade.invalid' }, holds: { work: null } },
    'POST /api/me/sessions/end': { body: { scope: 'others' }, holds: { ended: 0 } },
    'GET /api/me/identities': { holds: { items: [having({ provider: 'google' })] } },
    'POST /api/me/identities/unlink': { body: { id: identityId }, holds: { unlinked: true } },
    'POST /api/me/phone/remove': { body: {}, holds: { removed: true } },
    'POST /api/me/app-code': {
      body: { challenge: 'A'.repeat(43), alone: false },
      holds: { code: expect.stringMatching(/^[\w-]{43}$/) },
    },
    'GET /api/me/data': { holds: { vote_count: 3 } },
    'POST /api/functions/delete-user-account': { body: DELETION_CONFIRMATION, holds: { deleted: true } },
    'GET /api/edge_metrics': {
      url: '?function_name=scheduler-realtime',
      holds: { items: [having({ ok: true })] },
    },
    'GET /api/players_by_name': { url: '?name=joueur', holds: { items: expect.any(Array) } },
    'GET /api/open_runs': { holds: { items: [] } },
    'GET /api/operator_journal': {
      url: '?action=competition_coefficient&subject=competition:61',
      holds: {
        items: expect.arrayContaining([having({ action: 'competition_coefficient', operator: ADMIN_EMAIL })]),
      },
    },
    'POST /api/functions/admin-control': {
      url: '?action=set_competition_cc',
      body: { id: 61, coefficient: 3 },
      holds: { matches_updated: 0 },
    },
    'GET /api/operator_overview': { holds: { needs: expect.any(Array) } },
    'GET /api/operator_recalculation': { holds: { finished: expect.any(Number), marked: expect.any(Number) } },
    'POST /api/functions/recalculate-matches': {
      body: { scope: 'all' },
      holds: { joined: false, run: having({ state: 'running' }) },
    },
    'POST /api/functions/stop-recalculation': {
      body: {},
      holds: { run: having({ state: 'stopping' }) },
    },
    'POST /api/functions/make-demo-match': {
      body: { state: 'upcoming' },
      holds: { match: having({ status: 'upcoming', published: false }) },
    },
    'GET /api/operator_demo_match': { holds: { match: null } },
    'POST /api/functions/remove-demo-match': { body: {}, holds: { removed: true } },
    'GET /api/operator_match_diagnostic': {
      url: `?match_id=${over.id}`,
      holds: { match_id: over.id, lineup: { players: 22, complete: true, rated: 22 } },
    },
    'GET /api/operator_world_cup_qualification': { holds: { wrong: 0 } },
    'POST /api/functions/read-lineup': { body: { match_id: feedMatchId }, holds: { match_id: feedMatchId } },
    'GET /api/operator_competitions': { holds: { ...filled, phases: listOf(7) } },
    'POST /api/rpc/apply_country_coefficients': {
      body: { year: 2026, as_of: '2026-07-03', min: 1, max: 4, competition_ids: [61] },
      holds: { competitions_updated: 1 },
    },
    'GET /api/operator_teams': { url: '?search=stade aval', holds: filled },
    'GET /api/operator_matches': { url: '?search=stade aval', holds: filled },
    'GET /api/operator_journal.csv': { url: '?action=competition_coefficient&text=61', holds: expect.anything() },
    'GET /api/operator_pair_matches': { url: `?team_ids=${clubs.join()}`, holds: { matches: 1, published: 0 } },
    'GET /api/operator_derbies': { holds: { items: [having({ matches: 1 })] } },
    'POST /api/rpc/add_derby': { body: { team_ids: clubs }, holds: { matches: 1 } },
    'POST /api/rpc/remove_derby': { body: { team_ids: clubs }, holds: { matches: 1 } },
    'GET /api/ballot_matches': {
      holds: { items: [having({ match_id: over.id, set_aside: 3 }), expect.anything()] },
    },
    'GET /api/ballot_groups': {
      url: `?match_id=${over.id}`,
      holds: { bar: null, groups: filled.items, set_aside: filled.items },
    },
    'POST /api/functions/set-ballots-aside': {
      body: { match_id: over.id, dimension: 'network', key: '1', ballots: 3, reason: 'Script' },
      holds: { ballots: 3, counted: 0, set_aside: 6 },
    },
    'POST /api/functions/let-result-stand': { body: { match_id: over.id }, holds: { match_id: over.id } },
    'POST /api/functions/take-ballots-back': {
      body: { id: asideId },
      holds: { ballots: 3, counted: 3, set_aside: 3 },
    },
    'GET /api/audit/matches/:match_id': { path: `/api/audit/matches/${record.match_id}` },
    'GET /api/audit/records/:hash': { path: `/api/audit/records/${record.hash}` },
    'GET /api/audit/matches/:match_id/ballots': { path: `/api/audit/matches/${record.match_id}/ballots` },
    'GET /api/audit/matches/:match_id/ballots/:hash': {
      path: `/api/audit/matches/${record.match_id}/ballots/${record.ballots}`,
    },
    'GET /api/audit/log/:season/checkpoint': { path: `/api/audit/log/${record.season}/checkpoint` },
    'GET /api/audit/log/:season/entries': { path: `/api/audit/log/${record.season}/entries` },
    'GET /api/audit/log/:season/inclusion': {
      path: `/api/audit/log/${record.season}/inclusion?index=0&size=1`,
      holds: { hashes: [] },
    },
    'GET /api/audit/log/:season/consistency': {
      path: `/api/audit/log/${record.season}/consistency?from=1&to=1`,
      holds: { hashes: [] },
    },
    'GET /.well-known/tribune-audit-keys': {},
    'GET /api/audit/matches/:match_id/mine': {
      path: `/api/audit/matches/${record.match_id}/mine`,
      holds: { record: record.hash, account: fan.id },
    },
    'GET /api/contact': { holds: { email: null, publisher: null, director: null, host: null } },
    'POST /api/browser_errors': {
      body: { kind: 'crash', message: 'x', frames: [], build: '', screen: '/match/$id', engine: 'gecko' },
    },
    'GET /api/notice': { holds: { notice: having({ text: 'Bonsoir' }) } },
    'GET /api/operator_notice': { holds: { notice: having({ text: 'Bonsoir' }) } },
    'POST /api/rpc/remove_notice': { body: {}, holds: { removed: true } },
    'POST /api/rpc/set_notice': {
      body: { text: ' Bonne  nuit ', starts_at: null, ends_at: inAnHour },
      holds: { text: 'Bonne nuit' },
    },
    'GET /api/operator_browser_errors': { holds: { items: expect.any(Array) } },
    'GET /share/match/:match_id.png': { path: `/share/match/${over.id}.png` },
    'GET /share/player/:player_id.png': { path: `/share/player/${player}.png` },
    'GET /share/podium/:match_id.png': { path: `/share/podium/${open.id}.png` },
    'GET /media/:kind/:id/:size.webp': { path: `/media/players/${player}/96.webp` },
    'GET /api/operator_seasons': { holds: { items: [having({ open: true, players: 22 })] } },
    'POST /api/rpc/set_season_dates': {
      body: { id: 1, starts_on: '2020-01-01', ends_on: '2020-06-30' },
      holds: { seasons_moved: 1, matches_lost: 0 },
    },
    'POST /api/rpc/rename_season': { body: { id: 1, name: 'Index', label: '2020' }, holds: { label: '2020' } },
    'POST /api/rpc/recompute_season': { body: { id: 1 }, holds: { players: 0 } },
    'GET /api/excluded_matches': { holds: { items: [having({ match_id: over.id })] } },
    'POST /api/rpc/find_fan': {
      body: { wanted: fan.id },
      holds: { id: fan.id, is_operator: false, voting_closed: null },
    },
    'POST /api/rpc/close_voting_right': {
      body: { fan_id: fan.id, reason: 'Plusieurs comptes' },
      holds: { reason: 'Plusieurs comptes' },
    },
    'POST /api/rpc/reopen_voting_right': { body: { fan_id: fan.id }, holds: { reopened: true } },
    'POST /api/rpc/copy_fan_data': {
      body: { fan_id: fan.id },
      holds: { account: having({ id: fan.id }) },
    },
    'POST /api/rpc/delete_fan': {
      body: { fan_id: stranger.id, reason: 'Demande écrite du 24 novembre' },
      holds: { deleted: true },
    },
    'POST /api/rpc/end_fan_sessions': { body: { fan_id: stranger.id }, holds: { ended: 1 } },
    'GET /api/operator_players': { url: '?search=joueur', holds: filled },
    'GET /api/operator_player_merge': {
      url: `?alias_id=${open.playerIds[6]}&player_id=${open.playerIds[8]}`,
      holds: { matches: 1, both: 1 },
    },
    'POST /api/rpc/merge_players': { body: { ...double, reason: 'Deux fiches' }, holds: { matches: 1 } },
    'GET /api/operator_player_merges': { holds: { items: [having({ reason: 'Deux fiches' })] } },
    'POST /api/rpc/unmerge_players': {
      body: { alias_id: open.playerIds[6], reason: 'Deux personnes' },
      holds: { matches: 1 },
    },
    'GET /api/rpc/get_reporting_statistics': { holds: { age_seconds: expect.any(Number), total_votes: 4 } },
    'GET /api/rpc/get_reporting_matches': {
      url: `?competition_id=${OWN_COMPETITION}&page=1`,
      holds: { ...filled, total: 1 },
    },
    'GET /api/follows': { holds: { items: [] } },
    'PUT /api/follows/:kind/:id': { path: `/api/follows/club/${clubs[0]}`, holds: { following: true } },
    'DELETE /api/follows/:kind/:id': { path: `/api/follows/club/${clubs[0]}`, holds: { following: false } },
    'POST /api/follows/take': {
      body: { items: [{ kind: 'player', id: player, since: '2026-03-14T20:00:00Z' }] },
      holds: { items: [having({ kind: 'player', id: player })] },
    },
    'GET /api/me/push': {
      holds: {
        public_key: expect.stringMatching(/^B[\w-]{86}$/),
        items: [having({ service: 'push.example' })],
      },
    },
    'POST /api/me/push/subscriptions': {
      body: browserAt('https://push.example/second'),
      holds: { id: expect.any(String) },
    },
    'POST /api/me/push/subscriptions/remove': { body: { id: subscriptionId }, holds: { removed: true } },
    'PUT /api/me/push/settings': {
      body: { ...DEFAULT_NOTIFICATIONS, spoilers: true, quiet_from: 1320 },
      holds: { spoilers: true, quiet_from: 1320 },
    },
    'POST /api/push/off': {
      body: {
        proof: createOffProofs(app.config.secrets).make({
          fanId: fan.id,
          kind: 'opening',
          issuedAt: clock.now(),
        }),
      },
      holds: { off: true },
    },
    'POST /api/push/renew': {
      body: {
        old: { endpoint: MOVED.endpoint, auth: MOVED.keys.auth },
        endpoint: 'https://push.example/moved-to',
        keys: browserAt('').keys,
      },
      holds: { renewed: true },
    },
    'GET /api/me/digest': { holds: { wanted: false, obstacle: null } },
    'PUT /api/me/digest': { body: { wanted: true }, holds: { wanted: true, ended_by_mailbox: false } },
    'GET /api/reporting/matches.csv': { url: `?competition_id=${OWN_COMPETITION}` },
    'GET /api/ballots_aside': {
      url: `?match_id=${over.id}`,
      holds: { items: [having({ id: asideId })] },
    },
    'POST /api/rpc/reopen_season': {
      // The season before today's, one of those that follow the dates of 2020 above.
      body: { id: defaultSeason(clock.now()).start.getUTCFullYear() - 2_019, matches: 99 },
      holds: { matches_taken: 1 },
    },
  }
}
