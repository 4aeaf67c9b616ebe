import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { open } from '../support/screen.ts'
import { atMatch, choose, isPicked, isSaved, podium, target } from '../support/voting.ts'

afterEach(() => void vi.restoreAllMocks())

/** Records what is animated by script from now on: the element and the properties of its frames. */
function recordFlights() {
  const flights: { readonly element: Element; readonly properties: readonly string[] }[] = []
  const { animate } = Element.prototype
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, frames, timing) {
    flights.push({ element: this, properties: Object.keys(frames ?? {}) })
    return animate.call(this, frames, timing)
  })
  return flights
}

/** Shows the app to a fan who minds no motion: the browser of these tests prefers less. */
function allowMotion(): void {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia.call(window, query.includes('prefers-reduced-motion') ? 'not all' : query),
  )
}

const stepOf = (place: number) => podium().css(`[data-place="${place}"]`)

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s a pick flies from its row to its step, which rises with its number', async (_device, { width, height }) => {
  await page.viewport(width, height)
  const { a, b } = await atMatch()
  allowMotion()
  const flights = recordFlights()
  await choose(a)
  await isPicked(a)
  const first = stepOf(1).element()
  const face = flights.find(({ element }) => element.getAttribute('data-kind') === 'face')?.element
  expect(first.contains(face ?? null)).toBe(true)
  expect(flights.some(({ element }) => element.getAttribute('data-rises') === '1')).toBe(true)
  await expect.element(stepOf(1)).toMatchTextContent('Vasseur')
  flights.length = 0
  await choose(b)
  await isPicked(b)
  // The first pick stays on its step.
  expect(flights.filter(({ element }) => first.contains(element))).toEqual([])
  expect(flights.length).toBeGreaterThan(0)
  for (const { properties } of flights) {
    expect(properties.filter((name) => name !== 'transform' && name !== 'opacity')).toEqual([])
  }
  await isSaved()
})

test('with reduced motion, and for a ballot that is read, nothing flies', async () => {
  const { a, id } = await atMatch()
  const flights = recordFlights()
  await choose(a)
  await isPicked(a)
  await isSaved()
  expect(flights).toEqual([])
  allowMotion()
  await open(`/match/${id}`)
  await expect.element(target(a)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(stepOf(1)).toMatchTextContent('Vasseur')
  expect(flights).toEqual([])
})
