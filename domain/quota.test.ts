import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALLS_PER_SYNC, SYNC_SHARE, syncSpacing } from './quota.ts'
import { PROVIDER_REFRESH_MS } from './refresh.ts'

describe('the spacing of synchronisations', () => {
  test.each([
    ['nothing told yet', null, '2026-11-20T00:00:00Z', PROVIDER_REFRESH_MS],
    ['a large plan at midnight', 150_000, '2026-11-20T00:00:00Z', PROVIDER_REFRESH_MS],
    ['the usual plan at midnight', 7_500, '2026-11-20T00:00:00Z', 51_216],
    ['the usual plan, untouched in the evening', 7_500, '2026-11-20T20:00:00Z', PROVIDER_REFRESH_MS],
    ['a few calls left at noon', 40, '2026-11-20T12:00:00Z', 4_800_000],
    ['no call left an hour before renewal', 0, '2026-11-20T23:00:00Z', 3_600_000],
  ])('%s', (_name, remaining, now, spacing) => {
    expect(syncSpacing(remaining, new Date(now))).toBe(spacing)
  })

  test('law: the quota lasts until it is renewed, and the provider’s refresh is respected', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 150_000 }), fc.integer({ min: 0, max: 86_399_999 }), (remaining, time) => {
        const now = new Date(Date.UTC(2026, 10, 20) + time)
        const spacing = syncSpacing(remaining, now)
        const calls = Math.floor((86_400_000 - time) / spacing) * CALLS_PER_SYNC
        return spacing >= PROVIDER_REFRESH_MS && calls <= Math.max(remaining * SYNC_SHARE, CALLS_PER_SYNC)
      }),
    )
  })
})
