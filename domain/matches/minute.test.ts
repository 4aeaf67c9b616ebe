import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateMinute, laterMinute } from './minute.ts'

const KICKOFF = new Date('2026-03-14T20:00:00Z')
const after = (minutes: number) => new Date(KICKOFF.getTime() + minutes * 60_000)

describe('the estimated minute', () => {
  it.each([
    ['LIVE', -5, 1],
    ['LIVE', 0, 1],
    ['LIVE', 0.5, 1],
    ['LIVE', 44, 44],
    ['LIVE', 50, 45],
    ['LIVE', 60, 45],
    ['LIVE', 61, 46],
    ['LIVE', 74, 59],
    ['LIVE', 75, 60],
    ['LIVE', 140, 90],
    ['1H', 50, 45],
    ['1H', 70, 45],
    ['HT', 52, 45],
    ['2H', 58, 46],
    ['2H', 82, 67],
    ['ET', 30, 90],
    ['BT', 130, 90],
    ['P', 150, 120],
    ['FT', 110, 90],
    ['AET', 110, 120],
    ['PEN', 110, 120],
  ])('in %s, %d min after kick-off, is %d', (code, minutes, minute) => {
    expect(estimateMinute(code, KICKOFF, after(minutes))).toBe(minute)
  })

  it.each(['INT', 'SUSP', 'NS', 'CANC', 'ABD', 'constructor', ''])('in %j is unknown', (code) => {
    expect(estimateMinute(code, KICKOFF, after(60))).toBeNull()
  })
})

describe('the later of two minutes', () => {
  const none = { minute: null, extra: null }

  it.each([
    ['the only one known', none, { minute: 3, extra: null }, { minute: 3, extra: null }],
    ['the shown one when the feed has none', { minute: 33, extra: null }, none, { minute: 33, extra: null }],
    ['the higher minute', { minute: 33, extra: null }, { minute: 34, extra: null }, { minute: 34, extra: null }],
    ['never the lower', { minute: 62, extra: null }, { minute: 60, extra: null }, { minute: 62, extra: null }],
    ['the higher stoppage', { minute: 90, extra: 2 }, { minute: 90, extra: 4 }, { minute: 90, extra: 4 }],
    ['never the lower stoppage', { minute: 90, extra: 4 }, { minute: 90, extra: null }, { minute: 90, extra: 4 }],
    [
      'the second half after stoppage',
      { minute: 45, extra: 3 },
      { minute: 46, extra: null },
      { minute: 46, extra: null },
    ],
  ])('is %s', (_name, shown, seen, later) => {
    expect(laterMinute(shown, seen)).toEqual(later)
  })

  it('is one of the two, and not before either', () => {
    const played = fc.record({
      minute: fc.option(fc.integer({ min: 1, max: 120 })),
      extra: fc.option(fc.integer({ min: 1, max: 15 })),
    })
    const rank = (one: { minute: number | null; extra: number | null }) => (one.minute ?? 0) * 100 + (one.extra ?? 0)
    fc.assert(
      fc.property(played, played, (shown, seen) => {
        const later = laterMinute(shown, seen)
        expect([shown, seen]).toContain(later)
        expect(rank(later)).toBe(Math.max(rank(shown), rank(seen)))
      }),
    )
  })
})
