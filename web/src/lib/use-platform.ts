import { useSyncExternalStore } from 'react'
import { isOnline, onPresenceChange } from './platform.ts'

/** Whether the device says it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onPresenceChange, isOnline)
}

/** Follows a media query, such as the width from which there are two columns. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Whether the page is scrolled beyond so many pixels. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('scroll', listener, { passive: true })
      return () => window.removeEventListener('scroll', listener)
    },
    () => window.scrollY > pixels,
  )
}
