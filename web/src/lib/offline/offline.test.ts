import { STORED_SINCE_HEADER } from '@tribune/protocol/offline.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage, refuse } from '../../testing/memory-storage.ts'
import { safeStorage } from '../device/storage.ts'
import { dataAge, forgetStoredAnswers, recordAnswerAge } from './data-age.ts'
import { mayReloadFix, recordReload } from './fresh-load.ts'
import { RetryTimer } from './retry-timer.ts'

afterEach(() => forgetStoredAnswers())

const stored = (since: string) => new Headers({ [STORED_SINCE_HEADER]: since })

test('an answer of the server dates from its arrival', () => {
  recordAnswerAge('/api/rpc/get_home_matches', new Headers(), 5_000)
  expect(dataAge()).toEqual({ since: 5_000, stale: false })
})

test('a stored answer is stale, and dates from the time when it was stored', () => {
  recordAnswerAge('/api/rpc/get_match_screen', stored('2000'), 9_000)
  expect(dataAge()).toEqual({ since: 2_000, stale: true })
})

test('a screen of several answers is as old as the oldest, until that one is replaced', () => {
  recordAnswerAge('/api/players_ref/7', stored('2000'), 9_000)
  recordAnswerAge('/api/season_player_points', stored('1000'), 9_000)
  recordAnswerAge('/api/rpc/get_home_matches', new Headers(), 9_500)
  expect(dataAge()).toEqual({ since: 1_000, stale: true })
  recordAnswerAge('/api/season_player_points', new Headers(), 9_600)
  expect(dataAge()).toEqual({ since: 2_000, stale: true })
  forgetStoredAnswers(9_700)
  expect(dataAge()).toEqual({ since: 9_700, stale: false })
})

test('an unreadable header is ignored', () => {
  recordAnswerAge('/api/rpc/get_match_screen', stored('soon'), 9_000)
  expect(dataAge()).toEqual({ since: 9_000, stale: false })
})

test.each(['/api/me', '/api/votes/12', '/api/functions/scheduler-realtime'])('%s does not count', (path) => {
  recordAnswerAge('/api/rpc/get_home_matches', new Headers(), 5_000)
  recordAnswerAge(path, new Headers(), 9_000)
  expect(dataAge()).toEqual({ since: 5_000, stale: false })
})

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

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A timer whose attempts all fail, and the seconds at which it made them. */
function failing() {
  const start = Date.now()
  const attempts: number[] = []
  const timer = new RetryTimer(() => {
    attempts.push((Date.now() - start) / 1_000)
    timer.plan()
  })
  return { timer, attempts }
}

test('pauses grow up to a minute while attempts fail', () => {
  const { timer, attempts } = failing()
  timer.plan()
  vi.advanceTimersByTime(255_000)
  expect(attempts).toEqual([5, 15, 35, 75, 135, 195, 255])
})

test('attempts in between start the pause again, and do not make it longer', () => {
  const { timer, attempts } = failing()
  for (let tap = 0; tap < 10; tap += 1) {
    timer.plan()
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(20_000)
  expect(attempts).toEqual([5.9, 15.9])
})

test('an attempt that succeeds makes the next pause the shortest again', () => {
  const { timer, attempts } = failing()
  timer.plan()
  vi.advanceTimersByTime(15_000)
  timer.reset()
  expect(timer.isPlanned).toBe(false)
  vi.advanceTimersByTime(60_000)
  timer.plan()
  vi.advanceTimersByTime(5_000)
  expect(attempts).toEqual([5, 15, 80])
})

test('a cancelled attempt is not made', () => {
  const { timer, attempts } = failing()
  timer.plan()
  timer.cancel()
  vi.advanceTimersByTime(60_000)
  expect(attempts).toEqual([])
})
