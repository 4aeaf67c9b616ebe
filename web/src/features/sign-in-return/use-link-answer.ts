import { useNavigate } from '@tanstack/react-router'
import type { SecondProof } from '@tribune/domain/second-proof.ts'
import { useEffect, useState } from 'react'
import { isMailLinkCode } from '../account/account-rules.ts'
import { ownPath, type Recovery } from './recovery-mode.ts'

/** A link that is exchanged by a script: it signs in, or confirms an address and then signs in. */
export interface ExchangedLink {
  readonly kind: 'signIn' | 'confirm'
  readonly token: string
  /** Until when it held, in milliseconds, as it says itself; NaN where it does not. */
  readonly until: number
  /** The path to go on to. */
  readonly back: string
}

/** What the link of a mail said when it led here. */
export interface LinkAnswer {
  /** Why it did not work, as the accounts library names it. */
  readonly error: string | null
  /** It led to a new password, and is worth nothing any more. */
  readonly deadReset: boolean
  /** It leads to a new password. */
  readonly recovery: Recovery | null
  readonly link: ExchangedLink | null
  /** The second proof is missing. */
  readonly proving: Proving | null
}

/** What the second proof can be, and the path to go on to after it. */
export interface Proving {
  readonly proofs: readonly SecondProof[]
  readonly back: string
}

/** Reads what a mail's link left in the address, once, and takes it out of there. */
export function useLinkAnswer(): LinkAnswer {
  const [answer] = useState(() => readAnswer(window.location.search))
  const fromLink = answer.error !== null || answer.recovery !== null || answer.link !== null || answer.proving !== null
  const navigate = useNavigate()
  useEffect(() => {
    if (fromLink) navigate({ to: '.', search: {}, replace: true })
  }, [fromLink, navigate])
  return answer
}

/** Whether the address still has what a mail's link left in it. */
export function isFromLink(): boolean {
  const { error, recovery } = readAnswer(window.location.search)
  return error !== null || recovery !== null
}

/** What an address of the profile says. */
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

const PROOFS: readonly SecondProof[] = ['app', 'phone', 'email']

function readProving(query: URLSearchParams): Proving | null {
  const named = query.get('factor')?.split(' ')
  if (named === undefined) return null
  return { proofs: PROOFS.filter((proof) => named.includes(proof)), back: ownPath(query.get('back')) ?? '/profile' }
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
