import type { ParsedLocation } from '@tanstack/react-router'
import { type FunctionComponent, useLayoutEffect } from 'react'

/** Whether what is drawn stands in for the screen on its way, while the router still counts the one before as there. */
let standingIn = false

/**
 * A screen to show until the real one is there. It begins at its top, and where it is scrolled to is nobody's place: who goes back before
 * the real screen came finds the place they left.
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

/** The name under which the router keeps where a fan was on a screen. */
export function placeKey({ state, href }: ParsedLocation): string {
  return standingIn ? 'stand-in' : (state.__TSR_key ?? href)
}
