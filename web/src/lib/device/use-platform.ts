import { useSyncExternalStore } from 'react'
import { isOnline, isVisible, onPresenceChange, WIDE } from './platform.ts'

let top = 0
let followers = 0

/** Returns whether the device reports a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onPresenceChange, isOnline, () => true)
}

/** Returns whether the fan sees this page, and not another tab or app. */
export function useVisible(): boolean {
  return useSyncExternalStore(onPresenceChange, isVisible, () => true)
}

/** Returns whether a media query matches. */
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

/** Returns whether the window is wide enough for two columns. */
export function useWide(): boolean {
  return useMedia(WIDE)
}

/** Returns whether the page is scrolled beyond so many pixels. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    followScroll,
    () => isScrolledPast(pixels),
    () => false,
  )
}

/**
 * Calls `listener` at every scroll of the page, until the returned function is called. All followers share the scroll position, so that one that mounts
 * late, when the page is already scrolled, shows the same as the others.
 */
export function followScroll(listener: () => void): () => void {
  const look = () => {
    top = window.scrollY
    listener()
  }
  followers += 1
  window.addEventListener('scroll', look)
  return () => {
    window.removeEventListener('scroll', look)
    followers -= 1
    // The next screen has its own position: the browser fires a scroll event unless it is the top.
    if (followers === 0) top = 0
  }
}

/** Returns whether the page is scrolled beyond so many pixels, by the last scroll event: reading `scrollY` would force a layout. */
export function isScrolledPast(pixels: number): boolean {
  return top > pixels
}
