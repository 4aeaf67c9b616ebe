import { cdp } from 'vitest/browser'

/** Taps a point of the page with a finger, as a phone reports it. */
export async function tapAt(x: number, y: number): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const touchPoints = [{ x: frame.x + x, y: frame.y + y }]
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
