import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage, refuse } from '../../testing/memory-storage.ts'
import { safeStorage } from './storage.ts'
import { followScroll, isScrolledPast } from './use-platform.ts'

test('what is written is read until it is removed', () => {
  const browser = memoryStorage()
  const storage = safeStorage(() => browser)
  expect(storage.read('a')).toBeNull()
  expect(storage.write('a', '[1]')).toBe(true)
  expect([storage.read('a'), storage.readJson('a'), storage.keys()]).toEqual(['[1]', [1], ['a']])
  storage.remove('a')
  expect([storage.read('a'), storage.readJson('a'), storage.keys()]).toEqual([null, null, []])
})

test('malformed JSON is undefined', () => {
  const browser = memoryStorage()
  browser.setItem('a', '{')
  expect(safeStorage(() => browser).readJson('a')).toBeUndefined()
})

test.each([
  ['is refused', refuse],
  ['refuses each call', () => ({ getItem: refuse, setItem: refuse, removeItem: refuse })],
])('a storage that %s has nothing, stores nothing and does not throw', (_name, open) => {
  const storage = safeStorage(open)
  expect([storage.read('a'), storage.readJson('a'), storage.write('a', '1')]).toEqual([undefined, undefined, false])
  expect(storage.remove('a')).toBeUndefined()
})

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
