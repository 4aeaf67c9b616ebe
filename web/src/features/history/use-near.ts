import { useCallback, useState } from 'react'

/** Distance from the viewport at which content renders, so that it is there before it is seen. */
const NEAR = '1200px 0px'

/** Returns whether an element is or has been near the viewport, and its ref. `isNear`: it is already known to be, or to have to render. */
export function useNear(isNear: boolean): [boolean, (element: Element | null) => void] {
  const [near, setNear] = useState(isNear)
  if (isNear && !near) setNear(true)
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
