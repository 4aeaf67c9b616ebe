import { type RefObject, useLayoutEffect } from 'react'

/** Sets a length of the whole page while the screen is there, such as how high the bar at its foot is. */
export function useRootLength(name: string, value: string): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty(name, value)
    return () => {
      style.removeProperty(name)
    }
  }, [name, value])
}

/** How high the bar was when it was last measured, in pixels; before that, as it is on most phones: the page is styled once, not twice. */
let dockHeight = 136

/** Tells the page how high the bar standing on the navigation is, so that toasts, focus and the end of the list keep clear of it. */
export function useDock(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = ref.current
    if (bar === null) return
    const { style } = document.documentElement
    const tell = () => style.setProperty('--foot', `calc(var(--nav) + ${dockHeight}px)`)
    tell()
    const observer = new ResizeObserver(() => {
      if (bar.offsetHeight === dockHeight) return
      dockHeight = bar.offsetHeight
      tell()
    })
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty('--foot')
    }
  }, [ref])
}
