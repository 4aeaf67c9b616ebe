import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { APIError } from 'better-auth/api'
import type { Mail } from '../../infra/mail/mailer.ts'
import type { Post } from '../../infra/mail/post.ts'
import type { Hook } from '../hook.ts'
import type { Tools } from '../tools.ts'

/**
 * Refuses a request for a mail to an address that has had too many. Counts requests, not mails sent: counting those would reveal whether the
 * address has an account.
 */
export async function reserveMail({ body }: Hook, { mails }: Pick<Tools, 'mails'>): Promise<void> {
  if (!(await mails.reserve(body.email))) throw tooMany()
}

/** Refuses a sign-up with an address that has had too many mails. */
export async function requireMailAllowed({ body }: Hook, { mails }: Pick<Tools, 'mails'>): Promise<void> {
  if (!(await mails.accepts(body.email))) throw tooMany()
}

const tooMany = () => new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_MESSAGES' })

/** Sends a confirmation mail at a sign-up or a sign-in, or on request, in which case `reserveMail` has already counted it. */
export function sendConfirmation(mail: Mail, post: Post<Mail>): void {
  if (getCurrentAuthEndpointContext().path === '/send-verification-email') post.sendReserved(mail)
  else post.send(mail)
}
