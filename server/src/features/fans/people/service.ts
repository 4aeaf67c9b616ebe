import type { Person } from '@tribune/contract/operator/people.ts'
import { strengthOf } from '@tribune/domain/ballots/evidence.ts'
import { namesFan, PHONE_GAPS } from '@tribune/domain/operator/operator.ts'
import { realAddress } from '../../../accounts/contacts/phones.ts'
import { accountDeletedMail } from '../../../accounts/mails.ts'
import type { AccountsApp } from '../../../accounts/parts.ts'
import { lockFan } from '../../../accounts/queries.ts'
import type { App } from '../../../context.ts'
import { type VotingClosed, votingClosedOf } from '../../../http/session.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Earned, readEarned } from '../../ballots/votes/queries.ts'
import { type Act, journal, refuseChanged } from '../../common/journal/service.ts'
import { presentIdentity, presentVotingClosed } from '../accounts/present.ts'
import { endSessionsOf, identitiesOf, sessionsOf } from '../accounts/queries.ts'
import { deleteWithin, readOwnData } from '../accounts/service.ts'
import {
  type AccountRow,
  accountOf,
  deleteSecondFactor,
  votingRightOf,
  type Wanted,
  writeVotingRight,
} from './queries.ts'

const subjectOf = (fanId: string) => `fan:${fanId}`

/** Subject of a look that found no account. The text of the search is not stored: the journal would keep the address of a person without an account. */
const NO_ACCOUNT = 'fans'

/**
 * Finds an account by its exact address, phone in international form, or id; `fan_not_found` for anything else. Journals each look, also one that
 * finds no account.
 */
export async function findPerson(app: App, act: Act, text: string): Promise<Person> {
  const wanted = wantedOf(text)
  const found = await app.db.transaction().execute(async (tx) => {
    const account = wanted === null ? undefined : await accountOf(tx, wanted)
    const subject = account === undefined ? NO_ACCOUNT : subjectOf(account.id)
    await journal(app, tx, act, { action: 'fan_looked_up', subject })
    if (account === undefined) return null
    return presentPerson({
      account,
      earned: await readEarned(tx, account.id),
      identities: await identitiesOf(tx, account.id),
      sessions: await sessionsOf(tx, account.id),
      operatorId: act.operatorId,
    })
  })
  if (found === null) throw new Refusal('fan_not_found')
  return found
}

/** Ends all sessions of a fan, on every server. Returns their number. Refuses `fan_not_found`. */
export async function endSessions(app: App, act: Act, fanId: string): Promise<number> {
  const ended = await app.db.transaction().execute(async (tx) => {
    if (!(await lockFan(tx, fanId))) throw new Refusal('fan_not_found')
    const sessions = await endSessionsOf(tx, fanId, {})
    await journal(app, tx, act, { action: 'fan_sessions_ended', subject: subjectOf(fanId), before: { sessions } })
    return sessions
  })
  await app.sessions.forget(fanId)
  return ended
}

/**
 * Removes the second factor of the operator, who has lost it, and ends their sessions, on every server: the next sign-in asks for nothing more. It is
 * called on the server's machine (scripts/reset-second-factor.ts), as no one else can let the operator in. Returns whether there was one, `null` without
 * an account at that address.
 */
export async function resetOperatorFactor(
  app: Pick<App, 'db' | 'clock' | 'bus'>,
  email: string,
  correlationId: string,
): Promise<boolean | null> {
  const reset = await app.db.transaction().execute(async (tx) => {
    const account = await accountOf(tx, { email })
    if (account === undefined || !(await lockFan(tx, account.id))) return null
    const had = await deleteSecondFactor(tx, account.id)
    const sessions = await endSessionsOf(tx, account.id, {})
    const act = { operatorId: account.id, correlationId }
    await journal(app, tx, act, {
      action: 'second_factor_reset',
      subject: subjectOf(account.id),
      before: { sessions, second_factor: had },
    })
    return { id: account.id, had }
  })
  if (reset === null) return null
  await app.bus.publish('fan', { id: reset.id })
  return reset.had
}

/**
 * Closes a fan's right to vote: their next ballot is refused, on every server; ballots cast before stay counted. A right that is closed
 * already keeps its moment and takes the new reason. Refuses `own_voting_right` and `fan_not_found`.
 */
export async function closeVoting(app: App, act: Act, fanId: string, reason: string): Promise<VotingClosed> {
  if (fanId === act.operatorId) throw new Refusal('own_voting_right')
  const closed = await app.db.transaction().execute(async (tx) => {
    if (!(await lockFan(tx, fanId))) throw new Refusal('fan_not_found')
    const known = await votingRightOf(tx, fanId)
    await refuseOtherRight(tx, act, fanId, known)
    const since = known.voting_closed_at ?? app.clock.now()
    await writeVotingRight(tx, fanId, since, reason)
    const before = known.voting_closed_reason === null ? null : { reason: known.voting_closed_reason }
    await journal(app, tx, act, { action: 'voting_closed', subject: subjectOf(fanId), before, after: { reason } })
    return { since, reason }
  })
  await app.sessions.forget(fanId)
  return closed
}

/** Opens a fan's right to vote again. Refuses `voting_right_open` and `fan_not_found`. */
export async function reopenVoting(app: App, act: Act, fanId: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    if (!(await lockFan(tx, fanId))) throw new Refusal('fan_not_found')
    const known = await votingRightOf(tx, fanId)
    await refuseOtherRight(tx, act, fanId, known)
    if (known.voting_closed_reason === null) throw new Refusal('voting_right_open')
    await writeVotingRight(tx, fanId, null, null)
    const before = { reason: known.voting_closed_reason }
    await journal(app, tx, act, { action: 'voting_reopened', subject: subjectOf(fanId), before })
  })
  await app.sessions.forget(fanId)
}

type VotingRight = Awaited<ReturnType<typeof votingRightOf>>

async function refuseOtherRight(tx: Db, act: Act, fanId: string, { voting_closed_reason }: VotingRight): Promise<void> {
  const current = { reason: voting_closed_reason }
  await refuseChanged(tx, act, { current, subjects: [subjectOf(fanId)], actions: ['voting_closed', 'voting_reopened'] })
}

/** Returns all data stored about a fan, as they would download it themselves, and journals each copy without its content. Refuses `fan_not_found`. */
export function copyData(app: App, act: Act, fanId: string) {
  return app.db.transaction().execute(async (tx) => {
    if (!(await lockFan(tx, fanId))) throw new Refusal('fan_not_found')
    await journal(app, tx, act, { action: 'fan_data_copied', subject: subjectOf(fanId) })
    return readOwnData(tx, fanId)
  })
}

/**
 * Deletes a fan's account as they would themselves, in one transaction with its row in the journal, and notifies them by mail where their address is
 * verified. Refuses `own_account`, `fan_not_found`, and `reason_names_fan`, for the journal outlives the account.
 */
export async function deletePerson(app: AccountsApp, act: Act, fanId: string, reason: string): Promise<void> {
  if (fanId === act.operatorId) throw new Refusal('own_account')
  const { email, isVerified } = await app.db.transaction().execute(async (tx) => {
    const ended = await deleteWithin(app, tx, fanId)
    if (ended === undefined) throw new Refusal('fan_not_found')
    const address = realAddress(ended.email)
    if (namesFan(reason, { email: address, phone: ended.phone_number })) throw new Refusal('reason_names_fan')
    await journal(app, tx, act, { action: 'fan_deleted', subject: subjectOf(fanId), after: { reason } })
    return { email: address, isVerified: ended.email_verified }
  })
  await app.sessions.forget(fanId)
  if (email !== null && isVerified) app.accounts.post.send(accountDeletedMail(email))
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** A number in international form, by the rule of E.164. */
const PHONE = /^\+[1-9]\d{6,14}$/

/** Returns what exactly is looked for: an id, a phone in international form, or an address; `null` for anything else, parts of them too. */
export function wantedOf(text: string): Wanted | null {
  const wanted = text.trim()
  if (UUID.test(wanted)) return { id: wanted.toLowerCase() }
  const phone = wanted.replaceAll(PHONE_GAPS, '')
  if (PHONE.test(phone)) return { phone }
  return /^[^@\s]+@[^@\s]+$/.test(wanted) ? { email: wanted.toLowerCase() } : null
}

interface Known {
  readonly account: AccountRow
  readonly earned: Earned
  readonly identities: Awaited<ReturnType<typeof identitiesOf>>
  readonly sessions: Awaited<ReturnType<typeof sessionsOf>>
  readonly operatorId: string
}

function presentPerson({ account, earned, identities, sessions, operatorId }: Known): Person {
  return {
    id: account.id,
    email: realAddress(account.email),
    email_verified: account.email_verified,
    phone: account.phone_number,
    phone_verified: account.phone_number_verified,
    since: account.created_at.toISOString(),
    two_factor: account.two_factor_enabled,
    strength: strengthOf({
      email: account.email_verified,
      phone: account.phone_number_verified,
      provider: Boolean(account.vouched_for),
      secondFactor: account.two_factor_enabled,
    }),
    vote_count: earned.vote_count,
    xp: earned.xp,
    identities: identities.map((row) => {
      const { id: _, ...identity } = presentIdentity(row)
      return identity
    }),
    sessions: sessions.map(({ created_at, updated_at, user_agent }) => ({
      since: created_at.toISOString(),
      seen: updated_at.toISOString(),
      device: user_agent,
    })),
    voting_closed: presentVotingClosed(votingClosedOf(account)),
    is_operator: account.id === operatorId,
  }
}
