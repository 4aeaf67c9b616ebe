import { mailboxOf } from '../fans/mailbox.ts'

/** Sign-in methods: the first proof with which a session began. */
export const SIGN_IN_METHODS = ['password', 'mail', 'phone', 'google', 'apple', 'sso', 'saml', 'wallet'] as const
/** One sign-in method. */
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Returns whether a text names a sign-in method. */
export function isSignInMethod(text: unknown): text is SignInMethod {
  return SIGN_IN_METHODS.some((method) => method === text)
}

/** Methods that depend on no third party: no one else may vouch for the operator, who can change everything (docs/decisions/030). */
const OPERATOR_METHODS: ReadonlySet<SignInMethod | null> = new Set<SignInMethod>(['password', 'mail'])

/** How a session began: this decides whether the operator may administer in it. */
export interface Beginning {
  /** `null` for a session older than the record of methods. */
  readonly method: SignInMethod | null
  /** Proofs given: 1 or 2. */
  readonly assurance: number
}

/**
 * Returns the refusal of an operator's session that may not administer, or `null` if it may (docs/decisions/030).
 * @param secondProof Whether a second proof is required, as always in production.
 */
export function operatorRefusal({ method, assurance }: Beginning, secondProof: boolean) {
  if (!OPERATOR_METHODS.has(method)) return 'operator_sign_in'
  return secondProof && assurance < 2 ? 'second_factor_required' : null
}

/** Longest reason that the operator gives for closing a fan's right to vote or deleting their account, in characters. */
export const MAX_REASON = 300

/** Separators that people write within a phone number. */
export const PHONE_GAPS = /[\s.()-]/g

const ADDRESSES = /[^\s<>()"«»,;:]+@[^\s<>()"«»,;:]+/g

/** Digits at the end of a number that all its forms share: +33 6…, 0033 6…, 06…, +33 (0)6…. */
const COMMON_DIGITS = 8

/**
 * Returns whether a reason names the fan by an address of their mailbox, or by their number in any form. The operator's journal retains a reason for good,
 * and identifies no one after a deletion (docs/decisions/073).
 */
export function namesFan(
  reason: string,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
): boolean {
  if (email !== null && reason.toLowerCase().includes(email.toLowerCase())) return true
  const mailbox = email === null ? null : mailboxOf(email)
  const written = reason.match(ADDRESSES) ?? []
  if (mailbox !== null && written.some((address) => mailboxOf(address) === mailbox)) return true
  return phone !== null && reason.replaceAll(PHONE_GAPS, '').includes(phone.slice(-COMMON_DIGITS))
}
