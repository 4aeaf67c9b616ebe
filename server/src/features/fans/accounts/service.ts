import { runWithTransaction } from '@better-auth/core/context'
import type { Work } from '@tribune/contract/proof-of-work.ts'
import { MAX_FOLLOWS } from '@tribune/domain/home/follows.ts'
import { APP_CODE_LIFE_S } from '@tribune/protocol/app-return.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mailboxKey } from '../../../accounts/contacts/mailboxes.ts'
import { realAddress } from '../../../accounts/contacts/phones.ts'
import { requireFresh } from '../../../accounts/guards/freshness.ts'
import { accountOf } from '../../../accounts/guards/guessed.ts'
import { NO_PAYMENT, RANKS } from '../../../accounts/guards/guesses.ts'
import { factorSeals, type Seals, sealAgain } from '../../../accounts/guards/seals.ts'
import { passwordChangedMail } from '../../../accounts/mails.ts'
import { makeAppCode } from '../../../accounts/methods/native-handoff.ts'
import { hashingFor } from '../../../accounts/methods/password/hashing.ts'
import { voidResets } from '../../../accounts/methods/password/recovery.ts'
import { weaknessOf } from '../../../accounts/methods/password/sign-up.ts'
import type { AccountsApp } from '../../../accounts/parts.ts'
import { HOUR_S, SESSION_LIFE_S, SESSION_RENEWAL_S } from '../../../accounts/settings.ts'
import type { App, JobContext } from '../../../context.ts'
import type { Fan } from '../../../http/session.ts'
import { bearerOf, createTokenSigner, sessionCookie } from '../../../http/signed-token.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { disownBallots, evidenceOf } from '../../ballots/evidence/queries.ts'
import { departureKey } from '../../ballots/evidence/service.ts'
import { lockUnendedVotes, withdrawBallots } from '../../ballots/ledger/queries.ts'
import { asidesOf, readEarned } from '../../ballots/votes/queries.ts'
import { listBallots } from '../../ballots/votes/service.ts'
import { deleteEarlierBallots } from '../../common/attempts/queries.ts'
import { choiceOf, weeksSentTo } from '../../messages/digest/queries.ts'
import { messagesTo, subscriptionsOf } from '../../messages/push/queries.ts'
import { notificationsOf } from '../../messages/push/service.ts'
import { followsOf } from '../follows/queries.ts'
import { presentOwnData } from './present.ts'
import {
  countMethods,
  type EndedAccount,
  endAccount,
  endSessionSoon,
  endSessionsOf,
  extendSession,
  keepMailboxes,
  keepPassword,
  lockAccount,
  lockUnfolded,
  readAccount,
  type SealedText,
  sealedByOlder,
  writeSealed,
} from './queries.ts'

/** More matches than are played in twenty seasons of thirty competitions that one fan could follow. */
const MAX_BALLOTS = 10_000
/** Of seven days, for a fan with several devices who wants the most of each day. */
const MAX_MESSAGES = 5_000

/** Work whose proof pays for a call that makes an account or has a message sent; `null` where none is asked. */
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

/** Hashes a password for storage. Slow on purpose. */
export async function hashPassword(app: AccountsApp, password: string): Promise<string> {
  return (await app.accounts.auth.$context).password.hash(password)
}

/**
 * Creates a demo person: an account that needs no confirmation, made at `joinedAt` or now. The same e-mail again returns the same person.
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

/**
 * Renews the session of a fan who comes back a day or more after its last renewal (spec section 4, "Auth"), remembers their device, and gives its token, signed by the
 * newest secret, to the browser's cookie or to the native app.
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
  // The session is renewed already: without its device the fan only counts as a stranger once more.
  const remembered = app.accounts.known.remember(fan.id, app.devices.of(request)?.id ?? null)
  await remembered.catch((error: unknown) => app.log.error({ err: error }, 'a device could not be remembered'))
  await app.sessions.forget(fan.id)
  const signed = createTokenSigner(...app.config.secrets).sign(token)
  if (bearerOf(request.headers.authorization) === null)
    reply.header('set-cookie', sessionCookie(app.publicUrl, signed, SESSION_LIFE_S))
  else reply.header('set-auth-token', signed)
}

/**
 * Removes a sign-in method, in one transaction, and ends the sessions elsewhere, which it may have opened: `not_found` where there was
 * none, `last_way_in` where none would be left.
 */
export async function removeMethod(app: App, fan: Fan, remove: (db: Db) => Promise<boolean>): Promise<void> {
  await app.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, fan.id)
    if (!(await remove(transaction))) throw new Refusal('not_found')
    if ((await countMethods(transaction, fan.id)) === 0) throw new Refusal('last_way_in')
    await endSessionsOf(transaction, fan.id, { but: fan.sessionId })
  })
  await app.sessions.forget(fan.id)
}

/**
 * Returns a code that the native app exchanges for a session of its own. A session that was opened in the browser for the app alone ends with
 * the code, exchanged or not.
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
 * Changes a fan's password, or sets one where there is none; ends their sessions elsewhere and notifies them by mail. Asks for the
 * present one, and counts guesses at it; where there is none, asks for a session of the last hour.
 */
export function choosePassword(app: AccountsApp, fan: Fan, call: FastifyRequest, asked: NewPassword): Promise<void> {
  const place = { rank: RANKS.known, account: accountOf(fan.email) }
  return hashingFor(call, place, () => keepChosen(app, fan, call, asked))
}

/** A new password and, where there is one, the present one. */
interface NewPassword {
  readonly current: string | undefined
  readonly password: string
}

async function keepChosen(app: AccountsApp, fan: Fan, call: FastifyRequest, asked: NewPassword): Promise<void> {
  const { auth, post, judge } = app.accounts
  const { internalAdapter, password } = await auth.$context
  if (!fan.emailVerified || realAddress(fan.email) === null) throw new Refusal('password_needs_email')
  if (asked.password.length < PASSWORD_MIN_LENGTH) throw new Refusal('password_too_short')
  const kept = (await internalAdapter.findCredentialAccount(fan.id))?.password
  if (!kept) requireFresh(app, fan)
  else await requirePassword(app, fan, call, () => password.verify({ hash: kept, password: asked.current ?? '' }))
  const checks = { judge, leakedPasswordsUrl: app.config.leakedPasswordsUrl }
  const weakness = await weaknessOf(asked.password, fan.email, checks)
  if (weakness !== null) throw new Refusal(weakness)
  const hash = await password.hash(asked.password)
  await app.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, fan.id)
    await keepPassword(transaction, fan.id, hash)
    await endSessionsOf(transaction, fan.id, { but: fan.sessionId })
  })
  await voidResets(internalAdapter, fan.id)
  await app.sessions.forget(fan.id)
  post.send(passwordChangedMail(fan.email, `${app.publicUrl}/profile`))
}

/** Refuses a wrong password, and any after too many wrong ones in this session. Strangers' guesses at it are counted apart. */
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

/** Reads all data stored about a fan, as they download it. Refuses `not_authenticated` for an account that has ended. */
export async function readOwnData(db: Db, fanId: string) {
  const [account, earned, votes, evidence, asides, follows, devices, settings, messages, choice, weeks] =
    await Promise.all([
      readAccount(db, fanId),
      readEarned(db, fanId),
      listBallots(db, fanId, {}, MAX_BALLOTS),
      evidenceOf(db, fanId),
      asidesOf(db, fanId),
      followsOf(db, fanId, MAX_FOLLOWS),
      subscriptionsOf(db, fanId),
      notificationsOf(db, fanId),
      messagesTo(db, fanId, MAX_MESSAGES),
      choiceOf(db, fanId),
      weeksSentTo(db, fanId),
    ])
  if (account === undefined) throw new Refusal('not_authenticated')
  const push = { devices, settings, messages }
  return presentOwnData(account, { earned, votes, evidence, asides, follows, push, digest: { choice, weeks } })
}

/** Deletes a fan's account, in one transaction. */
export async function deleteAccount(app: App, fanId: string): Promise<void> {
  await app.db.transaction().execute((transaction) => deleteWithin(app, transaction, fanId))
  await app.sessions.forget(fanId)
}

/**
 * Deletes an account: its row, and with it its sign-in methods and its sessions; its ballots of votes that are not over, also of matches that may only
 * play on, which leave their tallies, and those of earlier attempts; what is left of the fan on the other ballots, which stay countable. Returns the address and number that the account had, or undefined if there is none. Locks
 * matches before the fan, as the ledger does: the caller must not have locked the fan, and calls `sessions.forget` after the commit.
 */
export async function deleteWithin(
  app: Pick<App, 'clock' | 'config' | 'recorder'>,
  transaction: Db,
  fanId: string,
): Promise<EndedAccount | undefined> {
  await lockUnendedVotes(transaction, app.clock.offsetMs)
  const ended = await endAccount(transaction, fanId)
  // Again: a match may have opened, and taken the fan's ballot, before the end of the account shut the ledger to them.
  const unended = await lockUnendedVotes(transaction, app.clock.offsetMs)
  await withdrawBallots(transaction, fanId, unended)
  await deleteEarlierBallots(transaction, fanId)
  await app.recorder.fixSalts(transaction, fanId)
  await disownBallots(transaction, fanId, departureKey(app))
  return ended
}

/** Accounts per transaction. */
const FOLDED_AT_ONCE = 1_000

/**
 * Sets the mailbox of accounts older than that column. If several accounts have confirmed one mailbox, the operator's or else the oldest keeps
 * it. The others become unconfirmed and cannot be confirmed again: they sign in by their other methods, and no longer vote by that address.
 */
export async function foldMailboxes(app: JobContext): Promise<void> {
  for (;;) {
    const accounts = await app.db.transaction().execute(async (transaction) => {
      const found = await lockUnfolded(transaction, app.config.adminEmail, FOLDED_AT_ONCE)
      await keepMailboxes(
        transaction,
        found.map(({ id, email }) => ({ id, mailbox: mailboxKey(email) ?? email })),
      )
      return found
    })
    if (accounts.length < FOLDED_AT_ONCE) return
  }
}

/**
 * Reencrypts with the newest secret all rows that an older one has encrypted, so that the older one can be removed from the list. Logs and
 * returns their number, and the number of rows that no listed secret can decrypt.
 */
export async function sealAllAnew(app: JobContext): Promise<{ readonly sealed: number; readonly unreadable: number }> {
  const seals = factorSeals(app.config)
  let [sealed, unreadable] = [0, 0]
  for await (const row of sealedByOlder(app.db, seals.newest)) {
    const resealed = await resealedText(row, seals)
    if (resealed === null) unreadable += 1
    else await writeSealed(app.db, row, resealed)
    if (resealed !== null) sealed += 1
  }
  if (unreadable > 0) app.log.error({ sealed, unreadable }, 'second factors or keys that no listed secret opens')
  else app.log.info({ sealed }, 'all second factors and keys are sealed by the newest secret')
  return { sealed, unreadable }
}

/** Reencrypts a row, or returns `null` if no secret can decrypt it. Signing keys are stored as JSON. */
async function resealedText({ table, sealed }: SealedText, seals: Seals): Promise<string | null> {
  if (table !== 'jwks') return sealAgain(seals, sealed)
  const resealed = await sealAgain(seals, JSON.parse(sealed))
  return resealed === null ? null : JSON.stringify(resealed)
}
