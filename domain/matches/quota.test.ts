import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PROVIDER_REFRESH_MS } from './pace.ts'
import { CALLS_PER_GLANCE, CALLS_PER_SYNC, maySyncByHand, remainingToday, SYNC_SHARE, syncSpacing } from './quota.ts'

describe('the spacing of synchronisations', () => {
  test.each([
    ['nothing reported yet', null, '2026-11-20T00:00:00Z', PROVIDER_REFRESH_MS],
    ['a large plan at midnight', 150_000, '2026-11-20T00:00:00Z', PROVIDER_REFRESH_MS],
    ['the usual plan at midnight', 7_500, '2026-11-20T00:00:00Z', 51_216],
    ['the usual plan, untouched in the evening', 7_500, '2026-11-20T20:00:00Z', PROVIDER_REFRESH_MS],
    ['a few calls left at noon', 40, '2026-11-20T12:00:00Z', 4_800_000],
    ['no call left an hour before renewal', 0, '2026-11-20T23:00:00Z', Number.POSITIVE_INFINITY],
  ])('%s', (_name, remaining, now, spacing) => {
    expect(syncSpacing(remaining, new Date(now))).toBe(spacing)
  })

  test('makes the quota last until its renewal, and respects the provider’s refresh', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 150_000 }), fc.integer({ min: 0, max: 86_399_999 }), (remaining, time) => {
        const now = new Date(Date.UTC(2026, 10, 20) + time)
        const spacing = syncSpacing(remaining, now)
        const calls = Math.floor((86_400_000 - time) / spacing) * CALLS_PER_SYNC
        return spacing >= PROVIDER_REFRESH_MS && calls <= Math.max(remaining * SYNC_SHARE, CALLS_PER_SYNC)
      }),
    )
  })

  test.each([
    ['an evening on the usual plan', 2_500, '2026-11-21T20:00:00Z', PROVIDER_REFRESH_MS],
    ['an evening with little left', 600, '2026-11-21T20:00:00Z', 53_334],
  ])('is shorter for a glance: %s', (_name, remaining, now, spacing) => {
    expect(syncSpacing(remaining, new Date(now), CALLS_PER_GLANCE)).toBe(spacing)
  })
})

describe('the calls left today', () => {
  const reported = { dayRemaining: 0, readAt: new Date('2026-11-20T23:59:59Z') }
  test.each([
    ['are those reported today', '2026-11-20T23:59:59.999Z', 0],
    ['are unknown after the renewal, and no caller waits for them', '2026-11-21T00:00:00Z', null],
  ])('%s', (_name, now, remaining) => {
    expect(remainingToday(reported, new Date(now))).toBe(remaining)
  })

  test('are unknown before the first report', () => {
    expect(remainingToday(null, new Date())).toBeNull()
  })
})

test.each([
  [null, true],
  [7, true],
  [6, false],
  [0, false],
])('with %s calls left the operator may synchronise: %s', (remaining, may) => {
  expect(maySyncByHand(remaining)).toBe(may)
})
