import { WALLET_CHAINS } from '@tribune/domain/wallet.ts'
import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'
import { z } from 'zod'
import type { AnyErrorCode } from './account-errors.ts'
import { type Endpoint, text } from './endpoint.ts'

type Method = 'GET' | 'POST'

/** A call of the accounts, its method and path kept to the letter: the server has one row of rules for each of them. */
interface AccountCall<M extends Method = Method, P extends string = string> extends Pick<Endpoint, 'summary' | 'body'> {
  readonly method: M
  readonly path: `/api/auth${P}`
  readonly errors: readonly AnyErrorCode[]
}

const PATH_LENGTH = 2_000
const FIELD_LENGTH = 300
const field = text(FIELD_LENGTH)
/** A path of this app to return to. */
const returnPath = text(PATH_LENGTH)
const code = text(ONE_TIME_CODE_LENGTH)
const returnPaths = { callbackURL: returnPath, errorCallbackURL: returnPath.optional() }
const wallet = { chain: z.enum(WALLET_CHAINS), address: field }

/** Refusals of every account call. */
const ANY = ['invalid_request', 'unsupported_media', 'too_many_requests', 'busy'] as const satisfies AnyErrorCode[]
/** Refusals of a call that sends a message, and of the captcha or proof of work before it. */
const SENDING = [
  'too_many_messages',
  'missing_response',
  'verification_failed',
  'more_work_needed',
  'challenge_unavailable',
] as const
const WEAK_PASSWORD = [
  'password_too_short',
  'password_too_long',
  'password_guessable',
  'password_unjudged',
  'password_leaked',
] as const
const GUESSED = ['too_many_attempts', 'factor_unreadable'] as const
const CODE = ['invalid_otp', 'otp_expired', ...GUESSED] as const
const FRESH_SESSION = ['not_authenticated', 'sign_in_again'] as const
const SECOND_FACTOR = [
  'invalid_two_factor_cookie',
  'too_many_attempts_request_new_code',
  'account_temporarily_locked',
] as const

const get = <const P extends string>(
  path: P,
  summary: string,
  errors: readonly AnyErrorCode[] = [],
): AccountCall<'GET', P> => ({
  method: 'GET',
  path: `/api/auth${path}`,
  summary,
  errors: [...ANY, ...errors],
})
const post = <const P extends string>(
  path: P,
  summary: string,
  body: Readonly<Record<string, z.ZodType>>,
  errors: readonly AnyErrorCode[] = [],
): AccountCall<'POST', P> => ({ ...get(path, summary, errors), method: 'POST', body: z.object(body) })

const password = { password: field.optional() }

/** Every call below `/api/auth`. The server exposes no other path of the accounts library. */
export const ACCOUNT_CALLS = [
  post(
    '/sign-up/email',
    'Creates an account, to be confirmed by the link of a mail',
    { name: field, email: field, password: field, callbackURL: returnPath.optional() },
    [...SENDING, ...WEAK_PASSWORD, 'user_already_exists', 'invalid_email', 'disposable_email'],
  ),
  post(
    '/send-verification-email',
    'Sends the confirmation mail again',
    { email: field, callbackURL: returnPath.optional() },
    [...SENDING, 'invalid_email'],
  ),
  get('/verify-email', 'Opens the link of a confirmation mail: ?token=…&callbackURL=…', [
    'invalid_token',
    'token_expired',
  ]),
  post(
    '/sign-in/email',
    'Signs in with a password',
    { email: field, password: field, callbackURL: returnPath.optional() },
    [...GUESSED, 'invalid_email_or_password', 'email_not_verified', 'invalid_email'],
  ),
  post(
    '/sign-in/magic-link',
    'Sends a link and a code by mail, which sign in or up',
    { email: field, callbackURL: returnPath.optional() },
    [...SENDING, 'nobody_to_write_to', 'invalid_email', 'disposable_email'],
  ),
  get('/magic-link/verify', 'Signs in with the token of such a link: ?token=…', [
    'foreign_origin',
    'invalid_token',
    'factor_unreadable',
  ]),
  post('/sign-in/email-otp', 'Signs in with the code of such a mail', { email: field, otp: code }, [
    ...CODE,
    'invalid_email',
  ]),
  post('/phone-number/send-otp', 'Sends a code by SMS, which signs in or up', { phoneNumber: field }, [
    ...SENDING,
    'no_more_sms',
    'invalid_phone_number',
  ]),
  post(
    '/phone-number/verify',
    'Signs in with such a code, or adds the phone to the account',
    { phoneNumber: field, code, updatePhoneNumber: z.literal(true).optional() },
    [...CODE, ...FRESH_SESSION, 'invalid_phone_number', 'phone_already_set', 'phone_number_exist'],
  ),
  post(
    '/sign-in/social',
    'Returns the URL of a provider’s sign-in page, or signs in with its identity token',
    { provider: field, ...returnPaths, idToken: z.object({ token: field, nonce: field }).optional() },
    ['provider_not_found', 'invalid_token', 'factor_unreadable'],
  ),
  post('/link-social', 'Adds a provider to the account', { provider: field, ...returnPaths }, [
    ...FRESH_SESSION,
    'provider_not_found',
    'invalid_token',
  ]),
  ...(['google', 'apple', 'sso'] as const).map((id) => get(`/callback/${id}` as const, `Callback of ${id}; redirects`)),
  post('/callback/apple', 'Callback of Apple, which posts a form', {}),
  post(
    '/sign-in/sso',
    'Returns the URL of the organisation’s sign-in page, over SAML',
    { providerId: z.literal('saml'), ...returnPaths },
    ['provider_not_found'],
  ),
  post('/sso/saml2/sp/acs/saml', 'Callback of the organisation, which posts a form', {}),
  post('/wallet/challenge', 'Returns a message for a wallet to sign', wallet, [
    'missing_response',
    'verification_failed',
    'more_work_needed',
    'challenge_unavailable',
    'invalid_wallet',
  ]),
  post(
    '/wallet/verify',
    'Signs in with the signed message, or adds the wallet to the account',
    { ...wallet, nonce: field, signature: field, link: z.literal(true).optional() },
    [
      ...FRESH_SESSION,
      'challenge_over',
      'wallet_is_a_contract',
      'wrong_signature',
      'wallet_taken',
      'invalid_wallet',
      'email_not_verified',
      'factor_unreadable',
    ],
  ),
  post('/two-factor/enable', 'Begins to set up a second factor', password, [
    ...FRESH_SESSION,
    'invalid_password',
    'too_many_attempts',
    'totp_already_enabled',
  ]),
  post('/two-factor/disable', 'Removes the second factor', password, [
    ...FRESH_SESSION,
    'invalid_password',
    'too_many_attempts',
    'two_factor_not_enabled',
  ]),
  post('/two-factor/generate-backup-codes', 'Replaces the recovery codes', password, [
    ...FRESH_SESSION,
    'invalid_password',
    'too_many_attempts',
    'two_factor_not_enabled',
  ]),
  post('/two-factor/verify-totp', 'Answers the second-factor challenge with a code from the app', { code }, [
    ...SECOND_FACTOR,
    'sign_in_again',
    'invalid_code',
    'totp_not_enabled',
    'factor_unreadable',
  ]),
  post('/two-factor/send-otp', 'Sends a code for the second-factor challenge', {}, [
    ...SECOND_FACTOR,
    'sign_in_again',
    'nowhere_to_send',
    'too_many_messages',
    'no_more_sms',
  ]),
  post('/two-factor/verify-otp', 'Answers the second-factor challenge with a sent code', { code }, [
    ...SECOND_FACTOR,
    'sign_in_again',
    'invalid_code',
    'otp_has_expired',
    'nowhere_to_send',
  ]),
  post('/two-factor/verify-backup-code', 'Answers the second-factor challenge with a recovery code', { code: field }, [
    ...SECOND_FACTOR,
    'invalid_backup_code',
    'backup_codes_not_enabled',
    'factor_unreadable',
  ]),
  post('/app/exchange', 'Opens a session of the native app with an app code', { code: field, verifier: field }, [
    'foreign_origin',
    'app_code_used',
    'app_code_expired',
    'app_code_of_another',
    'app_code_revoked',
  ]),
  get('/get-session', 'Returns the session, as the accounts library presents it, and renews it'),
  post('/sign-out', 'Ends the session', {}),
  get('/token', 'Returns a signed token that names the caller, valid for 15 minutes', ['not_authenticated']),
  get('/.well-known/jwks.json', 'Returns the public keys of such tokens'),
  post(
    '/request-password-reset',
    'Sends a link to choose a new password',
    { email: field, redirectTo: returnPath.optional() },
    [...SENDING, 'invalid_email'],
  ),
  get('/reset-password/:token', 'Opens that link; redirects'),
  post(
    '/reset-password',
    'Sets a new password with the token that the link left in this browser',
    { newPassword: field, token: field.optional() },
    [...WEAK_PASSWORD, 'invalid_token'],
  ),
] as const satisfies readonly AccountCall[]

type Listed = (typeof ACCOUNT_CALLS)[number]
type Below<Path> = Path extends `/api/auth${infer Rest}` ? Rest : never
/** Paths of endpoints below `/api/auth`, by the methods that they accept. */
export type AccountPath<M extends Method = Method> = Below<Extract<Listed, { method: M }>['path']>
