import { describe, expect, it } from 'vitest'
import { anomalyOf, isRejected, type MatchAnomaly } from './match-anomaly.ts'
import type { MatchStatus } from './match-status.ts'

const KICKOFF = new Date('2026-03-14T20:00:00Z')
const NEXT_WEEK = new Date('2026-03-21T20:00:00Z')

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
    const held = status === null ? null : { status, match_date: KICKOFF }
    expect(anomalyOf(held, { status: seenStatus, raw_status, kickoff_at: KICKOFF })).toBe(anomaly)
  })

  it('believes a live match announced for another day: it will be replayed', () => {
    const held = { status: 'live', match_date: KICKOFF } as const
    expect(anomalyOf(held, { status: 'upcoming', raw_status: 'NS', kickoff_at: NEXT_WEEK })).toBeNull()
  })

  it('leaves the match as it was held, but for a return from cancellation', () => {
    expect(isRejected(null)).toBe(false)
    expect(isRejected('uncancelled')).toBe(false)
    expect(isRejected('reopened')).toBe(true)
    expect(isRejected('unknown_status')).toBe(true)
  })
})
