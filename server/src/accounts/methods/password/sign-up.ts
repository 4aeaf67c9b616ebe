import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import { APIError, createEmailVerificationToken } from 'better-auth/api'
import type { App } from '../../../context.ts'
import { cookieKey } from '../../../http/signed-token.ts'
import type { Mail } from '../../../infra/mail/mailer.ts'
import type { Post } from '../../../infra/mail/post.ts'
import { hmacOf, isHmacOf, textKey } from '../../../kernel/keys.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findMailboxOwner } from '../../contacts/mailboxes.ts'
import { checkAddress, refusePlaceholder } from '../../contacts/new-address.ts'
import type { Hook } from '../../hook.ts'
import { confirmationMail } from '../../mails.ts'
import { CONFIRMATION_LIFE_S } from '../../settings.ts'
import type { Tools } from '../../tools.ts'
import { isLeaked, type PasswordJudge } from './password-judge.ts'
import { requireResetToken } from './recovery.ts'

/** Checks of a password: how easy it is to guess, and whether leaks contain it. */
interface PasswordChecks {
  readonly judge: PasswordJudge
  readonly leakedPasswordsUrl: string | null
}

/**
 * Runs before a sign-up. The library would answer one with a known e-mail as if it were new; the product says that it has an account (spec section 5).
 */
export async function checkSignUp(call: Hook, { app, judge }: Tools): Promise<void> {
  refusePlaceholder(call)
  const { email, password } = call.body
  const known = await checkAddress(call, app)
  if (known?.user.emailVerified === true || (await findMailboxOwner(call.context, email)) !== null)
    throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS' })
  await checkPassword(password, email, checksOf(app, judge))
}

/** Runs before a forgotten password is replaced. Judging is expensive, so the token is checked first. */
export async function checkNewPassword(call: Hook, { app, judge }: Tools): Promise<void> {
  await requireResetToken(call)
  await checkPassword(call.body.newPassword, '', checksOf(app, judge))
}

function checksOf({ config }: App, judge: PasswordJudge): PasswordChecks {
  return { judge, leakedPasswordsUrl: config.leakedPasswordsUrl }
}

/** Refuses a weak password. The library itself checks the length. */
async function checkPassword(password: string, email: string, checks: PasswordChecks) {
  if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) return
  const weakness = await weaknessOf(password, email, checks).catch(unjudged)
  if (weakness !== null) throw new APIError('BAD_REQUEST', { code: weakness.toUpperCase() })
}

/** Converts our refusal to the library's kind of error. */
function unjudged(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new APIError('TOO_MANY_REQUESTS', { code: error.code.toUpperCase() })
}

/** Returns why a password is too weak, or `null`. Refuses with `password_unjudged` if there is no verdict in time. */
export async function weaknessOf(password: string, email: string, { judge, leakedPasswordsUrl }: PasswordChecks) {
  if (await judge.isGuessable(password, email)) return 'password_guessable'
  return leakedPasswordsUrl !== null && (await isLeaked(password, leakedPasswordsUrl)) ? 'password_leaked' : null
}

/**
 * Handles a second sign-up with an unconfirmed e-mail. The first sign-up proved no ownership of the address, so the newer password replaces the older if
 * it is the account's only sign-in method. Sends another mail in either case.
 */
export async function signUpAgain(
  user: { id: string; email: string; emailVerified: boolean },
  post: Post<Mail>,
): Promise<void> {
  if (user.emailVerified) return
  const { context, body } = getCurrentAuthEndpointContext()
  const methods = await context.internalAdapter.findAccounts(user.id)
  if (methods.every(({ providerId }) => providerId === 'credential')) {
    await context.internalAdapter.updatePassword(user.id, await context.password.hash(body.password))
  }
  const token = await createEmailVerificationToken(context.secret, user.email, undefined, CONFIRMATION_LIFE_S)
  const back = encodeURIComponent(body.callbackURL ?? '/')
  post.send(confirmationMail(user.email, `${context.baseURL}/verify-email?token=${token}&callbackURL=${back}`))
}

/** A JWT signed with a shared key (HS256): the claims with their header, and the signature. */
const TOKEN = /^([\w-]+\.[\w-]+)\.([\w-]{43})$/

/**
 * Signs the token of a confirmation link again if an older secret signed it: links are valid for a day, and the library knows only the newest key. The
 * library refuses a token that no secret signed.
 */
export function withNewestSignature({ query }: Pick<Hook, 'query'>, { app }: Pick<Tools, 'app'>) {
  const { secrets } = app.config
  const [, claims, signature] = TOKEN.exec(String(query?.token)) ?? []
  if (claims === undefined || signature === undefined) return
  const newest = textKey(cookieKey(secrets[0]))
  if (isHmacOf(newest, claims, signature)) return
  const older = [...secrets.slice(1).map(cookieKey), ...secrets].map(textKey)
  if (!older.some((key) => isHmacOf(key, claims, signature))) return
  return { context: { query: { ...query, token: `${claims}.${hmacOf(newest, claims)}` } } }
}
