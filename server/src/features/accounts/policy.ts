import { FRESH_S } from '../../accounts/settings.ts'
import type { Fan } from '../../http/session.ts'

/** Deny by default: of all that the accounts library could answer, only this is open. */
const OPEN_PATHS: ReadonlySet<string> = new Set([
  '/sign-up/email',
  '/send-verification-email',
  '/verify-email',
  '/sign-in/email',
  '/get-session',
  '/sign-out',
  '/request-password-reset',
  '/reset-password',
])
const OPEN_PREFIXES = ['/reset-password/'] as const

/** Whether an address below the prefix is open at all. */
export function isOpenPath(path: string): boolean {
  return OPEN_PATHS.has(path) || OPEN_PREFIXES.some((prefix) => path.startsWith(prefix))
}

/**
 * Hashing a password takes a thread for a tenth of a second, and a sign-up a database connection meanwhile: a rush of
 * newcomers waits in line, so that votes never do.
 */
export const HASHING = { width: 3, waitingRoom: 300 } as const
export const HASHING_PATHS: ReadonlySet<string> = new Set(['/sign-up/email', '/sign-in/email', '/reset-password'])

/** Whether a fan signed in lately enough for what cannot be undone. */
export function isFresh({ signedInAt }: Pick<Fan, 'signedInAt'>, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < FRESH_S * 1_000
}
