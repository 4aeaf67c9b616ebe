import type { Person } from '@tribune/contract/operator/people.ts'
import { strengthOf } from '@tribune/domain/ballots/evidence.ts'
import { realAddress } from '../../../accounts/contacts/phones.ts'
import { votingClosedOf } from '../../../http/session.ts'
import type { Earned } from '../../ballots/votes/queries.ts'
import { presentIdentity, presentVotingClosed } from '../accounts/present.ts'
import type { identitiesOf, sessionsOf } from '../accounts/queries.ts'
import type { AccountRow } from './queries.ts'

interface Known {
  readonly account: AccountRow
  readonly earned: Earned
  readonly identities: Awaited<ReturnType<typeof identitiesOf>>
  readonly sessions: Awaited<ReturnType<typeof sessionsOf>>
  readonly operatorId: string
}

export function presentPerson({ account, earned, identities, sessions, operatorId }: Known): Person {
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
