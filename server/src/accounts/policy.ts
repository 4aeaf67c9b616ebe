import { availableParallelism } from 'node:os'
import { ACCOUNT_CALLS } from '@tribune/contract/account-endpoints.ts'
import type { Fan } from '../http/session.ts'
import type { Clock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { EXCHANGE_PATH } from './app-return.ts'
import type { Fields } from './fields.ts'
import { mailboxKey } from './mailboxes.ts'
import { mobileNumber } from './phones.ts'
import { ASSERTION_PATH } from './saml.ts'
import { FACTOR_LOCK_S } from './second-factor.ts'
import { ACCOUNTS_PREFIX, FRESH_S } from './settings.ts'

/** Deny by default: of all that the accounts library could answer, only what the contract lists is open. */
const OPEN_PATHS: ReadonlySet<string> = new Set(ACCOUNT_CALLS.map(({ path }) => path.slice(ACCOUNTS_PREFIX.length)))
const OPEN_PREFIXES = ['/reset-password/'] as const

/** Where providers have a browser post what they answer: forms, which the library reads. */
export function isPostedByProvider(path: string): boolean {
  return path.startsWith('/callback/') || path === ASSERTION_PATH
}

/** Whether an address below the prefix is open at all. */
export function isOpenPath(path: string): boolean {
  return OPEN_PATHS.has(path) || OPEN_PREFIXES.some((prefix) => path.startsWith(prefix))
}

const MOST_HASHED = 3
/** Passwords hashed at a time. One processor is left to votes and screens: a busy thread gives way only after milliseconds. */
export function hashedAtOnce(processors: number): number {
  return Math.max(1, Math.min(MOST_HASHED, processors - 1))
}

/**
 * Hashing a password takes a thread for a tenth of a second, and a sign-up a database connection meanwhile: a rush of
 * newcomers waits in line, so that votes never do.
 */
export const HASHING = { width: hashedAtOnce(availableParallelism()), waitingRoom: 300 } as const
export const HASHING_PATHS: ReadonlySet<string> = new Set([
  '/sign-in/email',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/** Where a password is chosen it is judged before, one at a time: who signs in does not wait for that. */
export const CHOOSING = { ...HASHING }
export const CHOOSING_PATHS: ReadonlySet<string> = new Set(['/sign-up/email', '/reset-password'])

/** Whether a fan signed in lately enough for what cannot be undone. */
export function isFresh({ signedInAt }: Pick<Fan, 'signedInAt'>, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < FRESH_S * 1_000
}

/** Refuses what cannot be undone to a session that began long ago: `sign_in_again`. */
export function requireFresh({ clock }: { readonly clock: Clock }, fan: Pick<Fan, 'signedInAt'>): void {
  if (!isFresh(fan, clock.now())) throw new Refusal('sign_in_again')
}

/** Who may call: anybody; a fan who signed in lately; such a fan, or one whose sign-in is under way. */
type Caller = 'anybody' | 'fresh' | 'freshOrNobody'

/** Adding or removing a sign-in method needs a fresh session. */
const CALLERS: Readonly<Record<string, Caller>> = {
  '/link-social': 'fresh',
  '/two-factor/enable': 'fresh',
  '/two-factor/disable': 'fresh',
  '/two-factor/generate-backup-codes': 'fresh',
  // A first code switches the second factor on, a later one signs in.
  '/two-factor/verify-totp': 'freshOrNobody',
  '/two-factor/send-otp': 'freshOrNobody',
  '/two-factor/verify-otp': 'freshOrNobody',
}

/** Who may make a call of the library. */
export function callerOf(path: string, sent: Fields): Caller {
  if (path === '/phone-number/verify' && 'updatePhoneNumber' in sent) return 'fresh'
  if (path === '/wallet/verify' && 'link' in sent) return 'fresh'
  return CALLERS[path] ?? 'anybody'
}

/** Links that a script of ours exchanges. */
export const LINK_PATHS: ReadonlySet<string> = new Set(['/magic-link/verify'])
/** All that is exchanged by a script of ours. Another site's page must not sign anybody in as somebody else. */
export const SCRIPT_PATHS: ReadonlySet<string> = new Set([...LINK_PATHS, EXCHANGE_PATH])

/** Where something secret is guessed at, for an account that the body names. */
const GUESSED_PATHS: ReadonlySet<string> = new Set(['/sign-in/email', '/sign-in/email-otp'])
/** The library's words for a wrong guess. */
export const WRONG_GUESSES: ReadonlySet<string> = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'INVALID_OTP',
  'OTP_EXPIRED',
  'TOO_MANY_ATTEMPTS',
])

/** Its word where the judge of a challenge did not answer. */
export const UNJUDGED = 'UNKNOWN_ERROR'

/** Seconds after which the library, which does not say it, looks at guesses again. */
export const LOCKS_S: Readonly<Record<string, number>> = { ACCOUNT_TEMPORARILY_LOCKED: FACTOR_LOCK_S }

/**
 * The account that a request guesses at: its wrong guesses are counted; `null` where there is nothing to guess.
 * @param fan The signed-in fan, asked for their password again.
 * @param countries Those whose phones open accounts.
 */
export function guessedAccount(
  path: string,
  sent: Fields,
  fan: Pick<Fan, 'email'> | null,
  countries: ReadonlySet<string>,
): string | null {
  const { email, password, phoneNumber } = sent
  if (path === '/phone-number/verify') return mobileNumber(phoneNumber, countries)
  if (fan !== null) return password === undefined ? null : lockOf(fan.email)
  if (!GUESSED_PATHS.has(path)) return null
  return typeof email === 'string' ? lockOf(email) : null
}

/** What wrong guesses at an address's account are counted under: however the address is spelled, it is one account's lock. */
export function lockOf(email: string): string {
  return mailboxKey(email) ?? email
}
