import { type RefObject, useLayoutEffect } from 'react'

/** Sets a CSS length of the whole page while the screen is mounted, such as the height of the bar at its bottom. */
export function useRootLength(name: string, value: string): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty(name, value)
    return () => {
      style.removeProperty(name)
    }
  }, [name, value])
}

/** Last measured height of the bar, in pixels. Starts with its height on most phones, so that the page is styled only once. */
let dockHeight = 157

/** Publishes the height of the bar above the navigation, so that toasts, focused elements and the end of the list keep clear of it. */
export function useDock(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = ref.current
    if (bar === null) return
    const { style } = document.documentElement
    const publish = () => style.setProperty('--foot', `calc(var(--nav) + ${dockHeight}px)`)
    publish()
    const observer = new ResizeObserver(() => {
      if (bar.offsetHeight === dockHeight) return
      dockHeight = bar.offsetHeight
      publish()
    })
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty('--foot')
    }
  }, [ref])
}
