import { beforeEach, expect, test } from 'vitest'
import { safeStorage } from '../../../lib/device/storage.ts'
import { memoryStorage, refuse } from '../../../testing/memory-storage.ts'
import { claimReveal, rememberAwaited, revealMemory } from './reveal-store.ts'

let browser = memoryStorage()
const storage = safeStorage(() => browser)
const refused = safeStorage(refuse)
const KEY = { matchId: 7, attempt: 1 }
const stays = () => false

beforeEach(() => {
  browser = memoryStorage()
  // Forgets what the module remembers of a refused storage.
  rememberAwaited({ matchId: 1, attempt: 1 }, storage)
})

/** Claims the reveal and closes it. Returns whether it was shown. */
async function show(key: typeof KEY, store = storage): Promise<boolean> {
  const close = await claimReveal(key, stays, store)
  close?.()
  return close !== null
}

test('a result is revealed once, and once more for the next attempt at the match', async () => {
  expect(await show(KEY)).toBe(true)
  expect(revealMemory(KEY, storage)).toBe('revealed')
  expect(await show(KEY)).toBe(false)
  expect(await show({ ...KEY, attempt: 2 })).toBe(true)
})

test('a match that was opened before its result is awaited until the reveal, and not again after it', async () => {
  rememberAwaited(KEY, storage)
  expect(revealMemory(KEY, storage)).toBe('awaited')
  await show(KEY)
  rememberAwaited(KEY, storage)
  expect(revealMemory(KEY, storage)).toBe('revealed')
})

test('of two tabs one shows it, also where the other does not see yet what was stored', async () => {
  const other = safeStorage(memoryStorage)
  const [close, second] = await Promise.all([claimReveal(KEY, stays, storage), claimReveal(KEY, stays, other)])
  expect([close, second]).toEqual([expect.any(Function), null])
  close?.()
})

test('a screen that was left before the claim ended leaves the reveal for the next visit', async () => {
  expect(await claimReveal(KEY, () => true, storage)).toBeNull()
  expect(await show(KEY)).toBe(true)
})

test('without a storage the result is revealed to a fan who awaits it on the screen alone', async () => {
  expect(await show(KEY, refused)).toBe(false)
  const awaited = { ...KEY, matchId: 8 }
  rememberAwaited(awaited, refused)
  expect(await show(awaited, refused)).toBe(true)
  expect(await show(awaited, refused)).toBe(false)
})

test('a phone remembers a hundred results, and reads nothing malformed', () => {
  browser.setItem('tribune-reveals', '[[7,1,1],"x",[8],[9,1,"1"],null]')
  for (let matchId = 10; matchId < 109; matchId += 1) rememberAwaited({ matchId, attempt: 1 }, storage)
  expect(revealMemory(KEY, storage)).toBe('revealed')
  expect(revealMemory({ matchId: 9, attempt: 1 }, storage)).toBe('nothing')
  rememberAwaited({ matchId: 109, attempt: 1 }, storage)
  expect(revealMemory(KEY, storage)).toBe('nothing')
  expect(JSON.parse(browser.getItem('tribune-reveals') ?? '')).toHaveLength(100)
})
