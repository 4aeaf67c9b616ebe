import { realAddress } from '../../../accounts/contacts/phones.ts'
import type { Fan } from '../../../http/session.ts'

/** Why a fan may not vote. */
type VotingBar = 'voting_right_closed' | 'identity_not_verified' | 'wallet_alone'

/**
 * Returns why a fan may not vote, or `null`: the operator has not closed their right, and voting needs at least one verified e-mail, phone or provider identity (decisions, "The vote"). A
 * fan without any of them, nor an address to confirm, has only a wallet, which is free to make.
 */
export function votingBar({ votingClosed, verified, email }: Fan): VotingBar | null {
  if (votingClosed !== null) return 'voting_right_closed'
  if (verified) return null
  return realAddress(email) === null ? 'wallet_alone' : 'identity_not_verified'
}
