import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** A link that signs in. */
export interface SignInLink {
  readonly token: string
  /** Until when it held, in milliseconds, as it says itself. */
  readonly until: number
  /** The path to go on to. */
  readonly back: string
}

/** What the link of a mail said when it led here. */
export interface LinkAnswer {
  /** Why it did not work, as the accounts library names it. */
  readonly error: string | null
  /** It leads to a new password, with this one-time token. */
  readonly recovery: string | null
  /** The address was just confirmed, and the new password is its first: the path to go on to afterwards. */
  readonly confirmed: string | null
  readonly signIn: SignInLink | null
}

/** Reads what a mail's link left in the address, once, and takes it out of there. */
export function useLinkAnswer(): LinkAnswer {
  const [answer] = useState(() => readAnswer(window.location.search))
  const fromLink = answer.error !== null || answer.recovery !== null || answer.signIn !== null
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

function readAnswer(search: string): LinkAnswer {
  const query = new URLSearchParams(search)
  const recovery = query.get('type') === 'recovery' ? query.get('token') : null
  const token = query.get('link')
  return {
    error: query.get('error'),
    recovery,
    confirmed: recovery === null ? null : ownPath(query.get('confirmed')),
    signIn:
      token === null
        ? null
        : { token, until: Number(query.get('until')), back: ownPath(query.get('back')) ?? '/profile' },
  }
}

/** Never another site, whoever made the link. */
function ownPath(path: string | null): string | null {
  return path !== null && /^\/(?![/\\])/.test(path) ? path : null
}
