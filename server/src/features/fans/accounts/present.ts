import {
  type Fan as FanJson,
  IDENTITY_PROVIDERS,
  type Identity,
  type Session as SessionJson,
} from '@tribune/contract/accounts.ts'
import { badgesFor } from '@tribune/domain/fans/fan.ts'
import { isWalletChain, shortAddress } from '@tribune/domain/fans/wallet.ts'
import type { NotificationSettings } from '@tribune/domain/messages/notification.ts'
import { realAddress } from '../../../accounts/contacts/phones.ts'
import { type Fan, type VotingClosed, votingClosedOf } from '../../../http/session.ts'
import type { evidenceOf } from '../../ballots/evidence/queries.ts'
import { presentEvidence } from '../../ballots/evidence/service.ts'
import { presentAside } from '../../ballots/votes/present.ts'
import type { asidesOf, Earned } from '../../ballots/votes/queries.ts'
import type { listBallots } from '../../ballots/votes/service.ts'
import { presentStored } from '../../messages/digest/present.ts'
import type { ChoiceRow } from '../../messages/digest/queries.ts'
import type { MessageRow, SubscriptionRow } from '../../messages/push/queries.ts'
import { presentSubscription } from '../../messages/push/service.ts'
import type { FollowRow } from '../follows/queries.ts'
import type { identitiesOf, readAccount, sessionsOf } from './queries.ts'

export function presentFan(fan: Fan, earned: Earned): FanJson {
  return {
    id: fan.id,
    email: realAddress(fan.email),
    phone: fan.phone,
    verified: fan.verified,
    email_verified: fan.emailVerified,
    is_admin: fan.isAdmin,
    admin_lacks: fan.adminRefusal === 'admin_only' ? null : fan.adminRefusal,
    two_factor: fan.hasSecondFactor,
    ...earned,
    voting_closed: presentVotingClosed(fan.votingClosed),
  }
}

export function presentVotingClosed(closed: VotingClosed | null) {
  return closed === null ? null : { since: closed.since.toISOString(), reason: closed.reason }
}

/** @param currentId The session that asks. */
export function presentSession(row: Awaited<ReturnType<typeof sessionsOf>>[number], currentId: string): SessionJson {
  return {
    id: row.id,
    since: row.created_at.toISOString(),
    seen: row.updated_at.toISOString(),
    device: row.user_agent,
    current: row.id === currentId,
  }
}

export function presentIdentity(row: Awaited<ReturnType<typeof identitiesOf>>[number]): Identity {
  const since = row.created_at.toISOString()
  const { id, provider_id: way } = row
  if (isWalletChain(way)) return { id, provider: way, address: shortAddress(row.account_id), since }
  return { id, provider: IDENTITY_PROVIDERS.find((one) => one === way) ?? 'password', address: null, since }
}

type OwnAccount = NonNullable<Awaited<ReturnType<typeof readAccount>>>
type OwnBallots = Awaited<ReturnType<typeof listBallots>>
type OwnEvidence = Awaited<ReturnType<typeof evidenceOf>>

interface OwnRecords {
  readonly earned: Earned
  readonly votes: OwnBallots
  readonly evidence: OwnEvidence
  readonly asides: Awaited<ReturnType<typeof asidesOf>>
  readonly follows: readonly FollowRow[]
  readonly push: {
    readonly devices: readonly SubscriptionRow[]
    readonly settings: NotificationSettings
    readonly messages: readonly MessageRow[]
  }
  readonly digest: { readonly choice: ChoiceRow; readonly weeks: readonly string[] }
}

/** Presents all data stored about a fan, for themselves. */
export function presentOwnData(
  {
    account: { voting_closed_at, voting_closed_reason, two_factor_enabled, name, ...account },
    ways,
    sessions,
  }: OwnAccount,
  { earned, votes, evidence, asides, follows, push, digest }: OwnRecords,
) {
  const nameOf = (ballot: { match_id: number; earlier_attempt: number | null }) =>
    `${ballot.match_id} ${ballot.earlier_attempt}`
  const asideByMatch = new Map(asides.map((row) => [row.match_id, presentAside(row)]))
  const evidenceByBallot = new Map(evidence.map((row) => [nameOf(row), presentEvidence(row)]))
  return {
    account: {
      ...account,
      email: realAddress(account.email),
      name: name === '' ? null : name,
      two_factor: two_factor_enabled,
      created_at: account.created_at.toISOString(),
    },
    ...earned,
    voting_closed: presentVotingClosed(votingClosedOf({ voting_closed_at, voting_closed_reason })),
    badges: badgesFor(earned.vote_count),
    ways_in: ways.map((way) => ({
      provider: way.provider_id,
      // A provider's own id of the fan stays between the two of them.
      address: isWalletChain(way.provider_id) ? way.account_id : null,
      since: way.created_at.toISOString(),
    })),
    sessions: sessions.map((session) => ({
      since: session.created_at.toISOString(),
      until: session.expires_at.toISOString(),
      address: session.ip_address,
      device: session.user_agent,
      method: session.amr,
    })),
    push_devices: push.devices.map((row) => ({ ...presentSubscription(row), address: row.endpoint })),
    push_settings: push.settings,
    push_messages: push.messages.map(({ created_at, ...message }) => ({ ...message, at: created_at.toISOString() })),
    digest: presentStored(digest.choice, digest.weeks),
    votes: votes.map((vote) => ({
      ...vote,
      evidence: evidenceByBallot.get(nameOf(vote)) ?? null,
      set_aside: vote.earlier_attempt === null ? (asideByMatch.get(vote.match_id) ?? null) : null,
    })),
    follows: follows.map(({ kind, id, name, since }) => ({ kind, id, name, since: since.toISOString() })),
  }
}
