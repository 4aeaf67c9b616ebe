import { domainToASCII } from 'node:url'
import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { mailboxOf } from '@tribune/domain/fans/mailbox.ts'
import type { AuthContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Hook } from '../hook.ts'
import { realAddress } from './phones.ts'

/** The mailbox of an account, stored next to its address. No caller can set it, and no answer contains it. */
export const MAILBOX_FIELD = {
  mailbox: { type: 'string', required: false, input: false, returned: false },
} as const
/** The unique index that keeps two accounts from confirming the same mailbox. */
const MAILBOX_INDEX = 'user_mailbox'

/** Returns the key of an address's mailbox, or `null` for a placeholder and for text that is not an address. */
export function mailboxKey(email: string): string | null {
  if (realAddress(email) === null) return null
  const at = email.lastIndexOf('@')
  const ascii = domainToASCII(email.slice(at + 1))
  return ascii === '' ? null : mailboxOf(`${email.slice(0, at)}@${ascii}`)
}

/** Finds the account that has confirmed any address of the same mailbox. */
export async function findMailboxOwner(
  { adapter }: Pick<AuthContext, 'adapter'>,
  email: string,
): Promise<{ readonly id: string; readonly email: string } | null> {
  const mailbox = mailboxKey(email)
  if (mailbox === null) return null
  const where = [
    { field: 'mailbox', value: mailbox },
    { field: 'emailVerified', value: true },
  ]
  return await adapter.findOne({ model: 'user', where })
}

const taken = () => new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS' })

/** Runs just before an account is created, by any sign-in method. Returns its mailbox, which must be free if its address is confirmed from the start. */
export async function claimMailbox({
  email,
  emailVerified,
}: {
  readonly email: string
  readonly emailVerified: boolean
}) {
  const { context } = getCurrentAuthEndpointContext()
  if (emailVerified && (await findMailboxOwner(context, email)) !== null) throw taken()
  return { mailbox: mailboxKey(email) }
}

/** Runs just before a link confirms an address. Refuses if another account has already confirmed the mailbox. */
export async function refuseTakenMailbox({
  id,
  email,
}: {
  readonly id: string
  readonly email: string
}): Promise<void> {
  const { context, query, redirect } = getCurrentAuthEndpointContext()
  const holder = await findMailboxOwner(context, email)
  if (holder === null || holder.id === id) return
  if (query?.callbackURL === undefined || redirect === undefined) throw taken()
  throw redirect('/profile?error=user_already_exists')
}

/**
 * Replaces any address of a fan's mailbox by the one that their account was created with, for the library and for mail: they reach their account
 * whichever they type.
 */
export async function withAccountAddress({ body, context }: Pick<Hook, 'body' | 'context'>) {
  const holder = await findMailboxOwner(context, body.email)
  return holder === null ? undefined : { context: { body: { ...body, email: holder.email } } }
}

/** Returns whether an error means that another account confirmed the same mailbox at the same moment, just before this one. */
export function isMailboxTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === MAILBOX_INDEX
}
