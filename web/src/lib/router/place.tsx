import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { type FunctionComponent, useLayoutEffect } from 'react'

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
  // The router stores only what has sent it a scroll event, which browsers delay to the next frame: a tap may come before it.
  router.subscribe('onBeforeNavigate', () => document.dispatchEvent(new Event('scroll')))
  // The router's own subscription is older, so it has stored the position by now.
  router.subscribe('onBeforeLoad', () => {
    moving = true
  })
  router.subscribe('onResolved', () => {
    moving = false
  })
  // Says that its outermost part is rendered. The screen in it follows within the same frame, and the page is not long enough before.
  const emit = router.emit
  router.emit = (event) => {
    if (event.type === 'onRendered') requestAnimationFrame(() => emit(event))
    else emit(event)
  }
}

/** Returns the key under which the router stores the scroll position of a screen. */
export function placeKey({ state, href }: ParsedLocation): string {
  return moving ? 'moving' : (state.__TSR_key ?? href)
}
