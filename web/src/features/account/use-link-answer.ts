import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** What the link of a mail said when it led here. */
export interface LinkAnswer {
  /** Why it did not work, as the accounts library names it. */
  readonly error: string | null
  /** It leads to a new password, with this one-time token. */
  readonly recovery: string | null
  /** The address was just confirmed, and the new password is its first: the path to go on to afterwards. */
  readonly confirmed: string | null
}

/** Reads what a mail's link left in the address, once, and takes it out of there. */
export function useLinkAnswer(): LinkAnswer {
  const [answer] = useState(() => readAnswer(window.location.search))
  const fromLink = answer.error !== null || answer.recovery !== null
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
  const confirmed = query.get('confirmed')
  // Never another site, whoever made the link.
  const isOurs = recovery !== null && /^\/(?![/\\])/.test(confirmed ?? '')
  return { error: query.get('error'), recovery, confirmed: isOurs ? confirmed : null }
}
