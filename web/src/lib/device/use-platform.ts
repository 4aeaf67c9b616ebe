import { useSyncExternalStore } from 'react'
import { isOnline, isVisible, onPresenceChange, WIDE } from './platform.ts'
import { followScroll, isScrolledPast } from './scrolled.ts'

/** Whether the device reports a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onPresenceChange, isOnline, () => true)
}

/** Whether the fan sees this page, and not another tab or app. */
export function useVisible(): boolean {
  return useSyncExternalStore(onPresenceChange, isVisible, () => true)
}

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
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

/** Whether the window is wide enough for two columns. */
export function useWide(): boolean {
  return useMedia(WIDE)
}

/** Whether the page is scrolled beyond so many pixels. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    followScroll,
    () => isScrolledPast(pixels),
    () => false,
  )
}
