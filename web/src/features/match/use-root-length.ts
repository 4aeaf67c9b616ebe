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

/** Tells the page how high the bar standing on the navigation is, so that toasts, focus and the end of the list keep clear of it. */
export function useDock(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = ref.current
    if (bar === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--foot', `calc(var(--nav) + ${bar.offsetHeight}px)`))
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty('--foot')
    }
  }, [ref])
}
