import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { focusContent } from '../list/content.ts'
import { announce } from '../state/announce.ts'

/**
 * What a page load would do for those who do not see or point: the title of another screen is read aloud as soon as it has one, and focus
 * that went with the old screen goes to the new one, or to the chapter that the address names. The very first screen speaks for itself.
 */
export function useArrival(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const chapter = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' })
  const first = useRef(path)
  useEffect(announceTitles, [])
  useEffect(() => {
    if (first.current === undefined) first.current = path
    if (first.current === path) return
    first.current = ''
    if (document.activeElement === document.body) focusContent()
  }, [path])
  // The router scrolls there; who reads or tabs on starts there too.
  useEffect(() => document.getElementById(chapter)?.focus({ preventScroll: true }), [chapter])
}

/** Each title from the moment the address is another one: screens get theirs at once, or when they have read what they are about. */
function announceTitles(): () => void {
  let start: string | null = window.location.pathname
  const titles = new MutationObserver(() => {
    if (window.location.pathname === start) return
    start = null
    announce(document.title)
  })
  titles.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => titles.disconnect()
}
