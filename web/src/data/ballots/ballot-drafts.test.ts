import { beforeEach, expect, test } from 'vitest'
import { safeStorage } from '../../lib/device/storage.ts'
import { memoryStorage, refuse } from '../../testing/memory-storage.ts'
import {
  addHeldNews,
  allDrafts,
  type BallotDraft,
  dropDraft,
  forgetDrafts,
  readDraft,
  rememberedFan,
  rememberFan,
  storeDraft as storeOwn,
  takeHeldNews,
} from './ballot-drafts.ts'
import { isPostDue } from './post-due.ts'

let browser = memoryStorage()
const storage = safeStorage(() => browser)
const held = (fanId: string, matchId: number, at = 1): BallotDraft => ({
  fanId,
  matchId,
  at,
  picks: [{ position: 1, player_id: 7 }],
  base: null,
  tried: [],
  waits: true,
  home: 'Stade Clairmont',
  away: 'AS Belleroche',
})
/** Stores a draft of the fan who is signed in. */
function storeDraft(draft: BallotDraft, store = storage): boolean {
  rememberFan(draft.fanId, store)
  const ok = storeOwn(draft, store)
  store.remove('tribune-fan')
  return ok
}
beforeEach(() => {
  browser = memoryStorage()
})

test('a ballot is stored by fan and match, and read as it was', () => {
  storeDraft(held('a', 1, 9), storage)
  storeDraft(held('b', 1, 3), storage)
  expect(readDraft({ fanId: 'a', matchId: 1 }, storage)).toEqual(held('a', 1, 9))
  expect(readDraft({ fanId: 'a', matchId: 2 }, storage)).toBeNull()
  expect(allDrafts(storage)).toEqual([held('b', 1, 3), held('a', 1, 9)])
  dropDraft(held('a', 1), storage)
  expect(allDrafts(storage)).toEqual([held('b', 1, 3)])
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
  ['invalid picks', JSON.stringify({ ...held('a', 1), picks: [null] })],
  ['invalid earlier picks', JSON.stringify({ ...held('a', 1), tried: [null] })],
  ['an invalid base', JSON.stringify({ ...held('a', 1), base: 5 })],
  ['an invalid attempt', JSON.stringify({ ...held('a', 1), attempt: '1' })],
  ['a match without a name', JSON.stringify({ ...held('a', 1), home: undefined })],
])('a stored ballot that holds %s is deleted, not sent', (_what, text) => {
  browser.setItem('tribune-held-1-a', text)
  storeDraft(held('c', 3), storage)
  expect(readDraft({ fanId: 'a', matchId: 1 }, storage)).toBeNull()
  expect(allDrafts(storage)).toEqual([held('c', 3)])
  expect(storage.keys()).toEqual(['tribune-held-3-c'])
})

test('no new draft of a signed-out fan is stored, but stored ones may change', () => {
  expect(storeOwn(held('a', 1), storage)).toBe(false)
  storeDraft(held('a', 1))
  rememberFan('b', storage)
  expect(storeOwn(held('a', 1, 2), storage)).toBe(true)
  expect(storeOwn(held('a', 2), storage)).toBe(false)
  expect(allDrafts(storage)).toEqual([held('a', 1, 2)])
})

test('a ballot is not promised to be held if the browser refuses to store it', () => {
  const full = safeStorage(() => Object.assign(memoryStorage(), { setItem: refuse }))
  expect(storeDraft(held('a', 1), full)).toBe(false)
  expect(storeDraft(held('a', 1), safeStorage(refuse))).toBe(false)
  expect(storeDraft(held('a', 1), storage)).toBe(true)
})

test('the post is due for a ballot and for a sentence, and news are taken once', () => {
  expect(isPostDue(storage)).toBe(false)
  addHeldNews({ text: 'parti', failed: false }, storage)
  addHeldNews({ text: 'trop tard', failed: true }, storage)
  expect(isPostDue(storage)).toBe(true)
  expect([takeHeldNews(storage)?.text, isPostDue(storage)]).toEqual(['parti', true])
  expect([takeHeldNews(storage)?.text, takeHeldNews(storage)]).toEqual(['trop tard', null])
  expect(isPostDue(storage)).toBe(false)
  storeDraft(held('a', 1), storage)
  expect(isPostDue(storage)).toBe(true)
})

test('signing out leaves nothing, of any account', () => {
  for (const fan of ['a', 'b']) storeDraft(held(fan, 1), storage)
  addHeldNews({ text: 'parti', failed: false }, storage)
  rememberFan('a', storage)
  expect(rememberedFan(storage)).toBe('a')
  browser.setItem('tribune-theme', 'dark')
  forgetDrafts(storage)
  expect(storage.keys()).toEqual(['tribune-theme'])
})
