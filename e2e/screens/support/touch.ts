import { cdp } from 'vitest/browser'

/** Taps a point of the page with a finger, as a phone reports it. @param at When the finger was there, in milliseconds of `Date`; now if unset. */
export async function tapAt(x: number, y: number, at?: number): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const touchPoints = [{ x: frame.x + x, y: frame.y + y }]
  const timestamp = at === undefined ? {} : { timestamp: at / 1_000 }
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, ...timestamp })
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], ...timestamp })
}
