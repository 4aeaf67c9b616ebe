import { realAddress } from '../../accounts/phones.ts'
import type { Fan } from '../../http/session.ts'

/**
 * What a fan lacks to vote; `null` where nothing: they need at least one verified e-mail, phone or provider identity. A fan without an address to
 * confirm came with a wallet alone, which is free to make.
 */
export function votingBar({ verified, email }: Fan): 'identity_not_verified' | 'wallet_alone' | null {
  if (verified) return null
  return realAddress(email) === null ? 'wallet_alone' : 'identity_not_verified'
}
