import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Hook } from '../hook.ts'
import { isDisposable } from './disposable.ts'
import { realAddress } from './phones.ts'

const invalid = () => new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })

/** Refuses a placeholder address: no fan signs in with it, and no mail goes there. */
export function refusePlaceholder({ body }: Pick<Hook, 'body'>): void {
  if (realAddress(body.email) === null) throw invalid()
}

/**
 * Runs before a call that may create an account. Refuses a malformed address, and a disposable one that has no account yet. Returns the account
 * of the address, or `null`.
 */
export async function checkAddress({ body, context }: Hook, { db }: Pick<App, 'db'>) {
  const email: string = body.email
  if (!emailAddress.safeParse(email).success) throw invalid()
  const known = await context.internalAdapter.findUserByEmail(email.toLowerCase())
  if (known === null && (await isDisposable(db, email))) throw new APIError('BAD_REQUEST', { code: 'DISPOSABLE_EMAIL' })
  return known
}

/** Longest address that mail can reach. */
const EMAIL_MAX_LENGTH = 254
export const emailAddress = z.email().max(EMAIL_MAX_LENGTH)
