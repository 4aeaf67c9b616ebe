import type { AccountPath } from '@tribune/contract/account-endpoints.ts'
import { STADIUM_PER_MINUTE } from '@tribune/contract/proof-of-work.ts'
import { PASSWORD_MAX_LENGTH } from '@tribune/protocol/password.ts'
import { z } from 'zod'
import { withAccountAddress } from './contacts/mailboxes.ts'
import { refusePlaceholder } from './contacts/new-address.ts'
import { requireMailAllowed, reserveMail } from './guards/mails.ts'
import { openAppSecret, openRecoveryCodes, openSigningKeys } from './guards/seals.ts'
import { checkRecipient } from './methods/magic-link.ts'
import { appSecret } from './methods/native-handoff.ts'
import { refuseUsedToken, requireLinker } from './methods/oauth.ts'
import { leadToPage, markSignUp, markUnconfirmed, refuseOtherOrders } from './methods/password/own-browser.ts'
import { askForPassword, forgetToken, storeToken, withStoredToken } from './methods/password/recovery.ts'
import { checkNewPassword, checkSignUp, withNewestSignature } from './methods/password/sign-up.ts'
import { refuseSecondPhone, withOneNumber } from './methods/phone.ts'
import { postAgain, requireOwnAnswer, SAML_PROVIDER } from './methods/saml.ts'
import { walletChallenge, walletProof } from './methods/wallet.ts'
import type { EndpointRules } from './rules.ts'
import { recordBegun, requireBegun, requireDestination } from './second-factor/sent-code.ts'
import { endOtherSessions, voidUsedCode } from './second-factor/totp.ts'

/** Calls a minute from one address to most paths. */
const USUAL_RATE = 120
const CODE_MAX_LENGTH = 40
const PHONE_MAX_LENGTH = 40
const TOKEN_MAX_LENGTH = 8_000
const NONCE_MIN_LENGTH = 16

const text = z.string()
/** Any length and form: the library refuses a wrong address with a sentence of its own. */
const address = { email: text, callbackURL: text.optional() }
const phone = { phoneNumber: text.max(PHONE_MAX_LENGTH) }
const ownPassword = z.strictObject({ password: text.max(PASSWORD_MAX_LENGTH).optional() })
const secondProof = z.strictObject({ code: text.min(1).max(CODE_MAX_LENGTH) })
const towardsProvider = { provider: text, callbackURL: text.optional(), errorCallbackURL: text.optional() }

type Posted = AccountPath<'POST'>
type Table = Readonly<Record<Posted, EndpointRules & Required<Pick<EndpointRules, 'body'>>>> &
  Readonly<Record<Exclude<AccountPath, Posted>, EndpointRules & { readonly body?: never }>>

/**
 * Denies by default: of all addresses that the accounts library could serve, only these of the contract are open, each only to what its row
 * allows. Rules for every call, such as the second factor before every session, are in gateway.ts and library.ts.
 */
export const ENDPOINTS = {
  '/sign-up/email': {
    perMinute: STADIUM_PER_MINUTE,
    body: z.strictObject({ ...address, name: text, password: text }),
    captcha: true,
    queue: 'choosing',
    before: [checkSignUp, requireMailAllowed],
    after: [markSignUp],
  },
  '/send-verification-email': {
    perMinute: STADIUM_PER_MINUTE,
    body: z.strictObject(address),
    captcha: true,
    before: [refusePlaceholder, reserveMail],
    rewrite: withAccountAddress,
  },
  '/verify-email': {
    perMinute: STADIUM_PER_MINUTE,
    opens: 'mail',
    before: [refuseOtherOrders, leadToPage],
    rewrite: withNewestSignature,
    redirect: askForPassword,
  },
  '/sign-in/email': {
    perMinute: 30,
    opens: 'password',
    body: z.strictObject({ ...address, password: text }),
    guess: 'password',
    before: [refusePlaceholder],
    rewrite: withAccountAddress,
    after: [markUnconfirmed],
  },
  '/request-password-reset': {
    perMinute: STADIUM_PER_MINUTE,
    body: z.strictObject({ email: text, redirectTo: text.optional() }),
    captcha: true,
    before: [refusePlaceholder, reserveMail],
    rewrite: withAccountAddress,
  },
  '/reset-password/:token': { perMinute: USUAL_RATE, redirect: storeToken },
  '/reset-password': {
    perMinute: USUAL_RATE,
    body: z.strictObject({ newPassword: text, token: text.optional() }),
    queue: 'choosing',
    before: [checkNewPassword],
    rewrite: withStoredToken,
    after: [forgetToken],
  },

  '/sign-in/magic-link': {
    perMinute: STADIUM_PER_MINUTE,
    sends: 'mailCode',
    body: z.strictObject(address),
    captcha: true,
    before: [checkRecipient],
    rewrite: withAccountAddress,
  },
  '/magic-link/verify': {
    perMinute: STADIUM_PER_MINUTE,
    opens: 'mail',
    spends: 'link',
    caller: 'script',
    redirects: true,
  },
  '/sign-in/email-otp': {
    perMinute: STADIUM_PER_MINUTE,
    opens: 'mail',
    spends: 'code',
    body: z.strictObject({ email: text, otp: text }),
    guess: 'mailCode',
    before: [refusePlaceholder],
    rewrite: withAccountAddress,
  },

  // Paid for by work like mails, but a text costs money too.
  '/phone-number/send-otp': {
    perMinute: 10,
    sends: 'phoneCode',
    body: z.strictObject(phone),
    captcha: true,
    rewrite: withOneNumber,
  },
  '/phone-number/verify': {
    perMinute: 60,
    opens: 'phone',
    body: z.strictObject({
      ...phone,
      code: text.max(CODE_MAX_LENGTH),
      /** The phone becomes a sign-in method of the signed-in fan. */
      updatePhoneNumber: z.literal(true).optional(),
    }),
    fresh: { with: 'updatePhoneNumber' },
    guess: 'phoneCode',
    before: [refuseSecondPhone],
    rewrite: withOneNumber,
  },

  '/sign-in/social': {
    perMinute: USUAL_RATE,
    opens: 'provider',
    body: z.strictObject({
      ...towardsProvider,
      /** The provider's identity token, as an app on the phone gets it, instead of a redirect to the provider's pages. */
      idToken: z.strictObject({ token: text.max(TOKEN_MAX_LENGTH), nonce: text.min(NONCE_MIN_LENGTH) }).optional(),
    }),
    before: [refuseUsedToken],
  },
  '/link-social': { perMinute: USUAL_RATE, body: z.strictObject(towardsProvider), fresh: 'always' },
  '/callback/google': { perMinute: USUAL_RATE, opens: 'google', before: [requireLinker] },
  '/callback/apple': { perMinute: USUAL_RATE, opens: 'apple', body: 'form', before: [requireLinker] },
  '/callback/sso': { perMinute: USUAL_RATE, opens: 'sso', before: [requireLinker] },

  '/sign-in/sso': {
    perMinute: USUAL_RATE,
    body: z.strictObject({
      providerId: z.literal(SAML_PROVIDER),
      callbackURL: text,
      errorCallbackURL: text.optional(),
    }),
  },
  '/sso/saml2/sp/acs/saml': {
    perMinute: USUAL_RATE,
    opens: 'saml',
    body: 'form',
    intercept: postAgain,
    before: [requireOwnAnswer],
  },

  '/wallet/challenge': { perMinute: 30, body: walletChallenge, captcha: true },
  '/wallet/verify': { perMinute: 60, opens: 'wallet', body: walletProof, fresh: { with: 'link' } },

  '/two-factor/enable': {
    perMinute: 20,
    inherits: 'factorChange',
    body: ownPassword,
    fresh: 'always',
    guess: 'ownPassword',
    after: [recordBegun],
  },
  '/two-factor/disable': {
    perMinute: 20,
    inherits: 'factorChange',
    body: ownPassword,
    fresh: 'always',
    guess: 'ownPassword',
  },
  '/two-factor/generate-backup-codes': {
    perMinute: 20,
    inherits: 'factorChange',
    body: ownPassword,
    fresh: 'always',
    guess: 'ownPassword',
  },
  // The first code enables the second factor, later ones sign in.
  '/two-factor/verify-totp': {
    perMinute: 60,
    inherits: 'secondProof',
    body: secondProof,
    guess: 'appCode',
    fresh: 'ifSignedIn',
    before: [openAppSecret],
    rewrite: voidUsedCode,
    after: [endOtherSessions],
  },
  '/two-factor/send-otp': {
    perMinute: 10,
    sends: 'sentCode',
    inherits: 'factorChange',
    body: z.strictObject({}),
    fresh: 'ifSignedIn',
    before: [requireBegun, requireDestination],
  },
  '/two-factor/verify-otp': {
    perMinute: 60,
    inherits: 'secondProof',
    body: secondProof,
    guess: 'sentCode',
    fresh: 'ifSignedIn',
    before: [requireBegun],
    after: [endOtherSessions],
  },
  '/two-factor/verify-backup-code': {
    perMinute: 60,
    inherits: 'secondProof',
    body: secondProof,
    guess: 'recoveryCode',
    before: [openRecoveryCodes],
  },

  '/app/exchange': {
    perMinute: 60,
    inherits: 'handover',
    body: z.strictObject({ code: appSecret, verifier: appSecret }),
    caller: 'script',
  },
  '/get-session': { perMinute: USUAL_RATE },
  '/sign-out': { perMinute: USUAL_RATE, body: z.strictObject({}).optional() },
  '/token': { perMinute: USUAL_RATE, before: [openSigningKeys] },
  '/.well-known/jwks.json': { perMinute: USUAL_RATE },
} as const satisfies Table

const RULES: Readonly<Record<string, EndpointRules>> = ENDPOINTS
const LINK_OF_MAIL = '/reset-password/'

/** Returns the row of a path below the prefix. */
export function rowOf(path: string): string {
  return path.startsWith(LINK_OF_MAIL) ? `${LINK_OF_MAIL}:token` : path
}

/** Returns the rules of a path below the prefix, or `undefined` if it is not open. */
export function rulesOf(path: string): EndpointRules | undefined {
  const row = rowOf(path)
  return Object.hasOwn(RULES, row) ? RULES[row] : undefined
}

/** Open paths that require a captcha or a proof of work. */
export const CAPTCHA_PATHS = Object.keys(RULES).filter((path) => RULES[path]?.captcha === true)
