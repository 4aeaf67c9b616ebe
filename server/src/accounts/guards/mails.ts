import { createHash } from 'node:crypto'
import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import type { AuthContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Mail } from '../../infra/mail/mailer.ts'
import type { Post } from '../../infra/mail/post.ts'
import type { Hook } from '../hook.ts'
import { rowEnd } from '../settings.ts'
import type { Tools } from '../tools.ts'

type Store = AuthContext['internalAdapter']

/** Kinds of single-use message of which only the newest to its recipient is good. */
type Kind = 'sign-in mail' | 'reset mail' | 'app code'

const rowOf = (kind: Kind, recipient: string) => `newest ${kind} ${recipient}`
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * Stores which message of a kind is the newest to a recipient, in place of the one before. Only a hash of its secret is stored.
 * @param secret Empty for none: those sent before are worth nothing any more.
 */
export async function storeNewest(
  store: Store,
  kind: Kind,
  recipient: string,
  { secret, lifeS }: { readonly secret: string; readonly lifeS: number },
): Promise<void> {
  const identifier = rowOf(kind, recipient)
  await store.deleteVerificationByIdentifier(identifier)
  await store.createVerificationValue({ identifier, value: hashOf(secret), expiresAt: rowEnd(lifeS) })
}

/** Returns whether a newer message of a kind than the one with this secret was sent to a recipient. */
export async function isReplaced(store: Store, kind: Kind, recipient: string, secret: string): Promise<boolean> {
  const newest = await store.findVerificationValue(rowOf(kind, recipient))
  return newest !== null && newest.value !== hashOf(secret)
}

/** Uses the newest message up, whichever of its secrets was used. Returns false if that was done before, also by a call at the same moment. */
export async function spendNewest(store: Store, kind: Kind, recipient: string): Promise<boolean> {
  return (await store.consumeVerificationValue(rowOf(kind, recipient))) !== null
}

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
