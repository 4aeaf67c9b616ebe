import { domainToASCII } from 'node:url'
import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { mailboxOf } from '@tribune/domain/mailbox.ts'
import type { AuthContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Hook } from './hook.ts'
import { realAddress } from './phones.ts'

/** The mailbox of an account, beside its address; no caller sets it, and no answer shows it. */
export const MAILBOX_FIELD = {
  mailbox: { type: 'string', required: false, input: false, returned: false },
} as const
/** The index that keeps two accounts from one confirmed mailbox. */
const MAILBOX_INDEX = 'user_mailbox'

/** The key of an address's mailbox; `null` for a placeholder and for what is no address. */
export function mailboxKey(email: string): string | null {
  if (realAddress(email) === null) return null
  const at = email.lastIndexOf('@')
  const ascii = domainToASCII(email.slice(at + 1))
  return ascii === '' ? null : mailboxOf(`${email.slice(0, at)}@${ascii}`)
}

/** Whose account holds an address's mailbox: the one that confirmed any address of it. */
export async function mailboxHolder(
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

/** Just before an account is made, by whichever way: gives its mailbox, which must be free if its address is confirmed from the start. */
export async function claimMailbox({
  email,
  emailVerified,
}: {
  readonly email: string
  readonly emailVerified: boolean
}) {
  const { context } = getCurrentAuthEndpointContext()
  if (emailVerified && (await mailboxHolder(context, email)) !== null) throw taken()
  return { mailbox: mailboxKey(email) }
}

/** Just before a link confirms an address: its mailbox may have been confirmed by another account meanwhile. */
export async function refuseHeldMailbox({ id, email }: { readonly id: string; readonly email: string }): Promise<void> {
  const { context, query, redirect } = getCurrentAuthEndpointContext()
  const holder = await mailboxHolder(context, email)
  if (holder === null || holder.id === id) return
  if (query?.callbackURL === undefined || redirect === undefined) throw taken()
  throw redirect('/profile?error=user_already_exists')
}

/** Where a body names the account that is signed in to, or written to. */
const NAMED_BY_ADDRESS: ReadonlySet<string> = new Set([
  '/sign-in/email',
  '/sign-in/email-otp',
  '/sign-in/magic-link',
  '/send-verification-email',
  '/request-password-reset',
])

/**
 * Whichever address of their mailbox a fan types, it is their account: the library goes on with the address that the account was made
 * with, and mail goes there too.
 */
export async function withHoldersAddress({ path, body, context }: Pick<Hook, 'path' | 'body' | 'context'>) {
  if (!NAMED_BY_ADDRESS.has(path) || typeof body?.email !== 'string') return
  const holder = await mailboxHolder(context, body.email)
  return holder === null ? undefined : { context: { body: { ...body, email: holder.email } } }
}

/** Whether two accounts confirmed one mailbox at the same moment, and this is the later one. */
export function isMailboxTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === MAILBOX_INDEX
}
