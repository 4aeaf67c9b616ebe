import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { getElementScrollRestorationEntry } from '@tanstack/router-core'
import { type FunctionComponent, useLayoutEffect } from 'react'

/** How long a screen that the fan comes back to may take to become as long as it was, in milliseconds. */
const PLACE_WAIT_MS = 5_000

/** Whether a navigation is under way: what the page shows may already be the next screen, or a placeholder for it. */
let moving = false

/** Wraps a placeholder that is shown until the real screen is loaded. It starts at its top. */
export function standIn(Screen: FunctionComponent): FunctionComponent {
  return function StandIn() {
    useLayoutEffect(() => {
      window.scrollTo(0, 0)
    }, [])
    return <Screen />
  }
}

/**
 * Has the router store the scroll position of each screen that is left, and only of that: fans who go back before the next screen arrives find the
 * place that they left.
 */
export function keepPlaces(router: AnyRouter): void {
  // The router stores positions only after a scroll event, which browsers delay to the next frame: a tap may come before it.
  router.subscribe('onBeforeNavigate', () => document.dispatchEvent(new Event('scroll')))
  // The router's own subscription is older, so it has stored the position by now.
  router.subscribe('onBeforeLoad', () => {
    moving = true
  })
  router.subscribe('onResolved', () => {
    moving = false
  })
  let giveUp = () => {}
  router.subscribe('onBeforeNavigate', () => giveUp())
  router.subscribe('onRendered', () => {
    giveUp = reachPlace(router)
  })
}

/**
 * Scrolls to where the fan left the screen, once the page is long enough. The router tries so only when its outermost part is rendered, before the screen in it
 * and its data. Gives up after `PLACE_WAIT_MS`, or at the fan's first tap, key or turn of the wheel. Returns a function that gives up.
 */
function reachPlace(router: AnyRouter): () => void {
  const place = getElementScrollRestorationEntry(router, { getElement: () => window, getKey: placeKey })
  if (place === undefined) return () => {}
  const ended = new AbortController()
  const observer = new ResizeObserver(() => {
    window.scrollTo(place.scrollX, place.scrollY)
    if (Math.abs(window.scrollY - place.scrollY) <= 1) giveUp()
  })
  const timer = setTimeout(giveUp, PLACE_WAIT_MS)
  function giveUp(): void {
    clearTimeout(timer)
    observer.disconnect()
    ended.abort()
  }
  for (const input of ['pointerdown', 'wheel', 'keydown']) addEventListener(input, giveUp, { signal: ended.signal })
  observer.observe(document.body)
  return giveUp
}

/** Returns the key under which the router stores the scroll position of a screen. */
export function placeKey({ state, href }: ParsedLocation): string {
  return moving ? 'moving' : (state.__TSR_key ?? href)
}
