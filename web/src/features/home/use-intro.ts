import { useEffect, useState } from 'react'
import { useFan } from '../../data/session.ts'
import { phoneStorage } from '../../lib/device/storage.ts'
import { focusContent } from '../../lib/list/content.ts'

const KEY = 'tribune-intro'
const HIDDEN = 'hidden'

/**
 * Returns whether the introduction is shown: until the fan hides it or has voted. A vote that is found while it is shown takes effect at the next visit,
 * so that nothing moves under a finger.
 */
export function useIntro(): { readonly shown: boolean; readonly hide: () => void } {
  const voted = (useFan()?.vote_count ?? 0) > 0
  const [shown, setShown] = useState(() => !voted && phoneStorage.read(KEY) !== HIDDEN)
  useEffect(() => {
    if (voted) phoneStorage.write(KEY, HIDDEN)
  }, [voted])
  const hide = () => {
    phoneStorage.write(KEY, HIDDEN)
    focusContent()
    setShown(false)
  }
  return { shown, hide }
}
