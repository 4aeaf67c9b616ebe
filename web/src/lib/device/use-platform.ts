import { useEffect, useState, useSyncExternalStore } from 'react'
import { isOnline, onPresenceChange, WIDE } from './platform.ts'

/** Whether the device says it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onPresenceChange, isOnline, () => true)
}

/** Follows a media query, such as the width from which there are two columns. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Whether there is room for two columns. */
export function useWide(): boolean {
  return useMedia(WIDE)
}

/**
 * Whether the page was scrolled beyond so many pixels. Not looked at before it is: the new screen would have to be laid out for that at
 * once.
 */
export function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(window.scrollY > pixels)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [pixels])
  return past
}
