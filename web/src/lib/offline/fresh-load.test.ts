import { beforeEach, expect, test } from 'vitest'
import { mayBeMended, noteMending } from './fresh-load.ts'

const MISSING = new Error('Failed to fetch dynamically imported module: https://tribune.test/assets/notes-1a2b.js')
const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
}
beforeEach(() => kept.clear())

test('a missing file is worth one new load, not two', () => {
  expect(mayBeMended(MISSING, storage, true)).toBe(true)
  noteMending(MISSING, storage)
  expect(mayBeMended(MISSING, storage, true)).toBe(false)
})

test('another missing file is worth another', () => {
  noteMending(MISSING, storage)
  expect(mayBeMended(new Error(`${MISSING.message}?`), storage, true)).toBe(true)
})

test.each([
  ['error loading dynamically imported module: https://tribune.test/assets/notes-1a2b.js', true],
  ['Importing a module script failed.', true],
  ['x is undefined', false],
])('« %s »: %s', (message, isMissing) => {
  expect(mayBeMended(new Error(message), storage, true)).toBe(isMissing)
})

test('without a network there is nothing newer to load', () => {
  expect(mayBeMended(MISSING, storage, false)).toBe(false)
})

test('where nothing can be remembered nothing is tried, or it would never end', () => {
  expect(mayBeMended(MISSING, null, true)).toBe(false)
})
