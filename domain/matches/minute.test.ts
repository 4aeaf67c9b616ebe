import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { voteWindow } from '../ballots/voting-window.ts'
import { applyObservation, type MatchState, type Observation } from './clock.ts'
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

type Reading = readonly [raw_status: string, minute: number | null, at: number]

function seen([raw_status, minute, at]: Reading): Observation {
  const status = raw_status === 'SUSP' ? 'suspended' : raw_status === 'FT' ? 'finished' : 'live'
  const score = { home_score: 0, away_score: 0, status_reason: null }
  return { status, raw_status, minute, extra: null, kickoff_at: KICKOFF, ...score, observed_at: after(at) }
}

/** The match after these readings, the kick-off announced an hour before. */
function matchAfter(readings: readonly Reading[]): MatchState {
  const announced = { ...seen(['NS', null, -60]), status: 'upcoming' } as const
  let [match, news] = [applyObservation(null, announced, null).match, announced.observed_at]
  for (const reading of readings) {
    const step = applyObservation(match, seen(reading), news)
    if (step.believed) news = after(reading[2])
    match = step.match
  }
  return match
}

/** The same reading, each minute from `from` to `to`. */
const still = (raw_status: string, minute: number | null, from: number, to: number): Reading[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [raw_status, minute, from + index])

/** A feed whose minute stands at 0, which the client reads as 1, from kick-off to wall minute `to`. */
const zero = (to: number): Reading[] =>
  [...still('1H', 1, 0, 46), ...still('HT', 1, 47, 60), ...still('2H', 1, 61, 120)].filter(([, , at]) => at <= to)

describe('a minute of the feed that stands still', () => {
  it.each<[string, readonly Reading[], minute: number, open: boolean]>([
    ['stays for less than 3 minutes', still('2H', 50, 65, 67), 50, false],
    ['is estimated after 3 minutes', still('2H', 50, 65, 68), 53, false],
    ['opens the vote when the estimate is 60', still('2H', 50, 65, 75), 60, true],
    ['is estimated in the first half, up to its end', still('1H', 20, 20, 60), 45, false],
    ['is never ahead of the clock of the kick-off', still('2H', 50, 63, 70), 55, false],
    ['is counted from where it stopped if play began late', still('1H', 20, 30, 40), 30, false],
    ['stays at 45 in stoppage time', still('1H', 45, 45, 55), 45, false],
    ['stays at 90 in stoppage time', still('2H', 90, 105, 115), 90, true],
    ['stays at 105', still('ET', 105, 130, 140), 105, true],
    ['is estimated in extra time', still('ET', 95, 120, 125), 100, true],
    ['ends at 120', still('ET', 118, 150, 170), 120, true],
    ['is that of the clock from the start: in the first half', zero(30), 30, false],
    ['is that of the clock from the start: before the opening', zero(74), 59, false],
    ['is that of the clock from the start: at the opening', zero(75), 60, true],
    ['is that of the clock from the start: at the end', zero(103), 88, true],
    ['is that of the clock if it is first seen in the second half', still('2H', 1, 75, 76), 61, true],
    ['is that of the clock if it is first seen at half-time', still('HT', 1, 50, 55), 45, false],
    [
      'is that of the clock from the start, also between distant readings',
      [zero(0)[0] as Reading, ['2H', 1, 75]],
      60,
      true,
    ],
  ])('%s', (_name, readings, minute, open) => {
    const match = matchAfter(readings)
    expect([match.minute, voteWindow(match).open, match.attempt]).toEqual([minute, open, 1])
  })

  it.each<[string, Reading]>([
    ['a lower minute', ['2H', 52, 81]],
    ['the same minute', ['2H', 50, 81]],
    ['a minute below the half', ['2H', 12, 81]],
    ['no minute', ['2H', null, 81]],
  ])('neither lowers the display nor shuts an open vote afterwards, with %s', (_name, next) => {
    const open = matchAfter([...still('2H', 50, 65, 80), next])
    expect(open.minute).toBeGreaterThanOrEqual(65)
    expect([voteWindow(open).open, open.disputed_as, open.attempt]).toEqual([true, null, 1])
  })

  it('is not a new first half when the feed continues from where it stood', () => {
    for (const minute of [20, 21, 29]) {
      const match = matchAfter([...still('1H', 20, 20, 60), ['1H', minute, 61], ['1H', minute + 2, 63]])
      expect([match.minute, match.disputed_as, match.attempt]).toEqual([45, null, 1])
    }
  })
})

describe('the minute of play that goes on after a stop', () => {
  const STOPPED: readonly Reading[] = [...still('2H', 50, 65, 65), ...still('INT', 50, 66, 95)]

  it.each<[string, readonly Reading[], number]>([
    ['is that of the feed', [['2H', 50, 96]], 50],
    ['stays for 3 minutes if the feed’s does not move', still('2H', 50, 96, 98), 50],
    ['runs from where it stopped, not from the kick-off', still('2H', 50, 96, 100), 54],
    ['runs from where it stopped without a minute of the feed', still('2H', null, 96, 100), 54],
  ])('%s', (_name, readings, minute) => {
    expect(matchAfter([...STOPPED, ...readings])).toMatchObject({ minute, attempt: 1 })
  })

  it('allows for half-time where the first half was stopped until another day, without minutes', () => {
    const first = [...still('1H', null, 0, 30), ['SUSP', null, 31], ...still('1H', null, 1_200, 1_215)] as const
    expect(matchAfter(first)).toMatchObject({ minute: 45 })
    const second = [...first, ...still('HT', null, 1_216, 1_230), ...still('2H', null, 1_231, 1_244)]
    expect(matchAfter(second)).toMatchObject({ minute: 59, attempt: 1 })
    expect(voteWindow(matchAfter(second)).open).toBe(false)
    expect(voteWindow(matchAfter([...second, ['2H', null, 1_245]])).open).toBe(true)
  })
})
