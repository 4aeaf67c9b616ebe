import { SECOND_PROOFS, type SecondProof } from '@tribune/domain/second-proof.ts'
import { isAppSecret } from '@tribune/protocol/app-return.ts'
import { isMailLinkCode } from '../account/account-rules.ts'
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
  /** The path to go on to. */
  readonly back: string
}

/** Parameters with which a link led to the profile. */
export interface LinkAnswer {
  /** Error code of the accounts library. */
  readonly error: string | null
  /** A link to a new password that is no longer valid. */
  readonly deadReset: boolean
  /** A new password has to be chosen. */
  readonly recovery: Recovery | null
  readonly link: ExchangedLink | null
  /** The second proof is missing. */
  readonly proving: Proving | null
}

/** The second proofs to choose from, and the path to go on to. */
export interface Proving {
  readonly proofs: readonly SecondProof[]
  readonly back: string
}

/** A request of the native app: its fan signs in here, in the phone's browser, and goes on in the app. */
export interface Handover {
  /** Challenge by which the app recognises its callback. */
  readonly challenge: string
  /** Nobody was signed in here before, so that the session is opened only for the app. */
  readonly alone: boolean
  /** The provider that the fan chose in the app. Used once. */
  readonly provider: string | null
}

/** Parses an address of the profile. */
export function readAnswer(search: string): LinkAnswer {
  const query = new URLSearchParams(search)
  const error = query.get('error')
  const isRecovery = query.get('type') === 'recovery'
  return {
    error,
    deadReset: isRecovery && error !== null && isMailLinkCode(error),
    recovery: isRecovery && error === null ? { confirmed: ownPath(query.get('confirmed')) } : null,
    link: readLink(query),
    proving: readProving(query),
  }
}

function readProving(query: URLSearchParams): Proving | null {
  const named = query.get('factor')?.split(' ')
  if (named === undefined) return null
  return {
    proofs: SECOND_PROOFS.filter((proof) => named.includes(proof)),
    back: ownPath(query.get('back')) ?? '/profile',
  }
}

function readLink(query: URLSearchParams): ExchangedLink | null {
  const confirm = query.get('confirm')
  const token = confirm ?? query.get('link')
  if (token === null) return null
  return {
    kind: confirm === null ? 'signIn' : 'confirm',
    token,
    until: Number(query.get('until') ?? Number.NaN),
    back: ownPath(query.get('back')) ?? '/profile',
  }
}

/** Whether the address still has parameters of a link. */
export function isFromLink(): boolean {
  const { error, recovery } = readAnswer(window.location.search)
  return error !== null || recovery !== null
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
