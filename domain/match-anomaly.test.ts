import { describe, expect, it } from 'vitest'
import { anomalyOf, type MatchAnomaly, type Verdict, verdictOf } from './match-anomaly.ts'
import type { MatchStatus } from './match-status.ts'

const KICKOFF = new Date('2026-03-14T20:00:00Z')
const NEXT_WEEK = new Date('2026-03-21T20:00:00Z')
const after = (minutes: number) => new Date(KICKOFF.getTime() + minutes * 60_000)

const heldAt = (status: MatchStatus, minute: number | null, more: object = {}) => ({
  status,
  minute,
  match_date: KICKOFF,
  disputed_at: null,
  corrected_at: null,
  published_at: null,
  ...more,
})

describe('seeing a match otherwise than it was held', () => {
  it.each<[string, MatchStatus | null, MatchStatus | null, string, MatchAnomaly | null]>([
    ['a first sight', null, 'live', '2H', null],
    ['a first sight of an unknown code', null, null, 'XYZ', 'unknown_status'],
    ['an unknown code', 'live', null, 'XYZ', 'unknown_status'],
    ['a kick-off', 'upcoming', 'live', '1H', null],
    ['a final whistle', 'live', 'finished', 'FT', null],
    ['the same final whistle again', 'finished', 'finished', 'FT', null],
    ['play after the final whistle', 'finished', 'live', '2H', 'reopened'],
    ['a finished match announced', 'finished', 'upcoming', 'NS', 'unfinished'],
    ['a finished match cancelled', 'finished', 'cancelled', 'CANC', 'unfinished'],
    ['a finished match suspended', 'finished', 'suspended', 'SUSP', 'unfinished'],
    ['a result changed on the green table', 'finished', 'cancelled', 'AWD', 'awarded_after_finish'],
    ['a walk-over after the end', 'finished', 'cancelled', 'WO', 'awarded_after_finish'],
    ['a live match awarded', 'live', 'cancelled', 'AWD', 'awarded_in_play'],
    ['a match awarded before it began', 'upcoming', 'cancelled', 'AWD', null],
    ['a live match abandoned', 'live', 'cancelled', 'ABD', null],
    ['a live match suspended', 'live', 'suspended', 'SUSP', null],
    ['a live match announced for the same hour', 'live', 'upcoming', 'NS', 'unstarted'],
    ['a postponed match announced again', 'postponed', 'upcoming', 'NS', null],
    ['a cancelled match announced again', 'cancelled', 'upcoming', 'NS', 'uncancelled'],
    ['a cancelled match still cancelled', 'cancelled', 'cancelled', 'CANC', null],
  ])('%s', (_name, status, seenStatus, raw_status, anomaly) => {
    const held = status === null ? null : heldAt(status, 90)
    const seen = { status: seenStatus, raw_status, kickoff_at: KICKOFF, observed_at: after(110) }
    expect(anomalyOf(held, seen, after(109))).toBe(anomaly)
  })

  it('believes a live match announced for another day: it will be replayed', () => {
    const seen = { status: 'upcoming', raw_status: 'NS', kickoff_at: NEXT_WEEK, observed_at: after(110) } as const
    expect(anomalyOf(heldAt('live', 90), seen, after(109))).toBeNull()
  })

  it.each<[string, MatchStatus, number | null, number, number | null, boolean]>([
    ['twenty minutes into play', 'live', 20, 21, 20, true],
    ['at half-time', 'live', 45, 60, 59, true],
    ['a minute before the eightieth', 'live', 78, 95, 94, true],
    ['at the eightieth', 'live', 79, 95, 94, false],
    ['last seen long ago', 'live', 20, 120, 21, false],
    ['of a match that was stopped the day before', 'suspended', 60, 1_500, 75, false],
    ['of a match without a clock, early by ours', 'live', null, 94, 93, true],
    ['of a match without a clock, late by ours', 'live', null, 95, 94, false],
    ['of a match not yet seen in play', 'upcoming', null, 5, 4, true],
    ['of a match never seen in play', 'upcoming', null, 115, 4, false],
  ])('an end told %s', (_name, status, minute, at, newsAt, early) => {
    const seen = { status: 'finished', raw_status: 'FT', kickoff_at: KICKOFF, observed_at: after(at) } as const
    const news = newsAt === null ? null : after(newsAt)
    expect(anomalyOf(heldAt(status, minute), seen, news)).toBe(early ? 'early_whistle' : null)
  })
})

describe('what becomes of it', () => {
  it.each<[MatchAnomaly | null, number | null, Verdict]>([
    [null, null, 'believed'],
    ['uncancelled', null, 'believed'],
    ['early_whistle', null, 'disputed'],
    ['early_whistle', 1.9, 'disputed'],
    ['early_whistle', 2, 'believed'],
    ['awarded_in_play', null, 'disputed'],
    ['awarded_in_play', 2, 'believed'],
    ['reopened', null, 'disputed'],
    ['reopened', 2, 'believed'],
    ['unknown_status', 60, 'rejected'],
    ['unstarted', 60, 'rejected'],
    ['unfinished', 60, 'rejected'],
    ['awarded_after_finish', 60, 'rejected'],
    ['contradicts_operator', 60, 'rejected'],
  ])('%s, first told %s minutes ago: %s', (anomaly, minutes, verdict) => {
    const held = heldAt('live', 20, { disputed_at: minutes === null ? null : after(30 - minutes) })
    expect(verdictOf(held, anomaly, after(30))).toBe(verdict)
  })

  it('is nothing once the result is published', () => {
    const held = heldAt('finished', 90, { disputed_at: after(100), published_at: after(170) })
    expect(verdictOf(held, 'reopened', after(180))).toBe('rejected')
  })
})
