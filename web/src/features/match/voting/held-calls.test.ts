import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Held, readHeld, storeHeld } from '../../../data/ballots/held-ballots.ts'
import { memoryStorage } from '../../../testing/memory-storage.ts'
import { Toasts } from '../../../ui/toasts.tsx'
import { postHeld } from './held-calls.ts'

const FAN = '01890000-0000-7000-8000-000000000001'
const held = (...players: number[]): Held => ({
  fanId: FAN,
  matchId: 7,
  at: Date.now(),
  picks: players.map((player_id, index) => ({ position: (index + 1) as 1 | 2 | 3, player_id })),
  base: null,
  tried: [],
  home: 'FC Rive',
  away: 'Stade Aval',
})
const refusal = (status: number, code: string) => Response.json({ error: { code, message: code, id: '1' } }, { status })
const sent: unknown[] = []
/** The attempts that they named. */
const named: unknown[] = []
let answerTo: (picks: readonly { player_id: number }[]) => Response | Promise<Response>

beforeEach(() => {
  sent.length = 0
  named.length = 0
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.startsWith('/api/me')) return Response.json({ fan: { id: FAN }, identity_providers: [], captcha: null })
    if (init.method !== 'PUT') return Response.json({})
    const { top3, attempt } = JSON.parse(String(init.body))
    named.push(attempt)
    sent.push(top3.map(({ player_id }: { player_id: number }) => player_id))
    return answerTo(top3)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a ballot that its fan has corrected while the former one was refused is sent, not dropped', async () => {
  storeHeld(held(1, 2, 3))
  answerTo = ([first]) => {
    if (first?.player_id !== 1)
      return Response.json({ match_id: 7, complete: true, xp_awarded: 5, updated_at: new Date().toISOString() })
    // Player 1 has left the lineup, and the fan replaces them before the answer is there.
    storeHeld(held(4, 2, 3))
    return refusal(422, 'ballot_unknown_player')
  }
  await postHeld(new QueryClient())
  expect(sent).toEqual([
    [1, 2, 3],
    [4, 2, 3],
  ])
  expect(readHeld(FAN, 7)).toBeNull()
})

test('a ballot names the attempt at its match, and is dropped once another one is played', async () => {
  storeHeld({ ...held(1, 2, 3), attempt: 1 })
  answerTo = () => refusal(409, 'vote_closed')
  await postHeld(new QueryClient())
  expect(named).toEqual([1])
  expect(readHeld(FAN, 7)).toBeNull()
})

test('a ballot that its fan has made on the next attempt is sent, though the former one was too late', async () => {
  storeHeld({ ...held(1, 2, 3), attempt: 1 })
  answerTo = () => {
    if (named.at(-1) === 2)
      return Response.json({ match_id: 7, complete: true, xp_awarded: 0, updated_at: new Date().toISOString() })
    storeHeld({ ...held(1, 2, 3), attempt: 2 })
    return refusal(409, 'vote_closed')
  }
  await postHeld(new QueryClient())
  expect(named).toEqual([1, 2])
  expect(readHeld(FAN, 7)).toBeNull()
})

test('each of several outcomes stays on the screen for its time, however close together they are', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const homes = ['FC Rive', 'US Plateau', 'AC Vallon', 'RC Môle']
  for (const [index, home] of homes.entries()) storeHeld({ ...held(1, 2, 3), matchId: 10 + index, home })
  answerTo = () => refusal(409, 'vote_closed')
  await postHeld(new QueryClient())
  const shownFor = new Map<string, number>()
  for (let ms = 0; ms < 30_000; ms += 500) {
    const screen = renderToStaticMarkup(createElement(Toasts))
    for (const home of homes) if (screen.includes(home)) shownFor.set(home, (shownFor.get(home) ?? 0) + 500)
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(homes.map((home) => shownFor.get(home))).toEqual(homes.map(() => 5_000))
})
