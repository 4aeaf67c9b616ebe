import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { focusContent } from '../list/content.ts'
import { announce } from '../state/announce.ts'

/**
 * Does for screen readers and keyboards what a page load would: announces the title of a new screen as soon as it has one, and moves lost focus to the
 * new screen, or to the section that the address names. Does nothing for the very first screen.
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
  // The router scrolls there; reading and tabbing start there too.
  useEffect(() => document.getElementById(chapter)?.focus({ preventScroll: true }), [chapter])
}

/** Announces each title once the path has changed. Screens set theirs immediately, or when their data arrives. */
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
