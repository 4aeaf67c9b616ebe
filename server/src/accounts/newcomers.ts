import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { PASSWORD_MAX_LENGTH } from '@tribune/contract/accounts.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/domain/refresh.ts'
import { APIError, createEmailVerificationToken } from 'better-auth/api'
import type { Db } from '../infra/database/pool.ts'
import type { Mail } from '../infra/mail/mailer.ts'
import { confirmationMail } from '../infra/mail/mails.ts'
import type { Post } from '../infra/mail/post.ts'
import { Refusal } from '../kernel/refusal.ts'
import { emailAddress } from './addresses.ts'
import { isDisposable } from './disposable.ts'
import type { Hook } from './hook.ts'
import { mailboxHolder } from './mailboxes.ts'
import type { PasswordJudge } from './password-judge.ts'
import { isLeaked } from './passwords.ts'
import { realAddress } from './phones.ts'
import { knowsResetToken } from './recovery.ts'

/** What judges a password: how easily it is guessed, and who knows it from leaks. */
export interface PasswordChecks {
  readonly judge: PasswordJudge
  readonly leakedPasswordsUrl: string | null
}

/**
 * What the library does not look at before an account or a password is made. It would answer a sign-up with a known e-mail as if it were
 * new; the product tells the fan (spec, section 5).
 */
export async function checkNewcomer(call: Hook, db: Db, checks: PasswordChecks): Promise<void> {
  const { path, body, context } = call
  const { email = '', password, newPassword } = textsOf(body)
  if (realAddress(email) === null) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })
  // Judging costs: who has no right to set a password is refused by the library before.
  if (path === '/reset-password' && (await knowsResetToken(call))) await checkPassword(newPassword, '', checks)
  if (path !== '/sign-up/email' && path !== '/sign-in/magic-link') return
  if (path === '/sign-in/magic-link' && email === '') throw new APIError('BAD_REQUEST', { code: 'NOBODY_TO_WRITE_TO' })
  if (!emailAddress.safeParse(email).success) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })
  const known = await context.internalAdapter.findUserByEmail(email.toLowerCase())
  if (known === null && (await isDisposable(db, email))) throw new APIError('BAD_REQUEST', { code: 'DISPOSABLE_EMAIL' })
  if (path !== '/sign-up/email') return
  const holder = await mailboxHolder(context, email)
  if (holder !== null || known?.user.emailVerified === true)
    throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS' })
  await checkPassword(password, email, checks)
}

/** Its length is the library's to judge. */
async function checkPassword(password: string | undefined, email: string, checks: PasswordChecks) {
  if (password === undefined || password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) return
  const weakness = await weaknessOf(password, email, checks).catch(unjudged)
  if (weakness !== null) throw new APIError('BAD_REQUEST', { code: weakness.toUpperCase() })
}

/** The library knows refusals of its own kind alone. */
function unjudged(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new APIError('TOO_MANY_REQUESTS', { code: error.code.toUpperCase() })
}

/** Why a password is not good enough for an account; `null` where it is. Refuses one that cannot be judged now. */
export async function weaknessOf(password: string, email: string, { judge, leakedPasswordsUrl }: PasswordChecks) {
  if (await judge.isGuessable(password, email)) return 'password_guessable'
  return leakedPasswordsUrl !== null && (await isLeaked(password, leakedPasswordsUrl)) ? 'password_leaked' : null
}

function textsOf(body: unknown): Partial<Record<'email' | 'password' | 'newPassword', string>> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

/**
 * A second sign-up with an e-mail that was never confirmed. Nobody has proven to own the first one, so the newer
 * password holds, and a mail goes out again. Only while that password is the account's sole sign-in method.
 */
export async function signUpAgain(
  user: { id: string; email: string; emailVerified: boolean },
  post: Post<Mail>,
  lifeS: number,
): Promise<void> {
  if (user.emailVerified) return
  const { context, body } = getCurrentAuthEndpointContext()
  const ways = await context.internalAdapter.findAccounts(user.id)
  if (ways.every((way) => way.providerId === 'credential')) {
    await context.internalAdapter.updatePassword(user.id, await context.password.hash(body.password))
  }
  const token = await createEmailVerificationToken(context.secret, user.email, undefined, lifeS)
  const back = encodeURIComponent(body.callbackURL ?? '/')
  post.send(confirmationMail(user.email, `${context.baseURL}/verify-email?token=${token}&callbackURL=${back}`))
}
