import { isAppSecret } from '@tribune/domain/app-return.ts'
import { ACCOUNT_STRENGTHS } from '@tribune/domain/evidence.ts'
import { WALLET_CHAINS } from '@tribune/domain/wallet.ts'
import { z } from 'zod'
import { DELETION_CONFIRMATION } from './account-calls.ts'
import { ADMIN_REFUSALS, endpoint, instant, list, text } from './endpoint.ts'
import { listedVote } from './votes.ts'

/** Longest password that is taken. */
export const PASSWORD_MAX_LENGTH = 128

/** Who may vouch for a fan; `sso`, or `saml`, is the one organisation whose people sign in with what they have there. */
export const IDENTITY_PROVIDERS = ['google', 'apple', 'sso', 'saml'] as const
export type IdentityProviderId = (typeof IDENTITY_PROVIDERS)[number]
/** Those that speak OpenID Connect. */
export const OPEN_ID_PROVIDERS = ['google', 'apple', 'sso'] as const
export type OpenIdProviderId = (typeof OPEN_ID_PROVIDERS)[number]

/** The signed-in fan as the web needs them. */
export const fan = z.object({
  id: z.string(),
  /** `null` for who came with a phone or a wallet alone. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Somebody vouches for them: a mailbox, a phone or a provider. A wallet does not. */
  verified: z.boolean(),
  /** Their mailbox does, and codes reach them there. */
  email_verified: z.boolean(),
  is_admin: z.boolean(),
  /** Of the operator, in a session that may not administer: what it lacks. */
  admin_lacks: z.enum(['operator_sign_in', 'second_factor_required']).nullable(),
  /** Signing in takes a second proof. */
  two_factor: z.boolean(),
  xp: z.number().int(),
  vote_count: z.number().int(),
})
export type Fan = z.output<typeof fan>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  summary:
    'The signed-in fan, or null, the identity providers offered here, and the public key of the captcha, if there is one',
  access: 'public',
  own: true,
  output: z.object({
    fan: fan.nullable(),
    identity_providers: z.array(z.enum(IDENTITY_PROVIDERS)),
    challenge: z.string().nullable(),
  }),
  errors: [],
})

export const getUserProfile = endpoint({
  method: 'GET',
  path: '/api/user_profiles',
  summary: 'The caller’s own experience points',
  access: 'fan',
  output: z.object({ user_id: z.string(), xp: z.number().int() }),
  errors: ['not_authenticated'],
})

export const countUserProfiles = endpoint({
  method: 'GET',
  path: '/api/user_profiles/count',
  summary: 'Number of registered fans, for the operator',
  access: 'admin',
  output: z.object({ count: z.number().int() }),
  errors: ['not_authenticated', ...ADMIN_REFUSALS],
})

export const deleteUserAccount = endpoint({
  method: 'POST',
  path: '/api/functions/delete-user-account',
  summary: 'Ends the caller’s account for good, as the body confirms. A session older than an hour is refused',
  access: 'fan',
  body: z.object({ confirmation: z.literal(DELETION_CONFIRMATION.confirmation) }),
  output: z.object({ deleted: z.literal(true) }),
  errors: ['invalid_request', 'not_authenticated', 'foreign_origin', 'sign_in_again', 'too_many_requests'],
})

/** What is kept of where a ballot came from, in words: of networks and device only hashes are, which say nothing. */
const ballotEvidence = z.object({
  account_strength: z.enum(ACCOUNT_STRENGTHS),
  account_age_hours: z.number().int(),
  /** Networks of which a hash is kept: the address, and those around it. */
  network_hashes: z.number().int(),
  device_hash: z.boolean(),
  /** How often the ballot was changed. */
  changes: z.number().int(),
  /** `null` while the result is not published. */
  kept_until: instant.nullable(),
})

export const getOwnData = endpoint({
  method: 'GET',
  path: '/api/me/data',
  summary: 'All that is kept of the caller, as a file',
  access: 'fan',
  output: z.object({
    account: z.object({
      id: z.string(),
      email: z.string().nullable(),
      email_verified: z.boolean(),
      phone_number: z.string().nullable(),
      created_at: instant,
    }),
    xp: z.number().int(),
    vote_count: z.number().int(),
    badges: z.array(z.string()),
    ways_in: z.array(z.object({ provider: z.string(), address: z.string().nullable(), since: instant })),
    sessions: z.array(
      z.object({
        since: instant,
        until: instant,
        address: z.string().nullable(),
        device: z.string().nullable(),
      }),
    ),
    votes: z.array(listedVote.extend({ evidence: ballotEvidence.nullable() })),
  }),
  errors: ['not_authenticated', 'too_many_requests'],
})

/** A place where the fan is signed in. */
export const session = z.object({
  id: z.string(),
  since: instant,
  /** When it was last renewed, to the day. */
  seen: instant,
  /** What the browser calls itself. */
  device: z.string().nullable(),
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/me/sessions',
  summary: 'Where the caller is signed in, the newest first',
  access: 'fan',
  output: list(session),
  errors: ['not_authenticated'],
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/api/me/sessions/end',
  summary: 'Signs the caller out: here, everywhere else, everywhere, or in one place',
  access: 'fan',
  body: z.union([z.strictObject({ scope: z.enum(['local', 'others', 'global']) }), z.strictObject({ id: z.uuid() })]),
  output: z.object({ ended: z.number().int() }),
  errors: ['invalid_request', 'not_authenticated', 'foreign_origin', 'too_many_requests'],
})

/** A sign-in method of the caller’s account: a password, an identity provider, or a wallet. */
export const identity = z.object({
  id: z.string(),
  provider: z.enum(['password', ...IDENTITY_PROVIDERS, ...WALLET_CHAINS]),
  /** Of a wallet alone, shortened. */
  address: z.string().nullable(),
  since: instant,
})
export type Identity = z.output<typeof identity>

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/me/identities',
  summary: 'The sign-in methods of the caller’s account besides their address, the oldest first',
  access: 'fan',
  output: list(identity),
  errors: ['not_authenticated'],
})

/** Refusals of removing a sign-in method. */
const REMOVAL_ERRORS = [
  'invalid_request',
  'not_authenticated',
  'foreign_origin',
  'sign_in_again',
  'last_way_in',
  'not_found',
  'too_many_requests',
] as const

export const unlinkIdentity = endpoint({
  method: 'POST',
  path: '/api/me/identities/unlink',
  summary:
    'Removes a provider or a wallet from the caller’s sign-in methods. Their address stays one. A session older than an hour is refused',
  access: 'fan',
  body: z.object({ id: z.uuid() }),
  output: z.object({ unlinked: z.literal(true) }),
  errors: REMOVAL_ERRORS,
})

export const removePhone = endpoint({
  method: 'POST',
  path: '/api/me/phone/remove',
  summary: 'Removes the phone from the caller’s sign-in methods. A session older than an hour is refused',
  access: 'fan',
  body: z.object({}),
  output: z.object({ removed: z.literal(true) }),
  errors: [...REMOVAL_ERRORS, 'factor_needs_phone'],
})

export const makeAppCode = endpoint({
  method: 'POST',
  path: '/api/me/app-code',
  summary:
    'A code with which the native app, that made the challenge, opens a session of its own. A session older than an hour is refused',
  access: 'fan',
  body: z.strictObject({
    /** SHA-256 of what the app keeps to itself, in base64url. */
    challenge: z.string().refine(isAppSecret),
    /** The session was opened for the app alone: it ends with the code. */
    alone: z.boolean(),
  }),
  output: z.object({ code: z.string() }),
  errors: ['invalid_request', 'not_authenticated', 'foreign_origin', 'sign_in_again', 'too_many_requests'],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/me/password',
  summary:
    'Changes the caller’s password, or sets one where there is none, and ends their sessions elsewhere. Setting one needs a session of the last hour',
  access: 'fan',
  body: z.strictObject({
    /** The present one, of a fan who has one. */
    current: text(PASSWORD_MAX_LENGTH).optional(),
    password: text(PASSWORD_MAX_LENGTH),
  }),
  output: z.object({ changed: z.literal(true) }),
  errors: [
    'invalid_request',
    'not_authenticated',
    'foreign_origin',
    'sign_in_again',
    'invalid_password',
    'too_many_attempts',
    'password_too_short',
    'password_guessable',
    'password_unjudged',
    'password_leaked',
    'password_needs_email',
    'too_many_requests',
    'busy',
  ],
})
