import { beforeEach, expect, test } from 'vitest'
import { memoryStorage, refuse } from '../../testing/memory-storage.ts'
import { safeStorage } from '../device/storage.ts'
import { mayReloadFix, recordReload } from './fresh-load.ts'

const MISSING = new Error('Failed to fetch dynamically imported module: https://tribune.test/assets/notes-1a2b.js')
let browser = memoryStorage()
const storage = safeStorage(() => browser)
beforeEach(() => {
  browser = memoryStorage()
})

test('a missing file reloads the page once, not twice', () => {
  expect(mayReloadFix(MISSING, storage, true)).toBe(true)
  recordReload(MISSING, storage)
  expect(mayReloadFix(MISSING, storage, true)).toBe(false)
})

test('a different missing file reloads the page again', () => {
  recordReload(MISSING, storage)
  expect(mayReloadFix(new Error(`${MISSING.message}?`), storage, true)).toBe(true)
})

test.each([
  ['error loading dynamically imported module: https://tribune.test/assets/notes-1a2b.js', true],
  ['Importing a module script failed.', true],
  ['x is undefined', false],
])('the error « %s » means a missing file: %s', (message, isMissing) => {
  expect(mayReloadFix(new Error(message), storage, true)).toBe(isMissing)
})

test('the page is not reloaded without a network', () => {
  expect(mayReloadFix(MISSING, storage, false)).toBe(false)
})

test('the page is not reloaded if the browser refuses storage, because it would reload for ever', () => {
  expect(mayReloadFix(MISSING, safeStorage(refuse), true)).toBe(false)
  expect(recordReload(MISSING, safeStorage(refuse))).toBe(false)
})
