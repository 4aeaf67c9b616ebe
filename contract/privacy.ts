/**
 * Kinds of personal data that are stored, each with a line in the policy's chapter « kept », in the same order
 * (`web/src/features/privacy/english-words.ts` and `french/sentences/notices/privacy.ts`). Without schemas, so that the page can bundle it without the validation library.
 */
export const PERSONAL_DATA = [
  'email',
  'password',
  'phone',
  'provider',
  'wallet',
  'second_factor',
  'name',
  'session',
  'vote',
  'evidence',
  'voting_right',
  'follows',
  'push',
  'digest',
  'message',
  'guesses',
  'made_lately',
  'requests',
  'log',
] as const
/** One kind of personal data. */
export type PersonalDataId = (typeof PERSONAL_DATA)[number]

/** Kinds that no table holds: they are in the server's memory, or in its log. */
export const PERSONAL_DATA_OUTSIDE_TABLES: readonly PersonalDataId[] = ['requests', 'log']

/** Marks a column without personal data. */
const NOBODY = 'nobody'
type Subject = PersonalDataId | typeof NOBODY | readonly PersonalDataId[]

/** Columns of a ballot, of the present attempt at its match or an earlier one. */
const BALLOT = {
  id: 'vote',
  user_id: 'vote',
  match_id: 'vote',
  first_id: 'vote',
  second_id: 'vote',
  third_id: 'vote',
  complete: 'vote',
  xp: 'vote',
  created_at: 'vote',
  updated_at: 'vote',
  account_strength: 'evidence',
  account_hours: 'evidence',
  network_hash: 'evidence',
  network_hash_wide: 'evidence',
  network_hash_widest: 'evidence',
  device_hash: 'evidence',
  changes: 'evidence',
} as const

/**
 * The kind of personal data in each stored column, and so its line in the policy. A new column needs an entry here, and the policy a line in
 * both languages: `server/src/infra/database/privacy.test.ts` fails otherwise. Tables about football alone are in {@link FOOTBALL_TABLES}.
 */
export const STORED: Readonly<Record<string, Readonly<Record<string, Subject>>>> = {
  'auth.user': {
    id: 'email',
    email: 'email',
    mailbox: 'email',
    email_verified: 'email',
    created_at: 'email',
    updated_at: 'email',
    name: 'name',
    image: 'name',
    phone_number: 'phone',
    phone_number_verified: 'phone',
    two_factor_enabled: 'second_factor',
    voting_closed_at: 'voting_right',
    voting_closed_reason: 'voting_right',
  },
  'auth.account': {
    id: 'provider',
    user_id: 'provider',
    provider_id: ['provider', 'wallet'],
    account_id: ['provider', 'wallet'],
    password: 'password',
    // The rest is always empty: no token of a provider is stored.
    access_token: 'provider',
    refresh_token: 'provider',
    id_token: 'provider',
    access_token_expires_at: 'provider',
    refresh_token_expires_at: 'provider',
    scope: 'provider',
    created_at: 'provider',
    updated_at: 'provider',
  },
  'auth.session': {
    id: 'session',
    user_id: 'session',
    token: 'session',
    created_at: 'session',
    updated_at: 'session',
    expires_at: 'session',
    ip_address: 'session',
    user_agent: 'session',
    aal: 'session',
    amr: 'session',
  },
  'auth.two_factor': {
    id: 'second_factor',
    user_id: 'second_factor',
    secret: 'second_factor',
    backup_codes: 'second_factor',
    verified: 'second_factor',
    failed_verification_count: 'second_factor',
    locked_until: 'second_factor',
  },
  'auth.verification': {
    id: 'message',
    identifier: 'message',
    value: 'message',
    expires_at: 'message',
    created_at: 'message',
    updated_at: 'message',
  },
  'auth.known_device': { device_hash: 'guesses', user_id: 'guesses', seen_at: 'guesses' },
  'auth.attempt': { key: 'guesses', points: 'guesses', expire: 'guesses' },
  'auth.made_lately': {
    key: 'made_lately',
    made: 'made_lately',
    counted_at: 'made_lately',
    half_life_s: 'made_lately',
  },
  // From a public list.
  'auth.disposable_domain': { domain: NOBODY },
  // The server's own keys, and the organisation from the settings.
  'auth.jwks': {
    id: NOBODY,
    public_key: NOBODY,
    private_key: NOBODY,
    created_at: NOBODY,
    expires_at: NOBODY,
    alg: NOBODY,
    crv: NOBODY,
  },
  'auth.sso_provider': {
    id: NOBODY,
    issuer: NOBODY,
    oidc_config: NOBODY,
    saml_config: NOBODY,
    user_id: NOBODY,
    provider_id: NOBODY,
    organization_id: NOBODY,
    domain: NOBODY,
    domain_verified: NOBODY,
  },
  // The operator's own account, which may end. An act on a fan names only the fan's id, which identifies no one once their account has ended. The
  // reason for closing a right to vote or deleting an account stays in the journal.
  'public.operator_journal': {
    id: NOBODY,
    operator_id: NOBODY,
    action: 'voting_right',
    subject: 'voting_right',
    before: 'voting_right',
    after: 'voting_right',
    correlation_id: NOBODY,
    created_at: 'voting_right',
  },
  // The operator's own account, which may end.
  'public.recalculations': {
    id: NOBODY,
    scope: NOBODY,
    state: NOBODY,
    total: NOBODY,
    operator_id: NOBODY,
    started_at: NOBODY,
    ended_at: NOBODY,
  },
  'public.push_subscriptions': {
    id: 'push',
    user_id: 'push',
    kind: 'push',
    session_id: 'push',
    endpoint: 'push',
    endpoint_hash: 'push',
    p256dh: 'push',
    auth: 'push',
    created_at: 'push',
    last_success_at: 'push',
    failures: 'push',
    unanswered: 'push',
    unanswered_since: 'push',
  },
  'public.push_settings': {
    user_id: 'push',
    opening: 'push',
    reminder: 'push',
    result: 'push',
    opening_since: 'push',
    reminder_since: 'push',
    result_since: 'push',
    spoilers: 'push',
    quiet_from: 'push',
    quiet_until: 'push',
    time_zone: 'push',
    max_a_day: 'push',
  },
  'public.push_messages': {
    occasion_id: 'push',
    subscription_id: 'push',
    user_id: 'push',
    created_at: 'push',
    due_at: 'push',
    urgent: 'push',
    attempts: 'push',
    in_doubt: 'push',
    outcome: 'push',
  },
  'public.digest_choices': {
    user_id: 'digest',
    wanted: 'digest',
    changed_at: 'digest',
    refusals: 'digest',
    ended_by_mailbox: 'digest',
  },
  'public.digest_mails': {
    week: 'digest',
    user_id: 'digest',
    due_at: 'digest',
    attempts: 'digest',
    outcome: 'digest',
  },
  'public.votes': { ...BALLOT, bucket: 'vote', set_aside: 'vote' },
  'public.ballot_reviews': { user_id: 'vote', match_id: 'vote', group_id: 'vote', created_at: 'vote' },
  'public.alias_ballots': {
    alias_id: 'vote',
    match_id: 'vote',
    vote_id: 'vote',
    first_id: 'vote',
    second_id: 'vote',
    third_id: 'vote',
  },
  // Ballots of attempts at a match that was replayed.
  'public.earlier_votes': { ...BALLOT, attempt: 'vote' },
  'public.follows': {
    user_id: 'follows',
    kind: 'follows',
    target_id: 'follows',
    created_at: 'follows',
    merged_from: 'follows',
    followed_both: 'follows',
  },
}

/**
 * Tables without personal data of fans: about matches, players and server runs, totals over many fans, errors of the app, scrubbed and counted, or a text
 * to all of them.
 */
export const FOOTBALL_TABLES: readonly string[] = [
  'alias_lineups',
  'available_competitions',
  'browser_errors',
  'derbies',
  'did_not_play',
  'digest_weeks',
  'ballots_set_aside',
  'edge_metrics',
  'notices',
  'open_runs',
  'operator_alerts',
  'excluded_matches',
  'feed_anomalies',
  'function_claims',
  'match_ballots',
  'match_coefficients',
  'match_duels',
  'match_lineups',
  'match_player_points',
  'match_tallies',
  'matches',
  'player_aliases',
  'player_merges',
  'players_ref',
  'provider_quota',
  'push_occasions',
  'recalculation_matches',
  'season_player_points',
  'season_rank_history',
  'seasons',
  'tally_moves',
  'teams',
]
