import type { ParsedLocation } from '@tanstack/react-router'
import { type FunctionComponent, useLayoutEffect } from 'react'

/** Whether a placeholder is rendered for the next screen, while the router still reports the one before. */
let standingIn = false

/**
 * Wraps a placeholder that is shown until the real screen is loaded. It starts at its top, and its scroll position is not stored: a fan who goes back
 * before the real screen arrives finds the place that they left.
 */
export function standIn(Screen: FunctionComponent): FunctionComponent {
  return function StandIn() {
    useLayoutEffect(() => {
      standingIn = true
      window.scrollTo(0, 0)
      return () => {
        standingIn = false
      }
    }, [])
    return <Screen />
  }
}

/** Returns the key under which the router stores the scroll position of a screen. */
export function placeKey({ state, href }: ParsedLocation): string {
  return standingIn ? 'stand-in' : (state.__TSR_key ?? href)
}
