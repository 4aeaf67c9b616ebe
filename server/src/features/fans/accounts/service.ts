import { MAX_FOLLOWS } from '@tribune/domain/home/follows.ts'
import { mailboxKey } from '../../../accounts/contacts/mailboxes.ts'
import { factorSeals, type Seals, sealAgain } from '../../../accounts/guards/seals.ts'
import type { App, JobContext } from '../../../context.ts'
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
  type EndedAccount,
  endAccount,
  lockWithoutMailbox,
  readAccount,
  type SealedText,
  sealedByOlder,
  storeMailboxes,
  writeSealed,
} from './queries.ts'

/** Maximum number of ballots in a fan's data: 500 matches a season, for twenty seasons. */
const MAX_BALLOTS = 10_000
/** Of seven days, for a fan with several devices who wants the most of each day. */
const MAX_MESSAGES = 5_000

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
 * Deletes an account with its sign-in methods and sessions. Withdraws its ballots of votes that are not over, including those of matches that may resume,
 * and deletes those of earlier attempts. Its other ballots stay counted, but no longer name the fan. Returns the address and number that the account had, or
 * undefined if there is no account. Locks matches before the fan, as the ledger does: the caller must not have locked the fan, and calls `sessions.forget`
 * after the commit.
 */
export async function deleteWithin(
  app: Pick<App, 'clock' | 'config' | 'recorder'>,
  transaction: Db,
  fanId: string,
): Promise<EndedAccount | undefined> {
  await lockUnendedVotes(transaction, app.clock.offsetMs)
  const ended = await endAccount(transaction, fanId)
  // Locks again: a match may have opened and accepted the fan's ballot before their account ended.
  const unended = await lockUnendedVotes(transaction, app.clock.offsetMs)
  await withdrawBallots(transaction, fanId, unended)
  await deleteEarlierBallots(transaction, fanId)
  await app.recorder.fixSalts(transaction, fanId)
  await disownBallots(transaction, fanId, departureKey(app))
  return ended
}

/** Accounts per transaction. */
const MAILBOXES_AT_ONCE = 1_000

/**
 * Sets the mailbox of accounts that are older than the column. If several accounts have confirmed one mailbox, only the operator's, or else the oldest, stays
 * confirmed. The others cannot be confirmed again: their fans sign in by other methods, and cannot vote by that address.
 */
export async function fillMailboxes(app: JobContext): Promise<void> {
  for (;;) {
    const accounts = await app.db.transaction().execute(async (transaction) => {
      const found = await lockWithoutMailbox(transaction, app.config.adminEmail, MAILBOXES_AT_ONCE)
      await storeMailboxes(
        transaction,
        found.map(({ id, email }) => ({ id, mailbox: mailboxKey(email) ?? email })),
      )
      return found
    })
    if (accounts.length < MAILBOXES_AT_ONCE) return
  }
}

/**
 * Re-encrypts all rows that an older secret has encrypted with the newest one, so that the older secret can be removed from the list. Logs and returns the
 * number of these rows, and of rows that no listed secret can decrypt.
 */
export async function resealAll(app: JobContext): Promise<{ readonly sealed: number; readonly unreadable: number }> {
  const seals = factorSeals(app.config)
  let [sealed, unreadable] = [0, 0]
  for await (const row of sealedByOlder(app.db, seals.newest)) {
    const resealed = await resealText(row, seals)
    if (resealed === null) unreadable += 1
    else await writeSealed(app.db, row, resealed)
    if (resealed !== null) sealed += 1
  }
  if (unreadable > 0) app.log.error({ sealed, unreadable }, 'no listed secret decrypts some second factors or keys')
  else app.log.info({ sealed }, 'all second factors and keys are sealed with the newest secret')
  return { sealed, unreadable }
}

/** Re-encrypts a row, or returns `null` if no secret can decrypt it. Signing keys are stored as JSON. */
async function resealText({ table, sealed }: SealedText, seals: Seals): Promise<string | null> {
  if (table !== 'jwks') return sealAgain(seals, sealed)
  const resealed = await sealAgain(seals, JSON.parse(sealed))
  return resealed === null ? null : JSON.stringify(resealed)
}
