import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { APIError } from 'better-auth/api'
import type { Mail } from '../infra/mail/mailer.ts'
import type { Post } from '../infra/mail/post.ts'
import type { Hook } from './hook.ts'

/** Calls for a mail that only some accounts are sent, and that answer everybody alike. */
const ASKING_PATHS: ReadonlySet<string> = new Set(['/request-password-reset', '/send-verification-email'])

/**
 * Refuses to ask for a mail to an address that had too many. Asking is counted, not sending: where it told whether a mail had gone it would
 * tell whether there is an account.
 */
export function refuseWithheld({ path, body }: Hook, post: Post<Mail>): void {
  const email: unknown = body?.email
  if (path === undefined || typeof email !== 'string') return
  const isWithheld =
    (ASKING_PATHS.has(path) && !post.reserve(email)) || (path === '/sign-up/email' && !post.accepts(email))
  if (isWithheld) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_MESSAGES' })
}

/** Sends a confirmation: at a sign-up or a sign-in, or on demand, when it was counted already. */
export function sendConfirmation(mail: Mail, post: Post<Mail>): void {
  if (ASKING_PATHS.has(getCurrentAuthEndpointContext().path ?? '')) post.sendReserved(mail)
  else post.send(mail)
}
