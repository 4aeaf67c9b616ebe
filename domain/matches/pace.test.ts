import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  CALLS_PER_GLANCE,
  CALLS_PER_SYNC,
  maySyncByHand,
  type Pace,
  type PacedMatch,
  PROVIDER_REFRESH_MS,
  paceOf,
  remainingToday,
  SYNC_SHARE,
  syncSpacing,
} from './pace.ts'

const NOW = new Date('2026-03-14T21:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

function match(raw_status: string, minute: number | null, newsMinutes = 0.25, kickoffMinutes = 60): PacedMatch {
  const status = raw_status === 'NS' ? 'upcoming' : raw_status === 'FT' ? 'finished' : 'live'
  return { status, raw_status, minute, match_date: ago(kickoffMinutes), observed_at: ago(newsMinutes) }
}

describe('the pace of', () => {
  it.each<[string, PacedMatch, Pace]>([
    ['a first half', match('1H', 20), 'minute'],
    ['half-time', match('HT', 45), 'minute'],
    ['the last minutes before the vote opens', match('2H', 55), 'glance'],
    ['a match that has reached them since it was observed', match('2H', 53, 2), 'glance'],
    ['a match that has not reached them yet', match('2H', 53, 1), 'minute'],
    ['an opening that is overdue', match('2H', 59, 4), 'glance'],
    ['an open vote', match('2H', 60), 'minute'],
    ['the last minutes', match('2H', 88), 'glance'],
    ['stoppage', match('2H', 90, 1), 'glance'],
    ['extra time', match('ET', 95), 'minute'],
    ['the end of extra time', match('ET', 118), 'glance'],
    ['the break before it', match('BT', 90), 'minute'],
    ['a shoot-out', match('P', 120), 'glance'],
    ['an interruption at minute 58', match('INT', 58), 'minute'],
    ['a match without a clock', match('LIVE', null), 'minute'],
    ['a match without news for eleven minutes', match('2H', 90, 11), 'quiet'],
    ['a kick-off now', match('NS', null, 60, 0), 'minute'],
    ['a kick-off half an hour ago', match('NS', null, 60, 30), 'minute'],
    ['a league without live scores', match('NS', null, 60, 31), 'quiet'],
    ['a match before its kick-off', match('NS', null, 60, -1), 'quiet'],
    ['a finished match', match('FT', 90), 'quiet'],
  ])('%s', (_name, one, pace) => {
    expect(paceOf([one], NOW)).toBe(pace)
  })

  it('many matches is that of the most urgent', () => {
    expect(paceOf([match('FT', 90), match('1H', 20), match('2H', 59)], NOW)).toBe('glance')
    expect(paceOf([match('FT', 90), match('1H', 20)], NOW)).toBe('minute')
    expect(paceOf([], NOW)).toBe('quiet')
  })
})

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
