import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import type { BetterAuthOptions } from 'better-auth'
import { trustedOrigins } from '../http/origins.ts'
import { MAILBOX_FIELD } from './contacts/mailboxes.ts'
import { CONFIRMATION_LIFE_HOURS, PASSWORD_RESET_LIFE_HOURS } from './mails.ts'

/** Path prefix of the accounts library, and the header in which this server passes it the client's address. */
export const ACCOUNTS_PREFIX = '/api/auth'
export const ADDRESS_HEADER = 'x-tribune-client-address'

export const MINUTE_S = 60
export const HOUR_S = 60 * MINUTE_S
export const DAY_S = 24 * HOUR_S
/** A session ends this long after its last renewal. It is renewed when its fan comes back, at most once a day. */
export const SESSION_LIFE_S = 60 * DAY_S
export const SESSION_RENEWAL_S = 24 * HOUR_S
/** Lifetimes of links in mails. */
export const CONFIRMATION_LIFE_S = CONFIRMATION_LIFE_HOURS * HOUR_S
export const RESET_LIFE_S = PASSWORD_RESET_LIFE_HOURS * HOUR_S
/** Age after which a session needs a new sign-in for irreversible actions. */
export const FRESH_S = 60 * MINUTE_S
/** Longer names of fans and browsers are cut before they are stored. */
export const NAME_MAX_LENGTH = 80
export const USER_AGENT_MAX_LENGTH = 300
const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/** Returns the settings that depend only on the product's public address. */
export function accountSettings(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return {
    appName: 'Tribune',
    baseURL: publicUrl,
    basePath: ACCOUNTS_PREFIX,
    trustedOrigins: trustedOrigins(publicUrl),
    telemetry: { enabled: false },
    // Errors that are not refusals reach our own error handling: an id, a log line, and no detail in the answer.
    onAPIError: { throw: true, errorURL: `${publicUrl}/profile` },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // Set explicitly, because NODE_ENV=test would turn both off.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    user: { fields: { ...TIMES, emailVerified: 'email_verified' }, additionalFields: MAILBOX_FIELD },
    session: {
      expiresIn: SESSION_LIFE_S,
      updateAge: SESSION_RENEWAL_S,
      freshAge: FRESH_S,
      fields: {
        ...TIMES,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      additionalFields: {
        aal: { type: 'number', required: false, defaultValue: 1, input: false },
        amr: { type: 'string', required: false, input: false },
      },
    },
    account: {
      encryptOAuthTokens: true,
      updateAccountOnSignIn: false,
      // Somebody who proves the address takes over an account that awaits its confirmation: oauth.ts removes its former methods.
      accountLinking: { enabled: true, requireLocalEmailVerified: false, allowDifferentEmails: true },
      fields: {
        ...TIMES,
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { storeIdentifier: 'hashed', fields: { ...TIMES, expiresAt: 'expires_at' } },
  } as const satisfies BetterAuthOptions
}

export const PASSWORD_SETTINGS = {
  enabled: true,
  minPasswordLength: PASSWORD_MIN_LENGTH,
  maxPasswordLength: PASSWORD_MAX_LENGTH,
  requireEmailVerification: true,
  revokeSessionsOnPasswordReset: true,
} as const

/**
 * Returns the end of a row in the library's table of verifications, by the machine's clock and not the injected one: the library itself compares
 * it with `new Date()` when it consumes a row, and deletes every ended row when it looks for one. A row that must end by the injected clock
 * also has its end in its value, and our code checks it.
 */
export function rowEnd(lifeS: number): Date {
  return new Date(Date.now() + lifeS * 1_000)
}
