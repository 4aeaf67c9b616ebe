import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyObservation, closeStale, isOverdue, isStaleLive, type MatchState, type Observation } from './clock.ts'
import { attemptOf } from './replay.ts'
import type { MatchStatus } from './status.ts'

const KICKOFF = new Date('2026-03-14T20:00:00Z')
const after = (minutes: number) => new Date(KICKOFF.getTime() + minutes * 60_000)

const STATUS_OF: Readonly<Record<string, MatchStatus>> = {
  NS: 'upcoming',
  '1H': 'live',
  HT: 'live',
  '2H': 'live',
  ET: 'live',
  BT: 'live',
  P: 'live',
  LIVE: 'live',
  INT: 'live',
  SUSP: 'suspended',
  FT: 'finished',
  AET: 'finished',
  PEN: 'finished',
  PST: 'postponed',
  CANC: 'cancelled',
  ABD: 'cancelled',
  AWD: 'cancelled',
  WO: 'cancelled',
}

/** An observation `at` minutes after kick-off. */
function seen(raw_status: string, at: number, more: Partial<Observation> = {}): Observation {
  return {
    status: STATUS_OF[raw_status] ?? null,
    raw_status,
    minute: null,
    extra: null,
    kickoff_at: KICKOFF,
    home_score: null,
    away_score: null,
    status_reason: null,
    observed_at: after(at),
    ...more,
  }
}

/** The match after a first observation and others, each a minute after the last news. */
function watched(first: Observation, ...others: Observation[]): MatchState {
  return others.reduce<MatchState>((held, next) => watch(held, next).match, applyObservation(null, first, null).match)
}

function watch(held: MatchState | null, next: Observation) {
  return applyObservation(held, next, new Date(next.observed_at.getTime() - 60_000))
}

const LIVE_67 = watched(seen('2H', 82, { minute: 67, home_score: 2, away_score: 1 }))
const LIVE_88 = watched(seen('2H', 105, { minute: 88, home_score: 2, away_score: 1 }))
const FINISHED = watched(
  seen('2H', 111, { minute: 90, extra: 5, home_score: 2, away_score: 1 }),
  seen('FT', 112, { minute: 90, home_score: 2, away_score: 1 }),
)

describe('an observed match', () => {
  it('keeps the kick-off of a published match, and so the season of its result', () => {
    const published = { ...watched(seen('2H', 88), seen('FT', 112)), published_at: after(172) }
    const corrected = watch(published, seen('FT', 200, { kickoff_at: after(-500_000), home_score: 2 })).match
    expect(corrected).toMatchObject({ match_date: KICKOFF, home_score: 2 })
  })

  it('is stored as first observed', () => {
    expect(applyObservation(null, seen('1H', 23, { minute: 23, home_score: 0, away_score: 1 }), null)).toEqual({
      match: {
        status: 'live',
        raw_status: '1H',
        minute: 23,
        extra: null,
        match_date: KICKOFF,
        started_at: KICKOFF,
        finished_at: null,
        home_score: 0,
        away_score: 1,
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
        feed_minute: 23,
        feed_moved_at: after(23),
        clock_from: null,
      },
      changed: true,
      believed: true,
      whistle: false,
      anomaly: null,
    })
  })

  it('has not changed when observed the same, even from a row with more columns', () => {
    const row = { ...LIVE_67, match_id: 12, match_date: new Date(LIVE_67.match_date) }
    expect(watch(row, seen('2H', 82.5, { minute: 67, home_score: 2, away_score: 1 })).changed).toBe(false)
  })

  it.each<[string, Partial<Observation>]>([
    ['the score', { home_score: 3 }],
    ['the minute', { minute: 68 }],
    ['the stoppage', { extra: 1 }],
    ['the kick-off', { kickoff_at: after(1) }],
    ['the reason', { status_reason: 'Panne de projecteurs' }],
    ['the period', { raw_status: 'INT' }],
  ])('has changed with %s', (_name, difference) => {
    const same = seen('2H', 83, { minute: 67, home_score: 2, away_score: 1 })
    expect(watch(LIVE_67, { ...same, ...difference }).changed).toBe(true)
  })

  it('has started at its kick-off, or when seen in play before it, and this never moves', () => {
    expect(watched(seen('1H', 5, { minute: 5 })).started_at).toEqual(KICKOFF)
    expect(watched(seen('1H', -2, { minute: 1 })).started_at).toEqual(after(-2))
    expect(watched(seen('1H', -2), seen('1H', 3, { kickoff_at: after(3) })).started_at).toEqual(after(-2))
    expect(watched(seen('NS', -60)).started_at).toBeNull()
  })

  it('keeps a score that an observation leaves out', () => {
    expect(watch(LIVE_67, seen('2H', 83, { minute: 68 })).match).toMatchObject({ home_score: 2, away_score: 1 })
  })

  it('removes a goal when the feed does', () => {
    const corrected = seen('2H', 83, { minute: 68, home_score: 1, away_score: 1 })
    expect(watch(LIVE_67, corrected).match.home_score).toBe(1)
  })

  it('follows a kick-off that is moved before the start', () => {
    expect(watched(seen('NS', -600), seen('NS', -300, { kickoff_at: after(45) })).match_date).toEqual(after(45))
  })

  it('trims the code and puts it in upper case', () => {
    expect(watched(seen('2H', 105), { ...seen('FT', 110), raw_status: ' ft ' })).toMatchObject({ raw_status: 'FT' })
  })
})

describe('the minute', () => {
  it.each<[string, Observation, number]>([
    ['is that of the feed', seen('2H', 90, { minute: 71 }), 71],
    ['does not fall', seen('2H', 83, { minute: 65 }), 67],
    ['is estimated where the feed has none', seen('2H', 90), 75],
    ['is estimated in LIVE without minute', seen('LIVE', 95), 80],
    ['is 90 in extra time without minute', seen('ET', 110), 90],
    ['is 90 in its break without minute', seen('BT', 110), 90],
    ['is 120 in a shoot-out without minute', seen('P', 150), 120],
    ['stays while play is interrupted', seen('INT', 130, { minute: 67 }), 67],
    ['stays while play is interrupted without minute', seen('INT', 130), 67],
    ['stays while play is suspended', seen('SUSP', 130), 67],
  ])('%s', (_name, next, minute) => {
    expect(watch(LIVE_67, next).match.minute).toBe(minute)
  })

  it('is 90 at the end', () => {
    expect(watch(LIVE_88, seen('FT', 112)).match.minute).toBe(90)
  })

  it('is estimated if the feed’s is ahead of the clock: it opens no vote, and later minutes show', () => {
    const held = watched(seen('1H', 20, { minute: 20 }))
    const leapt = watch(held, seen('1H', 21, { minute: 88 })).match
    expect(leapt.minute).toBe(21)
    expect(watch(leapt, seen('1H', 22, { minute: 22 })).match.minute).toBe(22)
    expect(watched(seen('2H', 20, { minute: 88 })).minute).toBe(46)
  })

  it('stays while play is interrupted even if the feed’s clock runs on, and goes on afterwards', () => {
    const interrupted = watched(seen('2H', 72, { minute: 58 }), seen('INT', 74, { minute: 59 }))
    const later = watch(interrupted, seen('INT', 90, { minute: 75 })).match
    expect(later.minute).toBe(59)
    expect(watch(later, seen('2H', 91, { minute: 60 })).match.minute).toBe(60)
  })

  it('is estimated from the observed start', () => {
    const early = watched(seen('LIVE', -10))
    expect(watch(early, seen('LIVE', 20)).match.minute).toBe(30)
  })

  it('is cleared when the match is postponed', () => {
    expect(watch(LIVE_67, seen('PST', 90)).match).toMatchObject({ minute: null, extra: null, started_at: null })
  })

  it('never falls while the match is played, with any reading of the feed, except by a reopening or a replay', () => {
    const playing = fc.record({
      code: fc.constantFrom('1H', 'HT', '2H', 'ET', 'BT', 'P', 'LIVE', 'INT', 'SUSP', 'FT', 'AET', 'PEN', 'XYZ'),
      minute: fc.option(fc.integer({ min: 1, max: 120 })),
      extra: fc.option(fc.integer({ min: 1, max: 12 })),
    })
    // While a replay is in doubt, the minute may only be remembered.
    const moment = (match: MatchState | null) =>
      (match === null ? 0 : (attemptOf(match).minute ?? 0)) * 100 + (match?.extra ?? 0)
    fc.assert(
      fc.property(fc.array(playing, { maxLength: 25 }), (course) => {
        let held: MatchState | null = null
        for (const [index, { code, minute, extra }] of course.entries()) {
          const next: MatchState = watch(held, seen(code, index, { minute, extra })).match
          const isReopened = next.reopened_at !== ((held as MatchState | null)?.reopened_at ?? null)
          const isReplayed = next.attempt !== ((held as MatchState | null)?.attempt ?? 1)
          if (!isReopened && !isReplayed) expect(moment(next)).toBeGreaterThanOrEqual(moment(held))
          held = next
        }
      }),
    )
  })
})

describe('the final whistle', () => {
  it('is the moment it was observed', () => {
    const step = watch(LIVE_88, seen('FT', 112))
    expect(step).toMatchObject({ whistle: true, changed: true, anomaly: null })
    expect(step.match).toMatchObject({ status: 'finished', finished_at: after(112) })
  })

  it.each([130, 200, 400, 469])('first observed at %i min begins a whole hour of votes, even after an outage', (at) => {
    expect(applyObservation(LIVE_88, seen('FT', at), after(106)).match.finished_at).toEqual(after(at))
    expect(applyObservation(watched(seen('NS', -60)), seen('FT', at), after(-60)).match.finished_at).toEqual(after(at))
  })

  it('first observed six hours late is estimated, but never before the match was last seen in play', () => {
    expect(applyObservation(LIVE_88, seen('FT', 470), after(106)).match.finished_at).toEqual(after(110))
    expect(applyObservation(LIVE_88, seen('FT', 495), after(135)).match.finished_at).toEqual(after(135))
  })

  it.each<[string, MatchState, number, number]>([
    ['goes on the next day', watched(seen('2H', 90, { minute: 72 }), seen('SUSP', 93)), 1_440, 1_462],
    ['goes on the same evening', watched(seen('2H', 90, { minute: 72 }), seen('SUSP', 93)), 330, 352],
    ['was abandoned first', watched(seen('2H', 90, { minute: 72 }), seen('ABD', 93)), 1_440, 1_462],
  ])('that was not observed begins a whole hour of votes where the match %s', (_name, stopped, resumed, whistle) => {
    const played = applyObservation(stopped, seen('2H', resumed, { minute: 88 }), after(93)).match
    const ended = applyObservation(played, seen('FT', whistle, { minute: 90 }), after(resumed)).match
    expect(ended).toMatchObject({ status: 'finished', finished_at: after(whistle), attempt: 1 })
    const unseen = applyObservation(stopped, seen('FT', whistle, { minute: 90 }), after(whistle - 60)).match
    expect(unseen).toMatchObject({ status: 'finished', finished_at: after(whistle) })
  })

  it.each<[string, MatchState | null, Observation, number]>([
    ['first seen at full time', null, seen('FT', 500), 110],
    ['first seen after extra time', null, seen('AET', 500), 148],
    ['first seen after a shoot-out', null, seen('PEN', 500), 162],
    ['seen before the estimate has passed', null, seen('FT', 104), 104],
    ['seen in play before a long outage', LIVE_67, seen('FT', 500), 110],
    ['after a kick-off moved by half an hour', LIVE_67, seen('FT', 500, { kickoff_at: after(30) }), 140],
  ])('is estimated: %s', (_name, held, next, minutes) => {
    const step = applyObservation(held, next, null)
    expect(step.whistle).toBe(true)
    expect(step.match.finished_at).toEqual(after(minutes))
  })

  it('is estimated for a league without live scores, even if seen upcoming a minute before', () => {
    const announced = watched(seen('NS', 1_439))
    expect(watch(announced, seen('FT', 1_440)).match.finished_at).toEqual(after(110))
  })

  it('is reported once: observed again, it neither moves nor counts as a whistle', () => {
    const again = watch(FINISHED, seen('FT', 140, { minute: 90, home_score: 2, away_score: 1 }))
    expect(again).toEqual({ match: FINISHED, changed: false, believed: true, whistle: false, anomaly: null })
  })

  it('does not move when a result is corrected', () => {
    const step = watch(FINISHED, seen('FT', 300, { home_score: 1, away_score: 1 }))
    expect(step).toMatchObject({ changed: true, whistle: false })
    expect(step.match).toMatchObject({ finished_at: FINISHED.finished_at, home_score: 1 })
  })

  const anything = fc.record({
    code: fc.constantFrom(...Object.keys(STATUS_OF), 'XYZ'),
    at: fc.integer({ min: 0, max: 10_000 }),
    moved: fc.constantFrom(0, 0, 10_080),
    news: fc.option(fc.integer({ min: 0, max: 10_000 })),
  })

  function expectOneWhistle(held: MatchState, { match, whistle }: ReturnType<typeof applyObservation>): void {
    const isReopened = match.reopened_at !== held.reopened_at
    if (held.published_at !== null) expect(isReopened).toBe(false)
    if (!isReopened) expect(match.finished_at).toBe(held.finished_at ?? match.finished_at)
    expect(whistle).toBe(held.finished_at === null && match.finished_at !== null)
    expect(match.status === 'finished').toBe(match.finished_at !== null)
  }

  it('is written once in any course of observations, and removed only by a reopening', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), fc.boolean(), (course, published) => {
        let held = watched(seen('NS', -60))
        for (const { code, at, moved, news } of course) {
          const next = seen(code, at, { kickoff_at: after(moved) })
          const step = applyObservation(held, next, news === null ? null : after(news))
          expectOneWhistle(held, step)
          held = published && step.whistle ? { ...step.match, published_at: after(at) } : step.match
        }
      }),
    )
  })
})

describe('an end that comes too early', () => {
  const LIVE_20 = watched(seen('1H', 20, { minute: 20, home_score: 1, away_score: 0 }))
  const doubted = watch(LIVE_20, seen('FT', 21))

  it('is disputed at its first reading: the match stays live, and the reading does not count as news', () => {
    expect(doubted).toMatchObject({ anomaly: 'early_whistle', believed: false, whistle: false })
    expect(doubted.match).toEqual({ ...LIVE_20, disputed_at: after(21), disputed_as: 'early_whistle' })
  })

  it('stays disputed for two minutes, and is forgotten when play goes on', () => {
    const again = applyObservation(doubted.match, seen('FT', 22.9), after(20))
    expect(again).toMatchObject({ believed: false, changed: false })
    const played = applyObservation(again.match, seen('1H', 23, { minute: 23 }), after(20)).match
    expect(played).toMatchObject({ status: 'live', minute: 23, disputed_at: null })
    expect(watch(played, seen('FT', 24)).match.status).toBe('live')
  })

  it('is believed when repeated after two minutes, and the hour of votes begins then', () => {
    const step = applyObservation(doubted.match, seen('FT', 23), after(20))
    expect(step).toMatchObject({ whistle: true, believed: true })
    expect(step.match).toMatchObject({ status: 'finished', finished_at: after(23), disputed_at: null })
  })
})

describe('a match that plays on after its whistle', () => {
  const wrong = { ...FINISHED, finished_at: after(25) }
  const resumed = (at: number) => seen('2H', at, { minute: at - 15, home_score: 2, away_score: 2 })
  const doubted = applyObservation(wrong, resumed(75), after(74))

  it('stays finished at the first reading', () => {
    expect(doubted).toMatchObject({
      anomaly: 'reopened',
      believed: false,
      match: { ...wrong, disputed_at: after(75), disputed_as: 'reopened' },
    })
  })

  it('reopens at the second, with the reported minute, and can end again', () => {
    const step = applyObservation(doubted.match, resumed(77), after(74))
    expect(step).toMatchObject({ believed: true, whistle: false, anomaly: 'reopened' })
    expect(step.match).toMatchObject({
      status: 'live',
      minute: 62,
      away_score: 2,
      finished_at: null,
      reopened_at: after(77),
    })
    const ended = applyObservation({ ...step.match, minute: 90 }, seen('FT', 112), after(111))
    expect(ended).toMatchObject({ whistle: true, match: { finished_at: after(112), reopened_at: after(77) } })
  })

  it('stays finished when the whistle is repeated in between', () => {
    const whistled = applyObservation(doubted.match, seen('FT', 76, { home_score: 2, away_score: 1 }), after(74)).match
    expect(whistled.disputed_at).toBeNull()
    expect(applyObservation(whistled, resumed(77), after(76)).match.status).toBe('finished')
  })

  it('stays finished for ever once its result is published', () => {
    const published = { ...wrong, published_at: after(86) }
    for (const at of [90, 95, 100]) {
      expect(applyObservation(published, resumed(at), after(86))).toMatchObject({ match: published, changed: false })
    }
  })
})

describe('a live match that is awarded', () => {
  it.each([
    ['AWD', 45, 'cancelled'],
    ['AWD', 59, 'cancelled'],
    ['AWD', 60, 'finished'],
    ['WO', 85, 'finished'],
  ])('by %s at minute %i is %s at the second reading: ballots of an open vote count', (code, minute, status) => {
    const held = watched(seen('2H', 80, { minute }))
    const doubted = watch(held, seen(code, 81)).match
    expect(doubted.status).toBe('live')
    const reason = { status_reason: 'Match décidé sur tapis vert' }
    const step = applyObservation(doubted, seen(code, 83, reason), after(80))
    expect(step.match).toMatchObject({ status, raw_status: code, ...reason })
    expect(step.match.finished_at).toEqual(status === 'finished' ? after(83) : null)
  })

  it.each([
    ['the same evening', 150, after(152)],
    // An award is final. Days after the match, it opens no last hour of votes.
    ['a week later', 10_080, after(110)],
  ])('ends with its ballots even if it was suspended first, %s', (_when, minutes, finishedAt) => {
    const suspended = watch(watched(seen('2H', 80, { minute: 75 })), seen('SUSP', 82, { minute: 75 })).match
    const doubted = watch(suspended, seen('AWD', minutes)).match
    expect(doubted.status).toBe('suspended')
    const { match } = applyObservation(doubted, seen('AWD', minutes + 2), after(82))
    expect(match).toMatchObject({ status: 'finished', finished_at: finishedAt })
  })
})

describe('an anomalous observation', () => {
  it.each<[string, MatchState, Observation, string]>([
    [
      'a result changed by a ruling weeks later',
      FINISHED,
      seen('AWD', 40_000, { home_score: 0, away_score: 3 }),
      'awarded_after_finish',
    ],
    ['a walkover after the end', FINISHED, seen('WO', 200), 'awarded_after_finish'],
    ['a finished match cancelled', FINISHED, seen('CANC', 200), 'unfinished'],
    ['a live match announced again', LIVE_67, seen('NS', 83), 'unstarted'],
    ['an unknown code', LIVE_67, seen('XYZ', 83, { minute: 70 }), 'unknown_status'],
  ])('changes nothing: %s', (_name, held, next, anomaly) => {
    expect(watch(held, next)).toEqual({ match: held, changed: false, believed: false, whistle: false, anomaly })
  })

  it('makes a match upcoming when its very first code is unknown', () => {
    const step = applyObservation(null, seen('XYZ', -60), null)
    expect(step).toMatchObject({ match: { status: 'upcoming' }, anomaly: 'unknown_status' })
  })

  it('is believed, and reported, when a cancelled match is played again', () => {
    const step = watch(watched(seen('CANC', -300)), seen('NS', -200))
    expect(step).toMatchObject({ match: { status: 'upcoming' }, changed: true, anomaly: 'uncancelled' })
  })
})

describe('a postponed match', () => {
  const NEXT_WEEK = after(10_080)
  const postponed = watched(seen('NS', -300), seen('PST', -200))

  it('keeps its day while no other is known', () => {
    expect(postponed).toMatchObject({ status: 'postponed', match_date: KICKOFF, postponed_until: null })
  })

  it('has its new kick-off in `postponed_until` once that is known', () => {
    const moved = watch(postponed, seen('PST', -100, { kickoff_at: NEXT_WEEK })).match
    expect(moved).toMatchObject({ status: 'postponed', match_date: KICKOFF, postponed_until: NEXT_WEEK })
  })

  it('comes back as an upcoming match on its new day', () => {
    const step = watch(postponed, seen('NS', -100, { kickoff_at: NEXT_WEEK }))
    expect(step.anomaly).toBeNull()
    expect(step.match).toMatchObject({ status: 'upcoming', match_date: NEXT_WEEK, postponed_until: null })
  })

  it('comes back without score or minute if it was stopped in play', () => {
    const stopped = watch(LIVE_67, seen('SUSP', 90)).match
    const replayed = watch(stopped, seen('NS', 2_000, { kickoff_at: NEXT_WEEK })).match
    expect(replayed).toMatchObject({ status: 'upcoming', minute: null, home_score: null, started_at: null })
  })
})

describe('an overdue match', () => {
  it.each<[MatchStatus, number, boolean]>([
    ['upcoming', -10, false],
    ['upcoming', 179, false],
    ['upcoming', 180, false],
    ['upcoming', 180.01, true],
    ['live', 400, false],
    ['postponed', 400, false],
  ])('%s %d min after kick-off: %s', (status, minutes, overdue) => {
    expect(isOverdue({ status, match_date: KICKOFF }, after(minutes))).toBe(overdue)
    expect(isOverdue({ status, match_date: KICKOFF.toISOString() }, after(minutes))).toBe(overdue)
  })
})

describe('a stale live match', () => {
  it.each<[string, MatchStatus, number, number, boolean]>([
    ['six hours of silence', 'live', 60, 420, true],
    ['a minute less', 'live', 60, 419, false],
    ['silence since long before a kick-off 3 h ago', 'live', -300, 180, false],
    ['silence since long before a kick-off more than 3 h ago', 'live', -300, 181, true],
    ['suspended: it may resume another day', 'suspended', 60, 4_000, false],
    ['finished', 'finished', 60, 4_000, false],
  ])('%s', (_name, status, lastNews, now, stale) => {
    expect(isStaleLive({ status, match_date: KICKOFF, disputed_at: null }, after(lastNews), after(now))).toBe(stale)
  })

  it.each([
    [420, false],
    [779, false],
    [780, true],
  ])('is not stale until six hours after a contradiction at 420 min that is in doubt: at %d min %s', (now, stale) => {
    const match = { status: 'live', match_date: KICKOFF, disputed_at: after(420) } as const
    expect(isStaleLive(match, after(60), after(now))).toBe(stale)
  })

  it.each([
    ['2H', 'FT', 110],
    ['LIVE', 'FT', 110],
    ['ET', 'AET', 148],
    ['BT', 'AET', 148],
    ['P', 'PEN', 162],
  ])('last seen in %s closes as %s, %d min after kick-off, as an anomaly', (raw_status, code, minutes) => {
    const step = closeStale({ ...LIVE_67, raw_status }, after(600))
    expect(step).toMatchObject({ changed: true, whistle: true, anomaly: 'closed_by_estimate' })
    expect(step.match).toMatchObject({
      status: 'finished',
      raw_status: code,
      finished_at: after(minutes),
      home_score: 2,
    })
  })

  it('closes by the clock of the attempt that was played, and not before the reading that was in doubt', () => {
    const replayed = { ...LIVE_67, attempt: 2, started_at: after(1_200) }
    expect(closeStale(replayed, after(1_700)).match.finished_at).toEqual(after(1_310))
    const doubted = { ...LIVE_67, disputed_at: after(1_240), disputed_as: 'replayed' } as const
    expect(closeStale(doubted, after(1_700)).match.finished_at).toEqual(after(1_240))
  })
})
