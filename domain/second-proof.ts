/**
 * What a sign-in began with: a phone, a wallet, or whatever the mailbox opens: links and codes by mail, a password that it can
 * reset, an account at a provider that most often is the mailbox itself.
 */
export type FirstProof = 'phone' | 'wallet' | 'mailbox'
/** Where a code can be sent. */
export type SentProof = 'phone' | 'email'
/** What a sign-in can wait for: a code of the fan's app, or one sent to them. A recovery code always does. */
export type SecondProof = 'app' | SentProof

/** What is confirmed of a fan. */
export interface Reachable {
  readonly phone: boolean
  readonly email: boolean
}

/**
 * Where a code goes that is a second proof: never to what gave the first one, or whoever has that has both (spec, section 5). `null` where
 * there is no other.
 */
export function sentProofAfter(first: FirstProof, { phone, email }: Reachable): SentProof | null {
  if (phone && first !== 'phone') return 'phone'
  return email && first !== 'mailbox' ? 'email' : null
}

/** Whether codes that are sent can guard an account without an app: whichever of the two opens it, the other one is asked. */
export function canRelyOnSentCodes({ phone, email }: Reachable): boolean {
  return phone && email
}
