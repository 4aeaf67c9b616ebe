import { SECOND_PROOFS } from '@tribune/domain/fans/second-proof.ts'
import { WALLET_CHAINS } from '@tribune/domain/fans/wallet.ts'
import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'
import { z } from 'zod'
import type { AnyErrorCode } from './account-errors.ts'
import { type Endpoint, text } from './endpoint.ts'

type Method = 'GET' | 'POST'

/** Input, answer and refusals of an account call. */
interface Definition extends Pick<Endpoint, 'summary' | 'query' | 'body'> {
  /** Fields of the answer that our app reads; the accounts library adds others. Absent if the app reads none. */
  readonly output?: z.ZodType
  /** Refusals besides those of every account call. */
  readonly errors?: readonly AnyErrorCode[]
}

const PATH_LENGTH = 2_000
const FIELD_LENGTH = 300
const field = text(FIELD_LENGTH)
/** A path of this app that the browser returns to. */
const returnPath = text(PATH_LENGTH)
const code = text(ONE_TIME_CODE_LENGTH)
const returnPaths = { callbackURL: returnPath, errorCallbackURL: returnPath.optional() }
const wallet = { chain: z.enum(WALLET_CHAINS), address: field }
const password = { password: field.optional() }
/** The token in the link of a mail. */
const linkToken = { token: text(PATH_LENGTH) }
const recoveryCodes = z.array(z.string())

/** The URL of a provider's page, which the browser goes to. */
const providerPage = z.object({ url: z.string() })
/** A second-factor challenge, and the proofs to choose from. */
const challenged = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.enum(SECOND_PROOFS)) })
const signedIn = z.object({ twoFactorRedirect: z.never().optional() })
/** The outcome of a first proof: a second-factor challenge, or a session. */
const entered = z.union([challenged, signedIn])
const noPage = { url: z.never().optional() }

/** Refusals of every account call. */
const ANY = ['invalid_request', 'unsupported_media', 'too_many_requests', 'busy'] as const satisfies AnyErrorCode[]
/** Refusals of a call that sends a message, and of the captcha or proof of work before it. */
const SENDING = [
  'too_many_messages',
  'missing_response',
  'verification_failed',
  'more_work_needed',
  'captcha_unavailable',
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

/** Declares a call. Its method and path have literal types, so that the compiler requires a row of rules for each path (`ENDPOINTS` of the server). */
const declare = <const M extends Method, const P extends string, D extends Definition>(
  method: M,
  path: P,
  definition: D,
) => {
  const errors: readonly AnyErrorCode[] = [...ANY, ...(definition.errors ?? [])]
  return { ...definition, method, path: `/api/auth${path}` as const, errors }
}
const get = <const P extends string, D extends Definition>(path: P, definition: D) => declare('GET', path, definition)
const post = <const P extends string, D extends Definition & { readonly body: z.ZodType }>(path: P, definition: D) =>
  declare('POST', path, definition)

const calls = [
  post('/sign-up/email', {
    summary: 'Creates an account, to be confirmed by the link of a mail',
    body: z.object({ name: field, email: field, password: field, callbackURL: returnPath.optional() }),
    errors: [...SENDING, ...WEAK_PASSWORD, 'user_already_exists', 'invalid_email', 'disposable_email'],
  }),
  post('/send-verification-email', {
    summary: 'Sends the confirmation mail again',
    body: z.object({ email: field, callbackURL: returnPath.optional() }),
    errors: [...SENDING, 'invalid_email'],
  }),
  get('/verify-email', {
    summary: 'Opens the link of a confirmation mail',
    query: z.object({ ...linkToken, callbackURL: returnPath.optional() }),
    errors: ['invalid_token', 'token_expired'],
  }),
  post('/sign-in/email', {
    summary: 'Signs in with a password',
    body: z.object({ email: field, password: field, callbackURL: returnPath.optional() }),
    output: entered,
    errors: [...GUESSED, 'invalid_email_or_password', 'email_not_verified', 'invalid_email'],
  }),
  post('/sign-in/magic-link', {
    summary: 'Sends a link and a code by mail, which sign in or up',
    body: z.object({ email: field, callbackURL: returnPath.optional() }),
    errors: [...SENDING, 'nobody_to_write_to', 'invalid_email', 'disposable_email'],
  }),
  get('/magic-link/verify', {
    summary: 'Signs in with the token of such a link',
    query: z.object(linkToken),
    output: entered,
    errors: ['foreign_origin', 'invalid_token', 'factor_unreadable'],
  }),
  post('/sign-in/email-otp', {
    summary: 'Signs in with the code of such a mail',
    body: z.object({ email: field, otp: code }),
    output: entered,
    errors: [...CODE, 'invalid_email'],
  }),
  post('/phone-number/send-otp', {
    summary: 'Sends a code by SMS, which signs in or up',
    body: z.object({ phoneNumber: field }),
    errors: [...SENDING, 'no_more_sms', 'invalid_phone_number'],
  }),
  post('/phone-number/verify', {
    summary: 'Signs in with such a code, or adds the phone to the account',
    body: z.object({ phoneNumber: field, code, updatePhoneNumber: z.literal(true).optional() }),
    output: entered,
    errors: [...CODE, ...FRESH_SESSION, 'invalid_phone_number', 'phone_already_set', 'phone_number_exist'],
  }),
  post('/sign-in/social', {
    summary: 'Returns the URL of a provider’s sign-in page, or signs in with its identity token',
    body: z.object({
      provider: field,
      ...returnPaths,
      idToken: z.object({ token: field, nonce: field }).optional(),
    }),
    output: z.union([providerPage, challenged.extend(noPage), signedIn.extend(noPage)]),
    errors: ['provider_not_found', 'invalid_token', 'factor_unreadable'],
  }),
  post('/link-social', {
    summary: 'Adds a provider to the account',
    body: z.object({ provider: field, ...returnPaths }),
    output: providerPage,
    errors: [...FRESH_SESSION, 'provider_not_found', 'invalid_token'],
  }),
  get('/callback/google', { summary: 'Callback of Google; redirects' }),
  get('/callback/apple', { summary: 'Callback of Apple; redirects' }),
  get('/callback/sso', { summary: 'Callback of the organisation, over OpenID; redirects' }),
  post('/callback/apple', { summary: 'Callback of Apple, which posts a form', body: z.object({}) }),
  post('/sign-in/sso', {
    summary: 'Returns the URL of the organisation’s sign-in page, over SAML',
    body: z.object({ providerId: z.literal('saml'), ...returnPaths }),
    output: providerPage,
    errors: ['provider_not_found'],
  }),
  post('/sso/saml2/sp/acs/saml', {
    summary: 'Callback of the organisation, which posts a form',
    body: z.object({}),
  }),
  post('/wallet/challenge', {
    summary: 'Returns a message for a wallet to sign',
    body: z.object(wallet),
    output: z.object({ nonce: z.string(), message: z.string() }),
    errors: ['missing_response', 'verification_failed', 'more_work_needed', 'captcha_unavailable', 'invalid_wallet'],
  }),
  post('/wallet/verify', {
    summary: 'Signs in with the signed message, or adds the wallet to the account',
    body: z.object({ ...wallet, nonce: field, signature: field, link: z.literal(true).optional() }),
    output: entered,
    errors: [
      ...FRESH_SESSION,
      'challenge_over',
      'wallet_is_a_contract',
      'wrong_signature',
      'wallet_taken',
      'invalid_wallet',
      'email_not_verified',
      'factor_unreadable',
    ],
  }),
  post('/two-factor/enable', {
    summary: 'Begins to set up a second factor',
    body: z.object(password),
    output: z.object({
      /** The `otpauth:` URI for the fan's authenticator app. */
      totpURI: z.string(),
      backupCodes: recoveryCodes,
    }),
    errors: [...FRESH_SESSION, 'invalid_password', 'too_many_attempts', 'totp_already_enabled'],
  }),
  post('/two-factor/disable', {
    summary: 'Removes the second factor',
    body: z.object(password),
    errors: [...FRESH_SESSION, 'invalid_password', 'too_many_attempts', 'two_factor_not_enabled'],
  }),
  post('/two-factor/generate-backup-codes', {
    summary: 'Replaces the recovery codes',
    body: z.object(password),
    output: z.object({ backupCodes: recoveryCodes }),
    errors: [...FRESH_SESSION, 'invalid_password', 'too_many_attempts', 'two_factor_not_enabled'],
  }),
  post('/two-factor/verify-totp', {
    summary: 'Answers the second-factor challenge with a code from the app',
    body: z.object({ code }),
    errors: [...SECOND_FACTOR, 'sign_in_again', 'invalid_code', 'totp_not_enabled', 'factor_unreadable'],
  }),
  post('/two-factor/send-otp', {
    summary: 'Sends a code for the second-factor challenge',
    body: z.object({}),
    errors: [...SECOND_FACTOR, 'sign_in_again', 'nowhere_to_send', 'too_many_messages', 'no_more_sms'],
  }),
  post('/two-factor/verify-otp', {
    summary: 'Answers the second-factor challenge with a sent code',
    body: z.object({ code }),
    errors: [...SECOND_FACTOR, 'sign_in_again', 'invalid_code', 'otp_has_expired', 'nowhere_to_send'],
  }),
  post('/two-factor/verify-backup-code', {
    summary: 'Answers the second-factor challenge with a recovery code',
    body: z.object({ code: field }),
    errors: [...SECOND_FACTOR, 'invalid_backup_code', 'backup_codes_not_enabled', 'factor_unreadable'],
  }),
  post('/app/exchange', {
    summary: 'Opens a session of the native app with an app code',
    body: z.object({ code: field, verifier: field }),
    errors: ['foreign_origin', 'app_code_used', 'app_code_expired', 'app_code_of_another', 'app_code_revoked'],
  }),
  get('/get-session', { summary: 'Returns the session, as the accounts library presents it, and renews it' }),
  post('/sign-out', { summary: 'Ends the session', body: z.object({}) }),
  get('/token', {
    summary: 'Returns a signed token that names the caller, valid for 15 minutes',
    errors: ['not_authenticated'],
  }),
  get('/.well-known/jwks.json', { summary: 'Returns the public keys of such tokens' }),
  post('/request-password-reset', {
    summary: 'Sends a link to choose a new password',
    body: z.object({ email: field, redirectTo: returnPath.optional() }),
    errors: [...SENDING, 'invalid_email'],
  }),
  get('/reset-password/:token', { summary: 'Opens that link; redirects' }),
  post('/reset-password', {
    summary: 'Sets a new password with the token that the link left in this browser',
    body: z.object({ newPassword: field, token: field.optional() }),
    errors: [...WEAK_PASSWORD, 'invalid_token'],
  }),
] as const

interface Listed extends Definition {
  readonly method: Method
  readonly path: string
  readonly errors: readonly AnyErrorCode[]
}
/** Every call below `/api/auth`. The server exposes no other path of the accounts library. */
export const ACCOUNT_CALLS: readonly Listed[] = calls

type Call = (typeof calls)[number]
type Below<Path> = Path extends `/api/auth${infer Rest}` ? Rest : never
/** Paths below `/api/auth` that accept the method `M`, or any method. */
export type AccountPath<M extends Method = Method> = Below<Extract<Call, { method: M }>['path']>
/** The call at a path below `/api/auth`. */
export type AccountCall<M extends Method, P extends string> = Extract<Call, { method: M; path: `/api/auth${P}` }>
/** Fields of an answer that the app reads, as parsed JSON; `unknown` if it reads none. */
export type AccountAnswer<M extends Method, P extends string> =
  AccountCall<M, P> extends { readonly output: infer Schema extends z.ZodType } ? z.output<Schema> : unknown
/** The body of a POST below `/api/auth`. */
export type AccountBody<P extends AccountPath<'POST'>> = z.input<AccountCall<'POST', P>['body']>
