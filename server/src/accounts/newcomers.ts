import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { PASSWORD_MAX_LENGTH } from '@tribune/contract/accounts.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/domain/refresh.ts'
import type { AuthContext } from 'better-auth'
import { APIError, createEmailVerificationToken } from 'better-auth/api'
import type { Mail } from '../mail/mailer.ts'
import { confirmationMail } from '../mail/mails.ts'
import type { Post } from '../mail/post.ts'
import { emailAddress, isDisposable } from './addresses.ts'
import { isGuessable, isLeaked } from './passwords.ts'
import { realAddress } from './phones.ts'

/** A call of the library, as far as it is looked at before it is answered. */
interface Call {
  readonly path: string
  readonly body?: unknown
  readonly context: AuthContext
}

/**
 * What the library does not look at before an account or a password is made. It would answer a sign-up with a known e-mail as if it were
 * new; the product tells the fan (spec, section 5).
 */
export async function checkNewcomer({ path, body, context }: Call, leakedPasswordsUrl: string | null): Promise<void> {
  const { email = '', password, newPassword } = textsOf(body)
  if (realAddress(email) === null) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })
  if (path === '/reset-password') await checkPassword(newPassword, '', leakedPasswordsUrl)
  if (path !== '/sign-up/email' && path !== '/sign-in/magic-link') return
  if (path === '/sign-in/magic-link' && email === '') throw new APIError('BAD_REQUEST', { code: 'NOBODY_TO_WRITE_TO' })
  if (!emailAddress.safeParse(email).success) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })
  const known = await context.internalAdapter.findUserByEmail(email.toLowerCase())
  if (known === null && isDisposable(email)) throw new APIError('BAD_REQUEST', { code: 'DISPOSABLE_EMAIL' })
  if (path !== '/sign-up/email') return
  if (known?.user.emailVerified === true) throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS' })
  await checkPassword(password, email, leakedPasswordsUrl)
}

/** Its length is the library's to judge. */
async function checkPassword(password: string | undefined, email: string, leakedPasswordsUrl: string | null) {
  if (password === undefined || password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) return
  if (isGuessable(password, email)) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_GUESSABLE' })
  if (leakedPasswordsUrl !== null && (await isLeaked(password, leakedPasswordsUrl))) {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_LEAKED' })
  }
}

function textsOf(body: unknown): Partial<Record<'email' | 'password' | 'newPassword', string>> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

/**
 * A second sign-up with an e-mail that was never confirmed. Nobody has proven to own the first one, so the newer
 * password holds, and a mail goes out again. Only while that password is the account's sole way in.
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
