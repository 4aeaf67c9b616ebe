import { useEffect, useState } from 'react'
import { useFan } from '../../lib/http/session.ts'
import { focusContent } from '../../lib/list/content.ts'

const KEY = 'tribune-intro'
const HIDDEN = 'hidden'

/**
 * Whether the presentation is shown: until the fan hides it, or has voted and so knows. What is learnt of their votes counts from the
 * next time, for nothing may move under a finger.
 */
export function useIntro(): { readonly shown: boolean; readonly hide: () => void } {
  const voted = (useFan()?.vote_count ?? 0) > 0
  const [shown, setShown] = useState(() => !voted && !wasHidden())
  useEffect(() => {
    if (voted) keepHidden()
  }, [voted])
  const hide = () => {
    keepHidden()
    focusContent()
    setShown(false)
  }
  return { shown, hide }
}

function wasHidden(): boolean {
  try {
    return localStorage.getItem(KEY) === HIDDEN
  } catch {
    return false
  }
}

function keepHidden(): void {
  try {
    localStorage.setItem(KEY, HIDDEN)
  } catch {
    // Storage refused: it is shown again next time.
  }
}
