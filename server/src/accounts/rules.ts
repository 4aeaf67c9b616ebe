import type { FirstProof } from '@tribune/domain/fans/second-proof.ts'
import { isSignInMethod, type SignInMethod } from '@tribune/domain/operator/operator.ts'
import type { z } from 'zod'
import type { Guessed } from './guards/guessed.ts'
import type { Hook } from './hook.ts'
import type { Tools } from './tools.ts'

/** A step before or after the library's answer. Throws to refuse the call. */
type Check = (call: Hook, tools: Tools) => void | Promise<void>
/** Replaces the body or query that the library reads; `undefined` leaves both. */
interface Rewritten {
  readonly context: { readonly body?: object; readonly query?: object }
}
type Rewrite = (call: Hook, tools: Tools) => Rewritten | undefined | Promise<Rewritten | undefined>

/** Requirements of one open address of the accounts library, and the steps around the library's answer. */
export interface EndpointRules {
  /**
   * Rate limit: calls per minute from one client address, and more from its networks. Generous enough for a whole stand: thousands of fans may share the address of one mobile
   * carrier, and a password is already slow to try.
   */
  readonly perMinute: number
  /** Schema of the body that our pages and apps post. `form`: a provider's form, which the library reads. Addresses without one accept no POST. */
  readonly body?: z.ZodType | 'form'
  /** `script`: only our own scripts may call, so that another site cannot sign a fan in as another fan. Otherwise any origin may. */
  readonly caller?: 'script'
  /** Requires a session of the last hour: always, if the caller is signed in at all, or if the body has a certain field. */
  readonly fresh?: 'always' | 'ifSignedIn' | { readonly with: string }
  /** Requires a captcha or a proof of work, because the call creates an account or has a message sent and so attracts bots. */
  readonly captcha?: true
  /** Secret that the body guesses at. Guesses are counted for each account, and cost strangers work (docs/decisions/084). */
  readonly guess?: Guessed
  /** Code that the call sends. The device that asked for it gets tries of its own (docs/decisions/084). */
  readonly sends?: 'mailCode' | 'phoneCode' | 'sentCode'
  /** Sign-in method stored with the session that the call opens. `provider`: the body names it. */
  readonly opens?: SignInMethod | 'provider'
  /** Part of a sign-in mail that the call uses. The other part is used up with it. */
  readonly spends?: 'link' | 'code'
  /**
   * The session that the call opens inherits age and sign-in method of the one it comes from. `secondProof`: it completes a waiting sign-in, or turns
   * the second factor on. `factorChange`: it replaces the one that changed the second factor. `handover`: it continues the browser's in the app, at its
   * assurance level.
   */
  readonly inherits?: 'secondProof' | 'factorChange' | 'handover'
  /** Chooses a password, and so waits for its turn before the library is called. */
  readonly queue?: 'choosing'
  /** A script exchanges the link, so that the library's redirect to an error is a refusal. */
  readonly redirects?: true
  /** Answers in place of the library, or returns `null` to let it answer. */
  readonly intercept?: (body: unknown) => Response | null
  /** Run in this order. */
  readonly before?: readonly Check[]
  /** Runs after all checks, so that none of them can be bypassed by it. */
  readonly rewrite?: Rewrite
  /** Run in this order, once no second factor is missing. */
  readonly after?: readonly Check[]
  /** Runs last. May redirect elsewhere than the library does. */
  readonly redirect?: Check
}

/** Returns the sign-in method by which a call proves an identity, or `null` if it proves none by itself. */
export function methodOf(
  { opens }: Pick<EndpointRules, 'opens'>,
  body: { readonly provider?: unknown } | undefined,
): SignInMethod | null {
  const method = opens === 'provider' ? body?.provider : opens
  return isSignInMethod(method) ? method : null
}

/** Returns the first proof behind a sign-in method: a mailbox for all but phones and wallets. */
export function firstProofBy(method: string | null): FirstProof {
  return method === 'phone' || method === 'wallet' ? method : 'mailbox'
}
