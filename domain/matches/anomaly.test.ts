import { describe, expect, it } from 'vitest'
import {
  anomalyOf,
  isPlausibleKickoff,
  isPlausibleMinute,
  type MatchAnomaly,
  type Verdict,
  verdictOf,
} from './anomaly.ts'
import type { MatchStatus } from './status.ts'

const KICKOFF = new Date('2026-03-14T20:00:00Z')
const NEXT_WEEK = new Date('2026-03-21T20:00:00Z')
const after = (minutes: number) => new Date(KICKOFF.getTime() + minutes * 60_000)

const storedAt = (status: MatchStatus, minute: number | null, more: object = {}) => ({
  status,
  raw_status: '2H',
  minute,
  match_date: KICKOFF,
  started_at: ['live', 'suspended', 'finished'].includes(status) ? KICKOFF : null,
  played_minute: null,
  played_from: null,
  feed_minute: minute,
  disputed_at: null,
  disputed_as: null,
  corrected_at: null,
  published_at: null,
  ...more,
})

describe('the anomaly of an observation', () => {
  it.each<[string, MatchStatus | null, MatchStatus | null, string, MatchAnomaly | null]>([
    ['a first observation', null, 'live', '2H', null],
    ['a first observation with an unknown code', null, null, 'XYZ', 'unknown_status'],
    ['an unknown code', 'live', null, 'XYZ', 'unknown_status'],
    ['a kick-off', 'upcoming', 'live', '1H', null],
    ['a final whistle', 'live', 'finished', 'FT', null],
    ['the same final whistle again', 'finished', 'finished', 'FT', null],
    ['play after the final whistle', 'finished', 'live', '2H', 'reopened'],
    ['a finished match announced again', 'finished', 'upcoming', 'NS', 'unfinished'],
    ['a finished match cancelled', 'finished', 'cancelled', 'CANC', 'unfinished'],
    ['a finished match suspended', 'finished', 'suspended', 'SUSP', 'unfinished'],
    ['a result changed by a ruling', 'finished', 'cancelled', 'AWD', 'awarded_after_finish'],
    ['a walkover after the end', 'finished', 'cancelled', 'WO', 'awarded_after_finish'],
    ['a live match awarded', 'live', 'cancelled', 'AWD', 'awarded_in_play'],
    ['a suspended match awarded', 'suspended', 'cancelled', 'AWD', 'awarded_in_play'],
    ['a match awarded before it began', 'upcoming', 'cancelled', 'AWD', null],
    ['a live match abandoned', 'live', 'cancelled', 'ABD', null],
    ['a live match suspended', 'live', 'suspended', 'SUSP', null],
    ['a live match announced for the same kick-off', 'live', 'upcoming', 'NS', 'unstarted'],
    ['a postponed match announced again', 'postponed', 'upcoming', 'NS', null],
    ['a cancelled match announced again', 'cancelled', 'upcoming', 'NS', 'uncancelled'],
    ['a cancelled match still cancelled', 'cancelled', 'cancelled', 'CANC', null],
  ])('%s (%s to %s, %s): %s', (_name, status, seenStatus, raw_status, anomaly) => {
    const stored = status === null ? null : storedAt(status, 90)
    const seen = { status: seenStatus, raw_status, minute: null, kickoff_at: KICKOFF, observed_at: after(110) }
    expect(anomalyOf(stored, seen, after(109))).toBe(anomaly)
  })

  it('is null when a live match is announced for another day, because it will be replayed', () => {
    const seen = {
      status: 'upcoming',
      raw_status: 'NS',
      minute: null,
      kickoff_at: NEXT_WEEK,
      observed_at: after(110),
    } as const
    expect(anomalyOf(storedAt('live', 90), seen, after(109))).toBeNull()
  })

  it.each<[string, MatchStatus, number | null, number, number | null, boolean]>([
    ['twenty minutes into play', 'live', 20, 21, 20, true],
    ['at half-time', 'live', 45, 60, 59, true],
    ['in the 79th minute', 'live', 78, 95, 94, true],
    ['in the 80th minute', 'live', 79, 95, 94, false],
    ['long after the last observation', 'live', 20, 120, 21, false],
    ['for a match suspended the day before', 'suspended', 60, 1_500, 75, false],
    ['without a minute, early by our clock', 'live', null, 94, 93, true],
    ['without a minute, late by our clock', 'live', null, 95, 94, false],
    ['five minutes after the kick-off of a match not seen in play', 'upcoming', null, 5, 4, true],
    ['115 minutes after the kick-off of a match not seen in play', 'upcoming', null, 115, 4, false],
  ])('distinguishes an early whistle from a normal one: reported %s', (_name, status, minute, at, newsAt, early) => {
    const seen = {
      status: 'finished',
      raw_status: 'FT',
      minute: null,
      kickoff_at: KICKOFF,
      observed_at: after(at),
    } as const
    const news = newsAt === null ? null : after(newsAt)
    expect(anomalyOf(storedAt(status, minute), seen, news)).toBe(early ? 'early_whistle' : null)
  })
})

describe('the verdict on an anomaly', () => {
  it.each<[MatchAnomaly | null, number | null, Verdict]>([
    [null, null, 'believed'],
    ['uncancelled', null, 'believed'],
    ['early_whistle', null, 'disputed'],
    ['early_whistle', 1.9, 'disputed'],
    ['early_whistle', 2, 'believed'],
    ['awarded_in_play', null, 'disputed'],
    ['awarded_in_play', 2, 'believed'],
    ['replayed', null, 'disputed'],
    ['replayed', 1.9, 'disputed'],
    ['replayed', 2, 'believed'],
    ['reopened', null, 'disputed'],
    ['reopened', 2, 'believed'],
    ['unknown_status', 60, 'rejected'],
    ['unstarted', 60, 'rejected'],
    ['unfinished', 60, 'rejected'],
    ['awarded_after_finish', 60, 'rejected'],
    ['contradicts_operator', 60, 'rejected'],
  ])('%s, first reported %s minutes ago: %s', (anomaly, minutes, verdict) => {
    const first = minutes === null ? {} : { disputed_at: after(30 - minutes), disputed_as: anomaly }
    const stored = storedAt('live', 20, first)
    expect(verdictOf(stored, anomaly, after(30))).toBe(verdict)
  })

  it('disputes an anomaly that differs from the disputed one, even ten minutes later', () => {
    const stored = storedAt('live', 20, { disputed_at: after(20), disputed_as: 'early_whistle' })
    for (const anomaly of ['replayed', 'awarded_in_play'] as const) {
      expect(verdictOf(stored, anomaly, after(30))).toBe('disputed')
    }
  })

  it('rejects a reopening once the result is published', () => {
    const stored = storedAt('finished', 90, {
      disputed_at: after(100),
      disputed_as: 'reopened',
      published_at: after(170),
    })
    expect(verdictOf(stored, 'reopened', after(180))).toBe('rejected')
  })
})

const NOW = new Date('2026-03-14T20:00:00Z')

describe('a kick-off', () => {
  it.each([
    ['2026-03-14T20:00:00Z', true],
    ['2028-03-10T20:00:00Z', true],
    ['2024-03-20T20:00:00Z', true],
    ['2028-04-14T20:00:00Z', false],
    ['2024-02-14T20:00:00Z', false],
    ['+012026-03-14T20:00:00Z', false],
    ['-000001-03-14T20:00:00Z', false],
    ['1970-01-01T00:00:00Z', false],
  ])('at %s: %s', (kickoff, plausible) => {
    expect(isPlausibleKickoff(new Date(kickoff), NOW)).toBe(plausible)
  })
})

describe('a minute', () => {
  it.each([
    [20, 20, true],
    [25, 20, true],
    [26, 20, false],
    [88, 20, false],
    [88, 105, true],
    [3, -2, true],
  ])('%i, %i min after kick-off: %s', (minute, since, plausible) => {
    const kickoff = new Date(NOW.getTime() - since * 60_000)
    expect(isPlausibleMinute(minute, kickoff, NOW)).toBe(plausible)
  })
})
