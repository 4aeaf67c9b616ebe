import { beforeEach, expect, test } from 'vitest'
import { safeStorage } from '../../lib/device/storage.ts'
import { isPostDue } from '../../lib/offline/post-due.ts'
import { memoryStorage, refuse } from '../../testing/memory-storage.ts'
import {
  addHeldNews,
  allHeld,
  dropHeld,
  forgetHeld,
  type Held,
  readHeld,
  rememberedFan,
  rememberFan,
  storeHeld,
  takeHeldNews,
} from './held-ballots.ts'

let browser = memoryStorage()
const storage = safeStorage(() => browser)
const held = (fanId: string, matchId: number, at = 1): Held => ({
  fanId,
  matchId,
  at,
  picks: [{ position: 1, player_id: 7 }],
  base: null,
  tried: [],
  home: 'Stade Clairmont',
  away: 'AS Belleroche',
})
beforeEach(() => {
  browser = memoryStorage()
})

test('a ballot is stored by fan and match, and read as it was', () => {
  storeHeld(held('a', 1, 9), storage)
  storeHeld(held('b', 1, 3), storage)
  expect(readHeld('a', 1, storage)).toEqual(held('a', 1, 9))
  expect(readHeld('a', 2, storage)).toBeNull()
  expect(allHeld(storage)).toEqual([held('b', 1, 3), held('a', 1, 9)])
  dropHeld(held('a', 1), storage)
  expect(allHeld(storage)).toEqual([held('b', 1, 3)])
})

const pick = (position: number, player_id: number) => ({ position, player_id })

test.each([
  ['broken text', '{'],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['a part', '{"fanId":"a","matchId":1}'],
  ['another match', JSON.stringify(held('a', 2))],
  ['another fan', JSON.stringify(held('b', 1))],
  ['four picks', JSON.stringify({ ...held('a', 1), picks: [1, 2, 3, 4].map((place) => pick(place, place)) })],
  ['no pick', JSON.stringify({ ...held('a', 1), picks: [] })],
  ['a place twice', JSON.stringify({ ...held('a', 1), picks: [pick(1, 7), pick(1, 8)] })],
  ['a player twice', JSON.stringify({ ...held('a', 1), picks: [pick(1, 7), pick(2, 7)] })],
  ['picks that are none', JSON.stringify({ ...held('a', 1), picks: [null] })],
  ['earlier picks that are none', JSON.stringify({ ...held('a', 1), tried: [null] })],
  ['a base that is none', JSON.stringify({ ...held('a', 1), base: 5 })],
  ['an attempt that is none', JSON.stringify({ ...held('a', 1), attempt: '1' })],
  ['a match without a name', JSON.stringify({ ...held('a', 1), home: undefined })],
])('a stored ballot that holds %s is deleted, not sent', (_what, text) => {
  browser.setItem('tribune-held-1-a', text)
  storeHeld(held('c', 3), storage)
  expect(readHeld('a', 1, storage)).toBeNull()
  expect(allHeld(storage)).toEqual([held('c', 3)])
  expect(storage.keys()).toEqual(['tribune-held-3-c'])
})

test('nothing is promised where the browser refuses to store', () => {
  const full = safeStorage(() => Object.assign(memoryStorage(), { setItem: refuse }))
  expect(storeHeld(held('a', 1), full)).toBe(false)
  expect(storeHeld(held('a', 1), safeStorage(refuse))).toBe(false)
  expect(storeHeld(held('a', 1), storage)).toBe(true)
})

test('the post is due for a ballot and for a sentence, and news are taken once', () => {
  expect(isPostDue(storage)).toBe(false)
  addHeldNews({ text: 'parti', failed: false }, storage)
  addHeldNews({ text: 'trop tard', failed: true }, storage)
  expect(isPostDue(storage)).toBe(true)
  expect([takeHeldNews(storage)?.text, isPostDue(storage)]).toEqual(['parti', true])
  expect([takeHeldNews(storage)?.text, takeHeldNews(storage)]).toEqual(['trop tard', null])
  expect(isPostDue(storage)).toBe(false)
  storeHeld(held('a', 1), storage)
  expect(isPostDue(storage)).toBe(true)
})

test('signing out leaves nothing, of any account', () => {
  for (const fan of ['a', 'b']) storeHeld(held(fan, 1), storage)
  addHeldNews({ text: 'parti', failed: false }, storage)
  rememberFan('a', storage)
  expect(rememberedFan(storage)).toBe('a')
  browser.setItem('tribune-theme', 'dark')
  forgetHeld(storage)
  expect(storage.keys()).toEqual(['tribune-theme'])
})
