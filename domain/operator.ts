/** How a session began, by its first proof. */
export const SIGN_IN_METHODS = ['password', 'mail', 'phone', 'google', 'apple', 'sso', 'saml', 'wallet'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Whether a text names a sign-in method. */
export function isSignInMethod(text: unknown): text is SignInMethod {
  return SIGN_IN_METHODS.some((method) => method === text)
}

/** The operator's own: nobody else vouches for whoever may change everything. */
const OPERATORS: ReadonlySet<SignInMethod | null> = new Set<SignInMethod>(['password', 'mail'])

/** A session, as far as it decides what the operator may do with it. */
export interface Beginning {
  /** `null` for one that began before methods were kept. */
  readonly method: SignInMethod | null
  /** Proofs given: 1 or 2. */
  readonly assurance: number
}

/**
 * What keeps a session of the operator's from administering, as a refusal code; `null` where nothing does.
 * @param production There, a second proof is required.
 */
export function operatorRefusal({ method, assurance }: Beginning, production: boolean) {
  if (!OPERATORS.has(method)) return 'operator_sign_in'
  return production && assurance < 2 ? 'second_factor_required' : null
}
