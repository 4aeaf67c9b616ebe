import { runWithTransaction } from '@better-auth/core/context'
import type { Work } from '@tribune/contract/proof-of-work.ts'
import { APP_CODE_LIFE_S } from '@tribune/protocol/app-return.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mailboxKey } from '../../../accounts/contacts/mailboxes.ts'
import { realAddress } from '../../../accounts/contacts/phones.ts'
import { requireFresh } from '../../../accounts/guards/freshness.ts'
import { accountOf } from '../../../accounts/guards/guessed.ts'
import { NO_PAYMENT, RANKS } from '../../../accounts/guards/guesses.ts'
import { passwordChangedMail } from '../../../accounts/mails.ts'
import { makeAppCode } from '../../../accounts/methods/native-handoff.ts'
import { hashingFor } from '../../../accounts/methods/password/hashing.ts'
import { voidResets } from '../../../accounts/methods/password/recovery.ts'
import { weaknessOf } from '../../../accounts/methods/password/sign-up.ts'
import type { AccountsApp } from '../../../accounts/parts.ts'
import { HOUR_S, SESSION_LIFE_S, SESSION_RENEWAL_S } from '../../../accounts/settings.ts'
import type { App } from '../../../context.ts'
import type { Fan } from '../../../http/session.ts'
import { bearerOf, createTokenSigner, sessionCookie } from '../../../http/signed-token.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  countMethods,
  endSessionSoon,
  endSessionsOf,
  extendSession,
  lockAccount,
  storePassword,
} from '../accounts/queries.ts'

/** Returns the proof of work to do before a call that creates an account or sends a message, or `null` if none is required. */
export function requestWork(
  app: AccountsApp,
  call: FastifyRequest,
  {
    domain,
    algorithms = [],
  }: { readonly domain?: string | undefined; readonly algorithms?: readonly string[] | undefined },
): Promise<Work | null> {
  const mailbox = domain === undefined ? null : mailboxKey(`anybody@${domain}`)
  const mailDomain = mailbox?.slice(mailbox.lastIndexOf('@') + 1) ?? null
  return app.accounts.work.request(call, { mailDomain, algorithms })
}

/**
 * Sets or changes a fan's password, ends their other sessions, and notifies them by mail. A change requires the current password, and counts wrong ones as
 * guesses. A first password requires a sign-in within the last hour.
 */
export function choosePassword(app: AccountsApp, fan: Fan, call: FastifyRequest, asked: NewPassword): Promise<void> {
  const place = { rank: RANKS.known, account: accountOf(fan.email) }
  return hashingFor(call, place, () => storeChosenPassword(app, fan, call, asked))
}

/** The new password, and the current one if the fan has one. */
interface NewPassword {
  readonly current: string | undefined
  readonly password: string
}

async function storeChosenPassword(
  app: AccountsApp,
  fan: Fan,
  call: FastifyRequest,
  asked: NewPassword,
): Promise<void> {
  const { auth, post, judge } = app.accounts
  const { internalAdapter, password } = await auth.$context
  if (!fan.emailVerified || realAddress(fan.email) === null) throw new Refusal('password_needs_email')
  if (asked.password.length < PASSWORD_MIN_LENGTH) throw new Refusal('password_too_short')
  const stored = (await internalAdapter.findCredentialAccount(fan.id))?.password
  if (!stored) requireFresh(app, fan)
  else await requirePassword(app, fan, call, () => password.verify({ hash: stored, password: asked.current ?? '' }))
  const checks = { judge, leakedPasswordsUrl: app.config.leakedPasswordsUrl }
  const weakness = await weaknessOf(asked.password, fan.email, checks)
  if (weakness !== null) throw new Refusal(weakness)
  const hash = await password.hash(asked.password)
  await app.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, fan.id)
    await storePassword(transaction, fan.id, hash)
    await endSessionsOf(transaction, fan.id, { except: fan.sessionId })
  })
  await voidResets(internalAdapter, fan.id)
  await app.sessions.forget(fan.id)
  post.send(passwordChangedMail(fan.email, `${app.publicUrl}/profile`))
}

/** Refuses a wrong password, and every password after too many wrong ones in this session. Strangers' guesses are counted separately. */
async function requirePassword(
  app: AccountsApp,
  fan: Fan,
  call: FastifyRequest,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const guess = { secret: 'password', account: accountOf(fan.email), session: fan.sessionId } as const
  const begun = await app.accounts.guesses.begin(guess, call, NO_PAYMENT)
  if (!('rank' in begun)) throw new Refusal('too_many_attempts')
  const right = await isRight().catch(async (error: unknown) => {
    await begun.undo()
    throw error
  })
  if (!right) throw new Refusal('invalid_password')
  await begun.forget()
}

/**
 * Removes a sign-in method and ends the fan's other sessions, which it may have opened, in one transaction. Refuses `not_found` if `remove` finds no such
 * method, and `last_way_in` if it is the fan's only one.
 */
export async function removeMethod(app: App, fan: Fan, remove: (db: Db) => Promise<boolean>): Promise<void> {
  await app.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, fan.id)
    if (!(await remove(transaction))) throw new Refusal('not_found')
    if ((await countMethods(transaction, fan.id)) === 0) throw new Refusal('last_way_in')
    await endSessionsOf(transaction, fan.id, { except: fan.sessionId })
  })
  await app.sessions.forget(fan.id)
}

/**
 * Returns a code that the native app exchanges for its own session. If the browser's session was opened only for the app (`alone`), it ends when the code
 * expires, exchanged or not.
 */
export async function handOver(app: AccountsApp, fan: Fan, challenge: string, alone: boolean): Promise<string> {
  const { internalAdapter } = await app.accounts.auth.$context
  const code = await makeAppCode(internalAdapter, app.clock, {
    challenge,
    fan: fan.id,
    session: fan.sessionId,
    alone,
  })
  if (alone) {
    const end = new Date(app.clock.now().getTime() + APP_CODE_LIFE_S * 1_000)
    await endSessionSoon(app.db, fan.sessionId, end)
    await app.sessions.forget(fan.id)
  }
  return code
}

/**
 * Renews the session of a fan who comes back a day or more after its last renewal (spec section 4, "Auth"), remembers their device, and sends the session's
 * token, signed with the newest secret, in the browser's cookie or to the native app.
 */
export async function renewSession(
  app: AccountsApp,
  fan: Fan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const now = app.clock.now()
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  const due = inSeconds(-SESSION_RENEWAL_S)
  if (fan.renewedAt > due) return
  const times = { now, due, soon: inSeconds(HOUR_S), end: inSeconds(SESSION_LIFE_S) }
  const token = await extendSession(app.db, fan.sessionId, times)
  if (token === null) return
  // The session is already renewed. If this fails, the fan only counts as a stranger on this device.
  const remembered = app.accounts.known.remember(fan.id, app.devices.of(request)?.id ?? null)
  await remembered.catch((error: unknown) => app.log.error({ err: error }, 'a device could not be remembered'))
  await app.sessions.forget(fan.id)
  const signed = createTokenSigner(...app.config.secrets).sign(token)
  if (bearerOf(request.headers.authorization) === null)
    reply.header('set-cookie', sessionCookie(app.publicUrl, signed, SESSION_LIFE_S))
  else reply.header('set-auth-token', signed)
}

/** Hashes a password for storage. Slow on purpose. */
export async function hashPassword(app: AccountsApp, password: string): Promise<string> {
  return (await app.accounts.auth.$context).password.hash(password)
}

/**
 * Creates a demo account that needs no confirmation, dated `joinedAt` or now. Returns the existing account if the address has one.
 */
export async function createPerson(
  app: AccountsApp,
  person: { email: string; name: string; passwordHash: string; joinedAt?: Date },
): Promise<{ id: string }> {
  const { internalAdapter, adapter } = await app.accounts.auth.$context
  const email = person.email.toLowerCase()
  const known = await internalAdapter.findUserByEmail(email)
  if (known !== null) return { id: known.user.id }
  return runWithTransaction(adapter, async () => {
    const at = person.joinedAt ?? new Date()
    const mailbox = mailboxKey(email)
    const user = { email, mailbox, name: person.name, emailVerified: true, createdAt: at, updatedAt: at }
    // Bypasses the sign-up checks, because there is no caller.
    const { id } = await adapter.create<typeof user, { id: string }>({ model: 'user', data: user })
    await internalAdapter.linkAccount({
      userId: id,
      providerId: 'credential',
      accountId: id,
      password: person.passwordHash,
    })
    return { id }
  })
}
