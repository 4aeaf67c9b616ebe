/**
 * What is kept about people, each with its line in the chapter « kept » of the privacy policy, in its order there
 * (`web/src/i18n/en-privacy.ts` and `fr-privacy.ts`). No schemas here: the page brings this along.
 */
export const KEPT = [
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
  'message',
  'guesses',
  'made_lately',
  'requests',
  'log',
] as const
export type KeptId = (typeof KEPT)[number]

/** Lines of the policy about what stands in no table: in the server's memory, or in its log. */
export const KEPT_ELSEWHERE: readonly KeptId[] = ['requests', 'log']

/** Says nothing about a person. */
const NOBODY = 'nobody'
type About = KeptId | typeof NOBODY | readonly KeptId[]

/**
 * Which line of the policy speaks of each stored column. A new column has to be given one here, and the policy has to say it, in both
 * languages: `server/src/infra/database/privacy.test.ts` fails otherwise. Tables about football alone are in {@link FOOTBALL_TABLES}.
 */
export const STORED: Readonly<Record<string, Readonly<Record<string, About>>>> = {
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
  },
  'auth.account': {
    id: 'provider',
    user_id: 'provider',
    provider_id: ['provider', 'wallet'],
    account_id: ['provider', 'wallet'],
    password: 'password',
    // Always empty: nothing of providers is kept.
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
  'auth.attempt': { key: 'guesses', points: 'guesses', expire: 'guesses' },
  'auth.made_lately': { key: 'made_lately', made: 'made_lately', counted_at: 'made_lately' },
  // Names that a public list holds.
  'auth.disposable_domain': { domain: NOBODY },
  // The server's own keys, and an organisation named by the settings.
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
  'public.votes': {
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
  },
}

/** Tables about matches, players and the server's own runs, and totals of many fans: nothing in them is about a fan. */
export const FOOTBALL_TABLES: readonly string[] = [
  'available_competitions',
  'edge_metrics',
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
  'player_merges',
  'players_ref',
  'provider_quota',
  'season_player_points',
  'season_rank_history',
  'teams',
]
