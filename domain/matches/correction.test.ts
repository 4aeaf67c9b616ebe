import { describe, expect, it } from 'vitest'
import { voteWindow } from '../ballots/voting-window.ts'
import { applyObservation, type MatchState, type Observation } from './clock.ts'
import { type Correction, type CorrectionRefusal, correctCourse } from './correction.ts'
import type { MatchStatus } from './status.ts'

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
    disputed_as: null,
    reopened_at: null,
    corrected_at: null,
    published_at: null,
    attempt: 1,
    played_minute: null,
    played_from: null,
    feed_minute: null,
    feed_moved_at: null,
    clock_from: null,
    ...more,
  }
}

const STATUSES = ['live', 'finished', 'suspended', 'cancelled', 'postponed', 'upcoming'] as const
const wish = (to: Correction, minute: number | null = null, replay = false) => ({ to, minute, replay })

/** A match that has been played until its 72nd minute, or is announced again since. */
function begun(status: MatchStatus): MatchState {
  const isAnnounced = status === 'upcoming' || status === 'postponed'
  const play = isAnnounced
    ? { minute: null, started_at: null, played_minute: 72, played_from: KICKOFF }
    : { minute: 72, started_at: KICKOFF }
  return stored(status, { ...play, raw_status: '2H' })
}

describe('a correction by the operator', () => {
  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))(
    'brings a match that is %s to %s in one act, as a correction and as a replay',
    (from, to) => {
      const corrected = correctCourse(begun(from), wish(to, to === 'live' ? 75 : null), after(95))
      const isSame = from === to && to !== 'live'
      if (isSame) expect(corrected).toBe('course_unchanged')
      else
        expect(corrected).toMatchObject({ status: to, attempt: 1, finished_at: to === 'finished' ? after(95) : null })
      const replayed = correctCourse(begun(from), wish(to, to === 'live' ? 6 : null, true), after(95))
      expect(replayed).toMatchObject({
        status: to,
        attempt: 2,
        home_score: null,
        away_score: null,
        corrected_at: after(95),
      })
      expect(replayed).toMatchObject({
        minute: to === 'live' ? 6 : null,
        finished_at: to === 'finished' ? after(95) : null,
      })
    },
  )

  it('to live at 6 begins the attempt six minutes ago if it is a replay, and accepts no ballot before minute 60', () => {
    const replayed = correctCourse(begun('live'), wish('live', 6, true), after(1_206)) as MatchState
    expect(replayed).toMatchObject({ started_at: after(1_200), minute: 6, attempt: 2 })
    expect(voteWindow(replayed).open).toBe(false)
    const corrected = correctCourse(begun('live'), wish('live', 6), after(1_206)) as MatchState
    expect(corrected).toMatchObject({ started_at: KICKOFF, minute: 6, attempt: 1 })
  })

  it.each<[MatchStatus, shown: number | null, to: number | null, at: number, CorrectionRefusal | null]>([
    ['upcoming', null, 65, 80, null],
    ['upcoming', null, 1, 0, null],
    // Unknown: the vote waits for the feed's minute.
    ['upcoming', null, null, 80, null],
    // Not played yet: at kick-off, at minute 40, and the day before.
    ['upcoming', null, 65, 0, 'minute_not_played'],
    ['upcoming', null, 65, 40, 'minute_not_played'],
    ['upcoming', null, 65, -1_440, 'minute_not_played'],
    ['live', 58, 65, 80, null],
    ['live', null, 65, 80, null],
    ['live', 58, 65, 40, 'minute_not_played'],
    // Lower than the one shown, which the operator knows to be wrong.
    ['live', 65, 58, 80, null],
    ['live', 58, null, 80, 'course_unchanged'],
    ['live', 65, 65, 80, 'course_unchanged'],
  ])(
    'of a match that is %s at minute %s to live at minute %s, %s minutes after kick-off, is refused as: %s',
    (...row) => {
      const [status, shown, minute, at, refusal] = row
      const started_at = status === 'live' ? KICKOFF : null
      const match = stored(status, { minute: shown, raw_status: status === 'live' ? 'HT' : 'NS', started_at })
      const corrected = correctCourse(match, wish('live', minute), after(at))
      const goesOn = { status: 'live', raw_status: 'LIVE', minute, started_at: KICKOFF, reopened_at: null }
      if (refusal === null) expect(corrected).toMatchObject(goesOn)
      else expect(corrected).toBe(refusal)
    },
  )

  it('is refused once the result is published, as a replay too', () => {
    const published = stored('finished', { published_at: after(90) })
    for (const replay of [false, true]) {
      for (const to of STATUSES)
        expect(correctCourse(published, wish(to, null, replay), after(95))).toBe('match_published')
    }
  })

  it('refuses to replay from a minute that cannot have been played since the replaced attempt began', () => {
    const live = stored('live', { minute: 18 })
    expect(correctCourse(live, wish('live', 70, true), after(20))).toBe('minute_not_played')
    expect(correctCourse(live, wish('live', 25, true), after(20))).toMatchObject({ minute: 25, attempt: 2 })
    expect(correctCourse(begun('upcoming'), wish('live', 70, true), after(60))).toBe('minute_not_played')
  })

  it('refuses to replay a match that has not begun', () => {
    const upcoming = stored('upcoming', { minute: null, started_at: null })
    expect(correctCourse(upcoming, wish('live', 6, true), after(95))).toBe('nothing_to_replay')
  })

  it('withdraws a false whistle, with the given minute or none', () => {
    for (const minute of [25, null]) {
      const corrected = correctCourse(stored('finished'), wish('live', minute), after(25))
      expect(corrected).toMatchObject({ minute, finished_at: null, reopened_at: after(25), raw_status: 'LIVE' })
    }
  })

  it('ends a match at the moment it is made', () => {
    expect(correctCourse(stored('live'), wish('finished'), after(120))).toMatchObject({
      finished_at: after(120),
      reopened_at: null,
    })
  })
})

describe('a feed that contradicts the operator', () => {
  const corrected = correctCourse(stored('finished'), wish('live', 25), after(25)) as MatchState
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
    const late = correctCourse(stored('live', { minute: 58 }), wish('live', 65), after(80)) as MatchState
    expect(applyObservation(late, seen('finished', 'FT', 112, 90), after(80)).match.status).toBe('finished')
  })

  it('is believed again once it has agreed', () => {
    const agreed = applyObservation(corrected, seen('live', '1H', 30, 30), after(25)).match
    expect(agreed).toMatchObject({ status: 'live', minute: 30, corrected_at: null })
  })

  it('neither replays a match that the operator reports as going on, nor withdraws a replay', () => {
    const goesOn = correctCourse(begun('cancelled'), wish('live', 73), after(1_200)) as MatchState
    for (const at of [1_201, 1_204]) {
      const step = applyObservation(goesOn, seen('live', '1H', at, at - 1_199), after(1_200))
      expect([step.match, step.anomaly]).toEqual([goesOn, 'contradicts_operator'])
    }
    const again = correctCourse(begun('live'), wish('live', 6, true), after(1_206)) as MatchState
    const step = applyObservation(again, seen('live', '1H', 1_207, 7), after(1_206))
    expect(step.match).toMatchObject({ minute: 7, attempt: 2, corrected_at: null })
  })

  it.each([
    ['live', 30],
    ['suspended', 30],
    ['suspended', null],
  ] as const)(
    'does not replay a match that is %s at minute 70 and that the operator has corrected to %s',
    (status, minute) => {
      const wrong = stored(status, { minute: 70, feed_minute: 70, feed_moved_at: after(80), raw_status: '2H' })
      let match = correctCourse(wrong, wish('live', minute), after(81)) as MatchState
      for (const [at, read] of [
        [82, 31],
        [83, 32],
        [85, 34],
      ] as const) {
        match = applyObservation(match, seen('live', '1H', at, read), after(at - 1)).match
        expect(match).toMatchObject({ minute: read, attempt: 1, disputed_as: null })
      }
    },
  )

  it('runs on from the operator’s minute while the feed’s stands still', () => {
    const late = correctCourse(
      stored('live', { minute: 58, feed_minute: 58 }),
      wish('live', 65),
      after(80),
    ) as MatchState
    for (const [at, minute] of [
      [81, 66],
      [85, 70],
    ] as const) {
      expect(applyObservation(late, seen('live', '2H', at, 58), after(80)).match).toMatchObject({ minute, attempt: 1 })
    }
  })
})
