/**
 * What a sign-in began with: a phone, a wallet, or anything that the mailbox gives access to: links and codes by mail, a password that it can
 * reset, a provider's account, which most often is the mailbox itself.
 */
export type FirstProof = 'phone' | 'wallet' | 'mailbox'
/** Proofs that answer a second-factor challenge: a code from the fan's app, or one sent to them. A recovery code always does too. */
export const SECOND_PROOFS = ['app', 'phone', 'email'] as const
export type SecondProof = (typeof SECOND_PROOFS)[number]
/** Where a code can be sent. */
export type SentProof = Exclude<SecondProof, 'app'>

/** Which contacts of a fan are confirmed. */
export interface Reachable {
  readonly phone: boolean
  readonly email: boolean
}

/**
 * Returns where to send the code of a second-factor challenge, or `null` if nowhere. Never returns the contact behind the first proof: a person who
 * holds that contact would have both proofs (docs/decisions/023).
 */
export function sentProofAfter(first: FirstProof, { phone, email }: Reachable): SentProof | null {
  if (phone && first !== 'phone') return 'phone'
  return email && first !== 'mailbox' ? 'email' : null
}

/** Returns whether sent codes alone can protect an account: a sign-in with either contact is challenged through the other (docs/decisions/023). */
export function canRelyOnSentCodes({ phone, email }: Reachable): boolean {
  return phone && email
}
