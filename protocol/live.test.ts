import { describe, expect, test } from 'vitest'
import { LIVE_BEAT_MS, LIVE_SILENCE_MS, laterRow, readingPace, reconnectDelay } from './live.ts'

describe('the pace of reading', () => {
  const fast = { type: '4g', savesData: false }
  test.each([
    ['home', fast, false, 45_000],
    ['home', { type: '3g', savesData: false }, false, 45_000],
    ['home', { type: '2g', savesData: false }, false, 60_000],
    ['home', { type: 'slow-2g', savesData: false }, false, 60_000],
    ['home', { type: '4g', savesData: true }, false, 60_000],
    ['home', { type: null, savesData: false }, false, 45_000],
    ['match', fast, false, 35_000],
    ['match', { type: '2g', savesData: false }, false, 45_000],
    ['match', { type: null, savesData: false }, false, 35_000],
    ['match', { type: null, savesData: true }, false, 45_000],
    ['home', fast, true, 300_000],
    ['match', fast, true, 300_000],
  ] as const)('of %s over %o, streaming %s, is %i ms', (screen, connection, streaming, pace) => {
    expect(readingPace(screen, connection, streaming)).toBe(pace)
  })
})

describe('the wait before a lost stream is opened again', () => {
  test.each([
    [1, 0, 500],
    [1, 0.5, 2_500],
    [2, 0.5, 4_500],
    [3, 0.5, 8_500],
    [5, 0.5, 30_500],
    [50, 0.5, 30_500],
    [5_000, 0.999, 60_440],
  ])('at attempt %i with chance %f is %i ms', (attempt, chance, wait) => {
    expect(reconnectDelay(attempt, chance)).toBe(wait)
  })
})

describe('the later revision of a match', () => {
  const at = (updated_at: string) => ({ updated_at })
  const [early, late] = [at('2026-03-14T20:00:00.000Z'), at('2026-03-14T20:00:00.001Z')]
  test('is shown, whichever arrived last', () => {
    expect(laterRow(early, late)).toBe(late)
    expect(laterRow(late, early)).toBe(late)
    expect(laterRow(undefined, early)).toBe(early)
  })

  test('is the one that arrived last if both have the same instant: more than the match itself may have changed', () => {
    const again = { ...early }
    expect(laterRow(early, again)).toBe(again)
  })

  test('is found in any time zone of its instant', () => {
    const local = at('2026-03-14T21:00:00.000+01:00')
    expect(laterRow(late, local)).toBe(late)
    expect(laterRow(local, early)).toBe(early)
  })
})

test('a stream is not dropped after one late beat', () => {
  expect(LIVE_SILENCE_MS).toBeGreaterThan(2 * LIVE_BEAT_MS)
})
