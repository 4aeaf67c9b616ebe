import {
  type Fan as FanJson,
  IDENTITY_PROVIDERS,
  type Identity,
  type Session as SessionJson,
} from '@tribune/contract/accounts.ts'
import { badgesFor } from '@tribune/domain/fan.ts'
import { isWalletChain, shortAddress } from '@tribune/domain/wallet.ts'
import { realAddress } from '../../accounts/phones.ts'
import type { Fan } from '../../http/session.ts'
import { presentEvidence } from '../evidence/present.ts'
import type { evidenceOf } from '../evidence/queries.ts'
import type { listBallots } from '../votes/service.ts'
import type { Earned, identitiesOf, readAccount, sessionsOf } from './queries.ts'

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
  }
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

type OwnAccount = Awaited<ReturnType<typeof readAccount>>
type OwnBallots = Awaited<ReturnType<typeof listBallots>>
type OwnEvidence = Awaited<ReturnType<typeof evidenceOf>>

/** All that is kept of a fan, for himself. */
export function presentOwnData(
  { account, ways, sessions }: OwnAccount,
  earned: Earned,
  votes: OwnBallots,
  evidence: OwnEvidence,
) {
  const evidenceByMatch = new Map(evidence.map((row) => [row.match_id, presentEvidence(row)]))
  return {
    account: { ...account, email: realAddress(account.email), created_at: account.created_at.toISOString() },
    ...earned,
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
    })),
    votes: votes.map((vote) => ({ ...vote, evidence: evidenceByMatch.get(vote.match_id) ?? null })),
  }
}
