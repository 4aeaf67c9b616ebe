import { SECOND_PROOFS, type SecondProof } from '@tribune/domain/fans/second-proof.ts'
import { isAppSecret } from '@tribune/protocol/app-return.ts'
import { ownPath, type Recovery } from './recovery-store.ts'

/*
 * Parses everything that mails, providers and the native app pass in an address of the profile, or of the match that a fan signs in for. Not by the
 * router, which parses values as JSON and would change a token that looks like a number.
 */

/** A mail's link that a script exchanges: it signs in, or confirms an address and then signs in. */
export interface ExchangedLink {
  readonly kind: 'signIn' | 'confirm'
  readonly token: string
  /** Its expiry by its own address, in milliseconds; NaN if it has none. */
  readonly until: number
  /** The path to continue to. */
  readonly back: string
}

/** The request of a link that led to the profile. An address makes one request: the first of these that it names. */
export type LinkAnswer =
  | { readonly kind: 'exchange'; readonly link: ExchangedLink }
  /** The accounts library's code for a link that failed. `deadReset`: it was to lead to a new password. */
  | { readonly kind: 'refused'; readonly error: string; readonly deadReset: boolean }
  /** A new password has to be chosen. */
  | { readonly kind: 'recovery'; readonly recovery: Recovery }
  /** The second proof is missing. */
  | { readonly kind: 'proving'; readonly proving: Proving }
  | { readonly kind: 'none' }

/** The second proofs to choose from, and the path to continue to. */
export interface Proving {
  readonly proofs: readonly SecondProof[]
  readonly back: string
}

/** A request of the native app: its fan signs in here, in the phone's browser, and continues in the app. */
export interface Handover {
  /** Challenge by which the app recognises its callback. */
  readonly challenge: string
  /** No fan was signed in here before, so that the session is opened only for the app. */
  readonly alone: boolean
  /** The provider that the fan chose in the app. Used once. */
  readonly provider: string | null
}

/** Error codes in the addresses that mails' links lead to. */
const MAIL_LINK_CODE = /token|expired|attempts/i

/** Returns whether an error code means that a mail's link is no longer valid. */
export function isMailLinkCode(code: string): boolean {
  return MAIL_LINK_CODE.test(code)
}

/** Parses an address of the profile. */
export function readAnswer(search: string): LinkAnswer {
  const query = new URLSearchParams(search)
  const token = query.get('confirm') ?? query.get('link')
  if (token !== null) return { kind: 'exchange', link: linkOf(query, token) }
  const error = query.get('error')
  const isRecovery = query.get('type') === 'recovery'
  if (error !== null) return { kind: 'refused', error, deadReset: isRecovery && isMailLinkCode(error) }
  if (isRecovery) return { kind: 'recovery', recovery: { confirmed: ownPath(query.get('confirmed')) } }
  const proofs = query.get('factor')?.split(' ')
  if (proofs !== undefined) return { kind: 'proving', proving: provingOf(query, proofs) }
  return { kind: 'none' }
}

function linkOf(query: URLSearchParams, token: string): ExchangedLink {
  return {
    kind: query.has('confirm') ? 'confirm' : 'signIn',
    token,
    until: Number(query.get('until') ?? Number.NaN),
    back: backOf(query),
  }
}

function provingOf(query: URLSearchParams, named: readonly string[]): Proving {
  return { proofs: SECOND_PROOFS.filter((proof) => named.includes(proof)), back: backOf(query) }
}

function backOf(query: URLSearchParams): string {
  return ownPath(query.get('back')) ?? '/profile'
}

/** Returns whether the address still has the parameters of a failed link, or of a link to a new password. */
export function isFromLink(): boolean {
  const { kind } = readAnswer(window.location.search)
  return kind === 'refused' || kind === 'recovery'
}

/** Returns the handover that an address of the profile requests, or `null` if there is none or it is malformed. */
export function handoverIn(path: string): Handover | null {
  const [address = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  const challenge = query.get('app')
  if (address !== '/profile' || !isAppSecret(challenge)) return null
  return { challenge, alone: query.has('alone'), provider: query.get('provider') }
}

/** Returns the path that continues a handover after other pages or a mail. */
export function handoverPath({ challenge, alone }: Handover): string {
  return `/profile?${new URLSearchParams({ app: challenge, ...(alone ? { alone: '1' } : {}) })}`
}
