import { ONE_TIME_CODE_LENGTH } from '@tribune/domain/one-time-code.ts'
import { WALLET_CHAINS } from '@tribune/domain/wallet.ts'
import { z } from 'zod'
import type { AnyErrorCode } from './account-errors.ts'
import { type Endpoint, text } from './endpoint.ts'

interface AccountCall extends Pick<Endpoint, 'method' | 'path' | 'summary' | 'body'> {
  readonly errors: readonly AnyErrorCode[]
}

const PATH_LENGTH = 2_000
const FIELD_LENGTH = 300
const field = text(FIELD_LENGTH)
/** A path of ours to go back to. */
const back = text(PATH_LENGTH)
const code = text(ONE_TIME_CODE_LENGTH)
const ways = { callbackURL: back, errorCallbackURL: back.optional() }
const wallet = { chain: z.enum(WALLET_CHAINS), address: field }

/** What every call of the accounts may be refused with. */
const ANY = ['invalid_request', 'unsupported_media', 'too_many_requests', 'busy'] as const satisfies AnyErrorCode[]
/** What a message that is to be sent may be refused with, and the proof asked before it. */
const SENDING = [
  'too_many_messages',
  'missing_response',
  'verification_failed',
  'more_work_needed',
  'challenge_unavailable',
] as const
const WEAK = [
  'password_too_short',
  'password_too_long',
  'password_guessable',
  'password_unjudged',
  'password_leaked',
] as const
const GUESS = ['too_many_attempts', 'factor_unreadable'] as const
const CODE = ['invalid_otp', 'otp_expired', ...GUESS] as const
const FRESH = ['not_authenticated', 'sign_in_again'] as const
const PROOF = ['invalid_two_factor_cookie', 'too_many_attempts_request_new_code', 'account_temporarily_locked'] as const

const get = (path: string, summary: string, errors: readonly AnyErrorCode[] = []): AccountCall => ({
  method: 'GET',
  path: `/api/auth${path}`,
  summary,
  errors: [...ANY, ...errors],
})
const post = (
  path: string,
  summary: string,
  body: Readonly<Record<string, z.ZodType>>,
  errors: readonly AnyErrorCode[] = [],
): AccountCall => ({ ...get(path, summary, errors), method: 'POST', body: z.object(body) })

const password = { password: field.optional() }

/** Every call below `/api/auth`: the server opens no other address of the accounts library. */
export const ACCOUNT_CALLS: readonly AccountCall[] = [
  post(
    '/sign-up/email',
    'Makes an account that its confirmation mail opens',
    { name: field, email: field, password: field, callbackURL: back.optional() },
    [...SENDING, ...WEAK, 'user_already_exists', 'invalid_email', 'disposable_email'],
  ),
  post(
    '/send-verification-email',
    'Sends the confirmation mail again',
    { email: field, callbackURL: back.optional() },
    [...SENDING, 'invalid_email'],
  ),
  get('/verify-email', 'Opens the link of a confirmation mail: ?token=…&callbackURL=…', [
    'invalid_token',
    'token_expired',
  ]),
  post('/sign-in/email', 'Signs in with a password', { email: field, password: field, callbackURL: back.optional() }, [
    ...GUESS,
    'invalid_email_or_password',
    'email_not_verified',
    'invalid_email',
  ]),
  post(
    '/sign-in/magic-link',
    'Sends a link and a code by mail, which sign in and up',
    { email: field, callbackURL: back.optional() },
    [...SENDING, 'nobody_to_write_to', 'invalid_email', 'disposable_email'],
  ),
  get('/magic-link/verify', 'Exchanges the token of such a link: ?token=…', [
    'foreign_origin',
    'invalid_token',
    'factor_unreadable',
  ]),
  post('/sign-in/email-otp', 'Signs in with the code of such a mail', { email: field, otp: code }, [
    ...CODE,
    'invalid_email',
  ]),
  post('/phone-number/send-otp', 'Sends a code by SMS, which signs in and up', { phoneNumber: field }, [
    ...SENDING,
    'no_more_sms',
    'invalid_phone_number',
  ]),
  post(
    '/phone-number/verify',
    'Signs in with such a code, or adds the phone to the account',
    { phoneNumber: field, code, updatePhoneNumber: z.literal(true).optional() },
    [...CODE, ...FRESH, 'invalid_phone_number', 'phone_already_set', 'phone_number_exist'],
  ),
  post(
    '/sign-in/social',
    'Answers the address of a provider’s page, or signs in with its identity token',
    { provider: field, ...ways, idToken: z.object({ token: field, nonce: field }).optional() },
    ['provider_not_found', 'invalid_token', 'factor_unreadable'],
  ),
  post('/link-social', 'Adds a provider to the account', { provider: field, ...ways }, [
    ...FRESH,
    'provider_not_found',
    'invalid_token',
  ]),
  ...(['google', 'apple', 'sso'] as const).map((id) =>
    get(`/callback/${id}`, `Where ${id} leads back to; answers by a redirection`),
  ),
  post('/callback/apple', 'Where Apple leads back to, by a form', {}),
  post(
    '/sign-in/sso',
    'Answers the address of the organisation’s page, over SAML',
    { providerId: z.literal('saml'), ...ways },
    ['provider_not_found'],
  ),
  post('/sso/saml2/sp/acs/saml', 'Where the organisation leads back to, by a form', {}),
  post('/wallet/challenge', 'Answers a message for a wallet to sign', wallet, [
    'missing_response',
    'verification_failed',
    'more_work_needed',
    'challenge_unavailable',
    'invalid_wallet',
  ]),
  post(
    '/wallet/verify',
    'Signs in with its signature, or adds the wallet to the account',
    { ...wallet, nonce: field, signature: field, link: z.literal(true).optional() },
    [
      ...FRESH,
      'challenge_over',
      'wallet_is_a_contract',
      'wrong_signature',
      'wallet_taken',
      'invalid_wallet',
      'email_not_verified',
      'factor_unreadable',
    ],
  ),
  post('/two-factor/enable', 'Begins to add a second factor', password, [
    ...FRESH,
    'invalid_password',
    'too_many_attempts',
    'totp_already_enabled',
  ]),
  post('/two-factor/disable', 'Removes the second factor', password, [
    ...FRESH,
    'invalid_password',
    'too_many_attempts',
    'two_factor_not_enabled',
  ]),
  post('/two-factor/generate-backup-codes', 'Makes new recovery codes', password, [
    ...FRESH,
    'invalid_password',
    'too_many_attempts',
    'two_factor_not_enabled',
  ]),
  post('/two-factor/verify-totp', 'Gives a code of the app as second proof', { code }, [
    ...PROOF,
    'sign_in_again',
    'invalid_code',
    'totp_not_enabled',
    'factor_unreadable',
  ]),
  post('/two-factor/send-otp', 'Sends a code as second proof', {}, [
    ...PROOF,
    'sign_in_again',
    'nowhere_to_send',
    'too_many_messages',
    'no_more_sms',
  ]),
  post('/two-factor/verify-otp', 'Gives such a code', { code }, [
    ...PROOF,
    'sign_in_again',
    'invalid_code',
    'otp_has_expired',
    'nowhere_to_send',
  ]),
  post('/two-factor/verify-backup-code', 'Gives a recovery code as second proof', { code: field }, [
    ...PROOF,
    'invalid_backup_code',
    'backup_codes_not_enabled',
    'factor_unreadable',
  ]),
  post('/app/exchange', 'Opens the native app’s session with its code', { code: field, verifier: field }, [
    'foreign_origin',
    'app_code_used',
    'app_code_expired',
    'app_code_of_another',
    'app_code_revoked',
  ]),
  get('/get-session', 'Who is signed in, as the accounts library tells it; renews the session'),
  post('/sign-out', 'Ends the session', {}),
  get('/token', 'A signed token of a quarter of an hour that names the caller', ['not_authenticated']),
  get('/.well-known/jwks.json', 'The public keys of such tokens'),
  post(
    '/request-password-reset',
    'Sends a link to choose a new password',
    { email: field, redirectTo: back.optional() },
    [...SENDING, 'invalid_email'],
  ),
  get('/reset-password/:token', 'Opens that link; answers by a redirection'),
  post(
    '/reset-password',
    'Chooses a new password with what the link left in this browser',
    { newPassword: field, token: field.optional() },
    [...WEAK, 'invalid_token'],
  ),
]
