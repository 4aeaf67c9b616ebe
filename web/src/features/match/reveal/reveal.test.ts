import type { MatchScreen } from '@tribune/contract/matches.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { beforeEach, expect, test } from 'vitest'
import { safeStorage } from '../../../lib/device/storage.ts'
import { memoryStorage, refuse } from '../../../testing/memory-storage.ts'
import { hitsWords, spokenReveal } from './reveal-moment.tsx'
import { canReveal, isRevealDue } from './reveal-rules.ts'
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

test('one of two tabs shows it, even if the other does not see yet what was stored', async () => {
  const other = safeStorage(memoryStorage)
  const [close, second] = await Promise.all([claimReveal(KEY, stays, storage), claimReveal(KEY, stays, other)])
  expect([close, second]).toEqual([expect.any(Function), null])
  close?.()
})

test('a screen that was left before the claim ended leaves the reveal for the next visit', async () => {
  expect(await claimReveal(KEY, () => true, storage)).toBeNull()
  expect(await show(KEY)).toBe(true)
})

test('without storage the result is revealed only to a fan who awaits it on the screen', async () => {
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

const NOW = new Date('2026-03-14T22:00:00Z')
const VOTED = {
  ranked: 11,
  closedAt: new Date('2026-03-14T21:59:55Z'),
  now: NOW,
  voted: true,
  memory: 'nothing',
} as const
const VISITOR = { ...VOTED, voted: false } as const

test.each([
  ['a fan who has voted', VOTED, true],
  ['a fan who has voted, and waited on the screen', { ...VOTED, memory: 'awaited' }, true],
  ['a visitor who waited on the screen', { ...VISITOR, memory: 'awaited' }, true],
  ['a visitor by a shared link', VISITOR, false],
  ['a fan who has seen it', { ...VOTED, memory: 'revealed' }, false],
  ['a visitor who has seen it', { ...VISITOR, memory: 'revealed' }, false],
  ['a fan who comes on the seventh day', { ...VOTED, closedAt: new Date('2026-03-07T22:00:00Z') }, true],
  ['a fan who comes later', { ...VOTED, closedAt: new Date('2026-03-07T21:59:59Z') }, false],
  ['a visitor who waited, and comes later', { ...VISITOR, memory: 'awaited', closedAt: new Date('2026-03-01') }, false],
  ['a result without a podium', { ...VOTED, memory: 'awaited', ranked: 0 }, false],
  ['a result without a whistle', { ...VOTED, memory: 'awaited', closedAt: null }, false],
] as const)('%s: %o', (_name, one, due) => {
  expect(isRevealDue(one)).toBe(due)
})

const CLEAR = { visible: true, online: true, stale: false, covered: false }

test.each([
  ['a fan who looks at the screen', CLEAR, true],
  ['a fan in another tab', { ...CLEAR, visible: false }, false],
  ['a fan without a network', { ...CLEAR, online: false }, false],
  ['a fan who sees a stored answer', { ...CLEAR, stale: true }, false],
  ['a fan with an open dialog', { ...CLEAR, covered: true }, false],
] as const)('%s: %o', (_name, stage, can) => {
  expect(canReveal(stage)).toBe(can)
})

const MINE: Podium = [
  { position: 1, player_id: 1 },
  { position: 2, player_id: 2 },
  { position: 3, player_id: 3 },
]
const ranked = (...ranks: readonly number[]) =>
  ranks.map((rank, index) => ({ rank, player_id: index + 1, player_name: `J${index + 1}` }))

test.each([
  ['without a ballot', [], ranked(1, 2, 3), null],
  ['with an incomplete ballot', MINE.slice(0, 2), ranked(1, 2, 3), null],
  ['no pick', MINE, ranked(4, 5, 6), 'Ton podium\u00a0: 0 sur 3'],
  ['two picks', MINE, ranked(2, 1, 4), 'Ton podium\u00a0: 2 sur 3'],
  ['all three in another order', MINE, ranked(2, 1, 3), 'Ton podium\u00a0: 3 sur 3'],
  ['all three in order', MINE, ranked(1, 2, 3), 'Ton podium\u00a0: 3 sur 3, dans l’ordre\u202f!'],
])('the hits of a fan: %s', (_name, podium, ranking, words) => {
  expect(hitsWords(podium, ranking)).toBe(words)
})

const screen = (ranks: readonly number[], source: 'votes' | 'ratings_fallback' = 'votes') =>
  ({ ranking: ranked(...ranks), result: { source } }) as unknown as MatchScreen

test.each([
  ['third, second, first', screen([1, 2, 3, 4]), null, false, '3e\u00a0: J3. 2e\u00a0: J2. 1er\u00a0: J1.'],
  ['a shared place', screen([1, 2, 2]), null, false, '2e\u00a0: J2 et J3. 1er\u00a0: J1.'],
  ['many who share the first', screen([1, 1, 1, 1]), null, false, '1er\u00a0: J1, J2 et 2\u00a0autres.'],
  [
    'a provisional result by ratings, with the fan’s hits',
    screen([1], 'ratings_fallback'),
    'Ton podium\u00a0: 1 sur 3',
    true,
    '1er\u00a0: J1. D’après les notes officielles. Résultat provisoire. Ton podium\u00a0: 1 sur 3.',
  ],
] as const)('a screen reader hears %s', (_name, one, hits, provisional, words) => {
  expect(spokenReveal(one, hits, provisional)).toBe(words)
})
