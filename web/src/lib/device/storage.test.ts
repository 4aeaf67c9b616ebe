import { expect, test } from 'vitest'
import { memoryStorage, refuse } from '../../testing/memory-storage.ts'
import { safeStorage } from './storage.ts'

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
