import { describe, expect, it } from 'vitest'
import { type Pace, type PacedMatch, paceOf } from './pace.ts'

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
