import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followScroll, isScrolledPast } from './use-platform.ts'

const page = Object.assign(new EventTarget(), { scrollY: 0 })
beforeEach(() => vi.stubGlobal('window', page))
afterEach(() => vi.unstubAllGlobals())

function scrollTo(top: number): void {
  page.scrollY = top
  page.dispatchEvent(new Event('scroll'))
}

test('a component that mounts after a scroll knows of it as the others do', () => {
  const leave = followScroll(() => {})
  scrollTo(1_500)
  expect(isScrolledPast(100)).toBe(true)
  const leaveLater = followScroll(() => {})
  expect(isScrolledPast(100)).toBe(true)
  leave()
  expect(isScrolledPast(100)).toBe(true)
  scrollTo(80)
  expect(isScrolledPast(100)).toBe(false)
  leaveLater()
})

test('a screen does not inherit the scroll position of the last one', () => {
  const heard = vi.fn()
  const leave = followScroll(heard)
  scrollTo(1_500)
  leave()
  expect(isScrolledPast(100)).toBe(false)
  scrollTo(2_000)
  expect(heard).toHaveBeenCalledTimes(1)
})
