import { describe, expect, it } from 'vitest'
import { applyObservation, type MatchState, type Observation } from './match-clock.ts'
import { type Correction, correctCourse } from './match-correction.ts'
import type { MatchStatus } from './match-status.ts'

const KICKOFF = new Date('2026-03-14T20:00:00Z')
const after = (minutes: number) => new Date(KICKOFF.getTime() + minutes * 60_000)

function stored(status: MatchStatus, more: Partial<MatchState> = {}): MatchState {
  return {
    status,
    raw_status: 'FT',
    minute: 90,
    extra: null,
    match_date: KICKOFF,
    started_at: KICKOFF,
    finished_at: status === 'finished' ? after(20) : null,
    home_score: 1,
    away_score: 0,
    status_reason: null,
    postponed_until: null,
    disputed_at: null,
    reopened_at: null,
    corrected_at: null,
    published_at: null,
    ...more,
  }
}

describe('a correction by the operator', () => {
  it.each<[MatchStatus, Correction, boolean]>([
    ['finished', 'live', true],
    ['cancelled', 'live', true],
    ['suspended', 'live', true],
    ['live', 'finished', true],
    ['suspended', 'finished', true],
    ['live', 'cancelled', true],
    ['upcoming', 'cancelled', true],
    ['live', 'live', false],
    ['upcoming', 'live', false],
    ['upcoming', 'finished', false],
    ['finished', 'finished', false],
    ['finished', 'cancelled', false],
  ])('of a match that is %s to %s is possible: %s', (status, to, possible) => {
    const corrected = correctCourse(stored(status), { to, minute: null }, after(25))
    if (possible) expect(corrected).toMatchObject({ status: to, corrected_at: after(25) })
    else expect(corrected).toBe('course_impossible')
  })

  it.each<[MatchStatus, shown: number | null, to: number | null, at: number, possible: boolean]>([
    ['upcoming', null, 65, 80, true],
    ['upcoming', null, 1, 0, true],
    ['upcoming', null, null, 80, false],
    // Not played yet: at kick-off, at minute 40, and the day before.
    ['upcoming', null, 65, 0, false],
    ['upcoming', null, 65, 40, false],
    ['upcoming', null, 65, -1_440, false],
    ['live', 58, 65, 80, true],
    ['live', null, 65, 80, true],
    ['live', 58, null, 80, false],
    ['live', 58, 65, 40, false],
    // A displayed minute never falls.
    ['live', 65, 65, 80, false],
    ['live', 65, 58, 80, false],
  ])(
    'of a match that is %s at minute %s to live at minute %s, %s minutes after kick-off, is possible: %s',
    (...row) => {
      const [status, shown, minute, at, possible] = row
      const started_at = status === 'live' ? KICKOFF : null
      const match = stored(status, { minute: shown, raw_status: status === 'live' ? 'HT' : 'NS', started_at })
      const corrected = correctCourse(match, { to: 'live', minute }, after(at))
      const goesOn = { status: 'live', raw_status: 'LIVE', minute, started_at: KICKOFF, reopened_at: null }
      if (possible) expect(corrected).toMatchObject(goesOn)
      else expect(corrected).toBe('course_impossible')
    },
  )

  it('is refused once the result is published', () => {
    const published = stored('finished', { published_at: after(90) })
    expect(correctCourse(published, { to: 'live', minute: null }, after(95))).toBe('match_published')
  })

  it('takes a false whistle back, with the given minute or none', () => {
    for (const minute of [25, null]) {
      const corrected = correctCourse(stored('finished'), { to: 'live', minute }, after(25))
      expect(corrected).toMatchObject({ minute, finished_at: null, reopened_at: after(25), raw_status: 'LIVE' })
    }
  })

  it('ends a match at the moment it is made', () => {
    expect(correctCourse(stored('live'), { to: 'finished', minute: null }, after(120))).toMatchObject({
      finished_at: after(120),
      reopened_at: null,
    })
  })
})

describe('a feed that contradicts the operator', () => {
  const corrected = correctCourse(stored('finished'), { to: 'live', minute: 25 }, after(25)) as MatchState
  const seen = (status: MatchStatus, raw_status: string, at: number, minute: number | null): Observation => ({
    status,
    raw_status,
    minute,
    extra: null,
    kickoff_at: KICKOFF,
    home_score: 1,
    away_score: 0,
    status_reason: null,
    observed_at: after(at),
  })

  it('is not believed for three hours', () => {
    for (const at of [26, 30, 120, 204]) {
      const step = applyObservation(corrected, seen('finished', 'FT', at, 20), after(25))
      expect([step.match, step.anomaly]).toEqual([corrected, 'contradicts_operator'])
    }
    expect(applyObservation(corrected, seen('finished', 'FT', 206, 20), after(25)).match.status).toBe('finished')
  })

  it('is believed at once about the end of a match of which only the minute was corrected', () => {
    const late = correctCourse(stored('live', { minute: 58 }), { to: 'live', minute: 65 }, after(80)) as MatchState
    expect(applyObservation(late, seen('finished', 'FT', 112, 90), after(80)).match.status).toBe('finished')
  })

  it('is believed again once it has agreed', () => {
    const agreed = applyObservation(corrected, seen('live', '1H', 30, 30), after(25)).match
    expect(agreed).toMatchObject({ status: 'live', minute: 30, corrected_at: null })
  })
})
