import { useCallback, useState } from 'react'

/** How near the screen counts as near: what is drawn then is there before it is seen. */
const NEAR = '1200px 0px'

/** Whether an element has come near the screen, which it stays once it has; `atOnce` where that needs no looking. */
export function useNear(atOnce: boolean): [boolean, (element: Element | null) => void] {
  const [near, setNear] = useState(atOnce)
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null || near) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setNear(true)
        },
        { rootMargin: NEAR },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [near],
  )
  return [near, ref]
}
