import { useEffect, useState } from 'react'
import { useFan } from '../../data/session.ts'
import { focusContent } from '../../lib/list/content.ts'

const KEY = 'tribune-intro'
const HIDDEN = 'hidden'

/**
 * Returns whether the introduction is shown: until the fan hides it or has voted. A vote found meanwhile takes effect at the next visit, so that
 * nothing moves under a finger.
 */
export function useIntro(): { readonly shown: boolean; readonly hide: () => void } {
  const voted = (useFan()?.vote_count ?? 0) > 0
  const [shown, setShown] = useState(() => !voted && !wasHidden())
  useEffect(() => {
    if (voted) storeHidden()
  }, [voted])
  const hide = () => {
    storeHidden()
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

function storeHidden(): void {
  try {
    localStorage.setItem(KEY, HIDDEN)
  } catch {
    // The browser refuses storage: it is shown again next time.
  }
}
