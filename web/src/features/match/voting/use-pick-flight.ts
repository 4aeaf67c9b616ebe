import { POSITIONS, type Position } from '@tribune/domain/ballots/podium.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../../lib/device/platform.ts'
import type { Holders } from './podium-slots.tsx'

/** How long a pick flies to its step, and how long the step then takes to show its number, in milliseconds. */
const FLIGHT_MS = 320
const RISE_MS = 200
const EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/**
 * Lets each pick that the fan makes fly from its row, or from the place it leaves, to its step, which rises and takes its number. Moves only what the
 * compositor can move alone. Does nothing for fans who prefer less motion: the pick is simply there.
 *
 * @param podium The element that shows the three places.
 * @param moves The fan has changed something: a ballot that is read does not fly.
 */
export function usePickFlight(podium: RefObject<HTMLElement | null>, holders: Holders, moves: boolean): void {
  const before = useRef(holders)
  useLayoutEffect(() => {
    const left = before.current
    before.current = holders
    if (!moves || podium.current === null || prefersReducedMotion()) return
    for (const place of POSITIONS) {
      const id = holders[place]?.player_id
      if (id === undefined || id === left[place]?.player_id) continue
      const from = POSITIONS.find((other) => left[other]?.player_id === id)
      const source = from === undefined ? document.querySelector(`[data-player="${id}"]`) : slotOf(podium.current, from)
      fly(podium.current, place, faceOf(source))
    }
  }, [podium, holders, moves])
}

const slotOf = (podium: Element, place: Position) => podium.querySelector(`[data-place="${place}"]`)
const faceOf = (element: Element | null) => element?.querySelector('[data-kind=face]') ?? null

function fly(podium: Element, place: Position, source: Element | null): void {
  const face = faceOf(slotOf(podium, place))
  if (face === null || source === null) return
  const [start, end] = [source.getBoundingClientRect(), face.getBoundingClientRect()]
  // A row that is not drawn, because it is far from the screen, has no face to start from.
  if (start.width === 0 || end.width === 0) return
  const across = start.left + start.width / 2 - end.left - end.width / 2
  const down = start.top + start.height / 2 - end.top - end.height / 2
  const takeOff = `translate(${across}px, ${down}px) scale(${start.width / end.width})`
  face.animate({ transform: [takeOff, 'none'] }, { duration: FLIGHT_MS, easing: EASING })
  const rising = { transform: ['translateY(16px)', 'none'], opacity: [0, 1] }
  const timing = { duration: RISE_MS, delay: FLIGHT_MS / 2, easing: EASING, fill: 'backwards' } as const
  for (const part of podium.querySelectorAll(`[data-rises="${place}"]`)) part.animate(rising, timing)
}
