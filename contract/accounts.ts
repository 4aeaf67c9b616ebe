import { ACCOUNT_STRENGTHS } from '@tribune/domain/ballots/evidence.ts'
import { WALLET_CHAINS } from '@tribune/domain/fans/wallet.ts'
import { FOLLOW_KINDS } from '@tribune/domain/home/follows.ts'
import { NOTIFICATION_KINDS } from '@tribune/domain/messages/notification.ts'
import { isAppSecret } from '@tribune/protocol/app-return.ts'
import { PASSWORD_MAX_LENGTH } from '@tribune/protocol/password.ts'
import { z } from 'zod'
import { DELETION_CONFIRMATION } from './account-constants.ts'
import { endpoint, instant, list, text } from './endpoint.ts'
import { notificationSettings, pushSubscription } from './own/messages.ts'
import { listedVote, setAside } from './votes.ts'

/** Identity providers that may vouch for a fan. `sso` and `saml` are the one configured organisation, over OpenID or SAML. */
export const IDENTITY_PROVIDERS = ['google', 'apple', 'sso', 'saml'] as const
export type IdentityProviderId = (typeof IDENTITY_PROVIDERS)[number]
/** Identity providers that speak OpenID Connect. */
export const OPEN_ID_PROVIDERS = ['google', 'apple', 'sso'] as const
export type OpenIdProviderId = (typeof OPEN_ID_PROVIDERS)[number]

/** A right to vote that the operator has closed, and why. */
export const closedVotingRight = z.object({ since: instant, reason: z.string() })

/** The signed-in fan. */
const fan = z.object({
  id: z.string(),
  /** `null` for a fan who signed up with a phone or a wallet alone. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whether the fan has a verified address, phone or provider, and so may vote. A wallet does not count. */
  verified: z.boolean(),
  /** Whether the fan has a verified address, to which codes can be sent. */
  email_verified: z.boolean(),
  is_admin: z.boolean(),
  /** Requirement that the operator's session lacks in order to administer; `null` if none, and for fans. */
  admin_lacks: z.enum(['operator_sign_in', 'second_factor_required']).nullable(),
  /** Signing in needs a second factor. */
  two_factor: z.boolean(),
  xp: z.number().int(),
  vote_count: z.number().int(),
  /** `null` while the fan's right to vote is open. */
  voting_closed: closedVotingRight.nullable(),
})
export type Fan = z.output<typeof fan>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  summary: 'The signed-in fan, or null; the identity providers offered; and the public key of the captcha, or null',
  access: 'public',
  own: true,
  output: z.object({
    fan: fan.nullable(),
    identity_providers: z.array(z.enum(IDENTITY_PROVIDERS)),
    captcha: z.string().nullable(),
  }),
})

export const getUserProfile = endpoint({
  method: 'GET',
  path: '/api/user_profiles',
  summary: 'The caller’s own experience points',
  access: 'fan',
  output: z.object({ user_id: z.string(), xp: z.number().int() }),
})

export const countUserProfiles = endpoint({
  method: 'GET',
  path: '/api/user_profiles/count',
  summary: 'Number of registered fans, for the operator',
  access: 'admin',
  output: z.object({ count: z.number().int() }),
})

export const deleteUserAccount = endpoint({
  method: 'POST',
  path: '/api/functions/delete-user-account',
  summary: 'Deletes the caller’s account for good, if the body confirms it. Refuses a session older than an hour',
  access: 'fan',
  body: z.object({ confirmation: z.literal(DELETION_CONFIRMATION.confirmation) }),
  output: z.object({ deleted: z.literal(true) }),
  errors: ['sign_in_again'],
})

/** The stored evidence of a ballot, in readable form: of networks and device only hashes are stored, which are not shown. */
const ballotEvidence = z.object({
  account_strength: z.enum(ACCOUNT_STRENGTHS),
  account_age_hours: z.number().int(),
  /** Number of network hashes stored: of the address, and of the networks around it. */
  network_hashes: z.number().int(),
  device_hash: z.boolean(),
  /** Number of changes to the ballot. */
  changes: z.number().int(),
  /** `null` while the result is not published. */
  kept_until: instant.nullable(),
})

export const getOwnData = endpoint({
  method: 'GET',
  path: '/api/me/data',
  summary: 'All data stored about the caller, for download',
  access: 'fan',
  output: z.object({
    account: z.object({
      id: z.string(),
      email: z.string().nullable(),
      email_verified: z.boolean(),
      phone_number: z.string().nullable(),
      phone_number_verified: z.boolean(),
      /** As the fan or a provider gave it; no screen shows it. */
      name: z.string().nullable(),
      two_factor: z.boolean(),
      created_at: instant,
    }),
    xp: z.number().int(),
    vote_count: z.number().int(),
    voting_closed: closedVotingRight.nullable(),
    badges: z.array(z.string()),
    ways_in: z.array(z.object({ provider: z.string(), address: z.string().nullable(), since: instant })),
    sessions: z.array(
      z.object({
        since: instant,
        until: instant,
        address: z.string().nullable(),
        device: z.string().nullable(),
        /** The sign-in method with which it began. */
        method: z.string().nullable(),
      }),
    ),
    push_devices: z.array(pushSubscription.extend({ address: z.string() })),
    push_settings: notificationSettings,
    /** Messages of the last days to each device, newest first; `outcome` is `null` while one is on its way. */
    push_messages: z.array(
      z.object({
        kind: z.enum(NOTIFICATION_KINDS),
        match_id: z.number().int(),
        at: instant,
        outcome: z.string().nullable(),
      }),
    ),
    /** Whether they wish the weekly digest by mail, since when, and the weeks of those sent; `null` if they have not chosen. */
    digest: z.object({ wanted: z.boolean(), since: instant, sent: z.array(z.string()) }).nullable(),
    votes: z.array(
      listedVote.extend({
        evidence: ballotEvidence.nullable(),
        /** Why it does not count; `null` if it counts. */
        set_aside: setAside.nullable(),
      }),
    ),
    follows: z.array(z.object({ kind: z.enum(FOLLOW_KINDS), id: z.number().int(), name: z.string(), since: instant })),
  }),
})

/** A session of the fan, in one browser or app. */
export const session = z.object({
  id: z.string(),
  since: instant,
  /** When it was last renewed, to the day. */
  seen: instant,
  /** User agent of the browser. */
  device: z.string().nullable(),
  /** Whether this is the session of the call. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/me/sessions',
  summary: 'The caller’s sessions, newest first',
  access: 'fan',
  output: list(session),
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/api/me/sessions/end',
  summary: 'Ends sessions of the caller: this one, all others, all, or one by id',
  access: 'fan',
  body: z.union([z.strictObject({ scope: z.enum(['local', 'others', 'global']) }), z.strictObject({ id: z.uuid() })]),
  output: z.object({ ended: z.number().int() }),
})

/** A sign-in method of the caller's account: a password, an identity provider or a wallet. */
export const identity = z.object({
  id: z.string(),
  provider: z.enum(['password', ...IDENTITY_PROVIDERS, ...WALLET_CHAINS]),
  /** Shortened address of a wallet; `null` for other methods. */
  address: z.string().nullable(),
  since: instant,
})
export type Identity = z.output<typeof identity>

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/me/identities',
  summary: 'The caller’s sign-in methods besides mail and SMS, oldest first',
  access: 'fan',
  output: list(identity),
})

/** Refusals of removing a sign-in method. */
const REMOVAL_ERRORS = ['sign_in_again', 'last_way_in', 'not_found'] as const

export const unlinkIdentity = endpoint({
  method: 'POST',
  path: '/api/me/identities/unlink',
  summary:
    'Removes a provider or a wallet from the caller’s sign-in methods; their address stays one. Refuses a session older than an hour',
  access: 'fan',
  body: z.object({ id: z.uuid() }),
  output: z.object({ unlinked: z.literal(true) }),
  errors: REMOVAL_ERRORS,
})

export const removePhone = endpoint({
  method: 'POST',
  path: '/api/me/phone/remove',
  summary: 'Removes the phone from the caller’s sign-in methods. Refuses a session older than an hour',
  access: 'fan',
  body: z.object({}),
  output: z.object({ removed: z.literal(true) }),
  errors: [...REMOVAL_ERRORS, 'factor_needs_phone'],
})

export const makeAppCode = endpoint({
  method: 'POST',
  path: '/api/me/app-code',
  summary:
    'Makes a code with which the native app that made the challenge opens a session of its own. Refuses a session older than an hour',
  access: 'fan',
  body: z.strictObject({
    /** SHA-256 of the app's PKCE verifier, in base64url. */
    challenge: z.string().refine(isAppSecret),
    /** Whether this session was opened for the app alone, and ends with the code. */
    alone: z.boolean(),
  }),
  output: z.object({ code: z.string() }),
  errors: ['sign_in_again'],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/me/password',
  summary:
    'Changes the caller’s password, or sets their first one, and ends their other sessions. A first one needs a session of the last hour',
  access: 'fan',
  callsPerMinute: 20,
  body: z.strictObject({
    /** The current password, if the fan has one. */
    current: text(PASSWORD_MAX_LENGTH).optional(),
    password: text(PASSWORD_MAX_LENGTH),
  }),
  output: z.object({ changed: z.literal(true) }),
  errors: [
    'sign_in_again',
    'invalid_password',
    'too_many_attempts',
    'password_too_short',
    'password_guessable',
    'password_unjudged',
    'password_leaked',
    'password_needs_email',
  ],
})
