import { PASSWORD_MAX_LENGTH } from '@tribune/contract/accounts.ts'
import { WALLET_CHAINS } from '@tribune/domain/wallet.ts'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { appSecret, EXCHANGE_PATH } from './app-return.ts'
import type { Hook } from './hook.ts'
import { SAML_PROVIDER } from './saml.ts'

const TOKEN_MAX_LENGTH = 8_000
const NONCE_MIN_LENGTH = 16
const CODE_MAX_LENGTH = 40
const WALLET_ADDRESS_MAX_LENGTH = 44
/** Longer than any that a contract makes up for itself, so that its owner is told why it does not serve. */
const SIGNATURE = /^0x(?:[\da-f]{2}){1,4000}$/i

const towardsProvider = z.strictObject({
  provider: z.string(),
  callbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
  /** Instead of a way over the provider's pages: its own word, as an app on the phone has it. */
  idToken: z
    .strictObject({ token: z.string().max(TOKEN_MAX_LENGTH), nonce: z.string().min(NONCE_MIN_LENGTH) })
    .optional(),
})
const towardsOrganisation = z.strictObject({
  providerId: z.literal(SAML_PROVIDER),
  callbackURL: z.string(),
  errorCallbackURL: z.string().optional(),
})
const withPassword = z.strictObject({ password: z.string().max(PASSWORD_MAX_LENGTH).optional() })
const PHONE_MAX_LENGTH = 40
const phone = z.string().max(PHONE_MAX_LENGTH)
const withCode = z.strictObject({ code: z.string().min(1).max(CODE_MAX_LENGTH) })

/** Asks for a message that a wallet is to sign. */
export const walletChallenge = z.strictObject({
  chain: z.enum(WALLET_CHAINS),
  address: z.string().max(WALLET_ADDRESS_MAX_LENGTH),
})
/** With the wallet's signature. With `link` the wallet becomes a sign-in method of the signed-in fan. */
export const walletProof = z.strictObject({
  ...walletChallenge.shape,
  nonce: z.string().regex(/^[\da-f]{32}$/),
  signature: z.string().regex(SIGNATURE),
  link: z.literal(true).optional(),
})

/**
 * All that a page of ours sends to some addresses of the library. It would take more: what it passes on to a provider, devices that need no
 * second factor any more, codes that use nothing up.
 */
const BODIES: Readonly<Record<string, z.ZodType>> = {
  '/sign-in/social': towardsProvider,
  '/link-social': towardsProvider,
  '/sign-in/sso': towardsOrganisation,
  '/phone-number/send-otp': z.strictObject({ phoneNumber: phone }),
  // With `updatePhoneNumber` it becomes a sign-in method of the signed-in fan.
  '/phone-number/verify': z.strictObject({
    phoneNumber: phone,
    code: z.string().max(CODE_MAX_LENGTH),
    updatePhoneNumber: z.literal(true).optional(),
  }),
  '/wallet/challenge': walletChallenge,
  '/wallet/verify': walletProof,
  '/two-factor/enable': withPassword,
  '/two-factor/disable': withPassword,
  '/two-factor/generate-backup-codes': withPassword,
  '/two-factor/verify-totp': withCode,
  '/two-factor/send-otp': z.strictObject({}),
  '/two-factor/verify-otp': withCode,
  '/two-factor/verify-backup-code': withCode,
  [EXCHANGE_PATH]: z.strictObject({ code: appSecret, verifier: appSecret }),
}

/** Refuses a body that says more, or less. */
export function checkFields({ path, body }: Pick<Hook, 'path' | 'body'>): void {
  const allowed = BODIES[path]
  if (allowed !== undefined && !allowed.safeParse(body).success) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_REQUEST' })
  }
}
