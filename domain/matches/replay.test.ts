import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { voteWindow } from '../ballots/voting-window.ts'
import { applyObservation, type MatchState, type Observation } from './clock.ts'
import type { MatchStatus } from './status.ts'

const KICKOFF = new Date('2026-03-14T20:00:00Z')
const after = (minutes: number) => new Date(KICKOFF.getTime() + minutes * 60_000)
/** Minutes from the first kick-off to that of the next evening's play. */
const NEXT_DAY = 20 * 60

const STATUS_OF: Readonly<Record<string, MatchStatus>> = {
  NS: 'upcoming',
  '1H': 'live',
  HT: 'live',
  '2H': 'live',
  ET: 'live',
  P: 'live',
  LIVE: 'live',
  INT: 'live',
  SUSP: 'suspended',
  FT: 'finished',
  PST: 'postponed',
  CANC: 'cancelled',
  ABD: 'cancelled',
}

function seen(raw_status: string, minute: number | null, at: number, kickoff = 0): Observation {
  return {
    status: STATUS_OF[raw_status] ?? null,
    raw_status,
    minute,
    extra: null,
    kickoff_at: after(kickoff),
    home_score: minute === null ? null : Math.floor(minute / 30),
    away_score: minute === null ? null : 0,
    status_reason: null,
    observed_at: after(at),
  }
}

/** A match whose observations are applied in turn, as by the server: news are those that are believed. */
class Followed {
  match: MatchState | null = null
  #news: Date | null = null

  see(next: Observation): MatchState {
    const step = applyObservation(this.match, next, this.#news)
    if (step.believed) this.#news = next.observed_at
    this.match = step.match
    return step.match
  }

  /** Status, minute, whether the vote is open, and attempt. */
  get state() {
    if (this.match === null) throw new Error('not seen yet')
    const { status, minute, attempt } = this.match
    return [status, minute, voteWindow(this.match).open, attempt]
  }
}

const STOPS = [
  ['ABD', 'cancelled'],
  ['CANC', 'cancelled'],
  ['PST', 'postponed'],
  ['SUSP', 'suspended'],
  ['INT', 'live'],
] as const
const KICKOFFS = [
  ['the same kick-off', 0],
  ['a kick-off corrected by an hour', 60],
  ['a kick-off moved by 20 h', NEXT_DAY],
] as const
const SCENARIOS = STOPS.flatMap(([stop, status]) =>
  [false, true].flatMap((isAnnounced) =>
    KICKOFFS.map(([name, kickoff]) => {
      const isRejected = stop === 'INT' && kickoff === 0
      const stopped = isAnnounced && !isRejected ? 'upcoming' : status
      const isCleared = stopped === 'upcoming' || stopped === 'postponed'
      return {
        title: `${stop}${isAnnounced ? ', NS' : ''}, ${name}`,
        stop,
        isAnnounced,
        kickoff,
        // Status, minute and vote while play is stopped: only an interruption leaves the vote open.
        stopped: [stopped, isCleared ? null : 72, stopped === 'live', 1],
        doubted: [stopped, isCleared ? null : 72, false, 1],
      }
    }),
  ),
)

function stopped({ stop, isAnnounced, kickoff }: Pick<(typeof SCENARIOS)[number], 'stop' | 'isAnnounced' | 'kickoff'>) {
  const followed = new Followed()
  followed.see(seen('NS', null, -60))
  followed.see(seen('1H', 1, 1))
  followed.see(seen('2H', 70, 85))
  expect(followed.state).toEqual(['live', 70, true, 1])
  followed.see(seen('2H', 72, 87))
  followed.see(seen(stop, 72, 88))
  if (isAnnounced) followed.see(seen('NS', null, NEXT_DAY - 60, kickoff))
  return followed
}

describe.each(SCENARIOS)('a match stopped in its 72nd minute: $title', (scenario) => {
  const { kickoff } = scenario

  it('keeps its ballots and accepts none, unless it is only interrupted', () => {
    expect(stopped(scenario).state).toEqual(scenario.stopped)
  })

  it('is replayed when two readings show a first half again, and accepts no ballot in between nor before minute 60', () => {
    const followed = stopped(scenario)
    followed.see(seen('1H', 5, NEXT_DAY + 5, kickoff))
    expect(followed.state).toEqual(scenario.doubted)
    followed.see(seen('1H', 6, NEXT_DAY + 6, kickoff))
    expect(followed.state).toEqual(scenario.doubted)
    const replayed = followed.see(seen('1H', 7, NEXT_DAY + 7, kickoff))
    expect(followed.state).toEqual(['live', 7, false, 2])
    expect(replayed).toMatchObject({ started_at: after(NEXT_DAY), finished_at: null, home_score: 0, away_score: 0 })
    followed.see(seen('2H', 59, NEXT_DAY + 74, kickoff))
    expect(followed.state).toEqual(['live', 59, false, 2])
    followed.see(seen('2H', 60, NEXT_DAY + 75, kickoff))
    expect(followed.state).toEqual(['live', 60, true, 2])
    followed.see(seen('FT', 90, NEXT_DAY + 112, kickoff))
    expect(followed.match).toMatchObject({ finished_at: after(NEXT_DAY + 112), attempt: 2 })
  })

  it('is unchanged after one odd reading that is withdrawn', () => {
    const followed = stopped(scenario)
    const before = followed.match
    followed.see(seen('1H', 5, NEXT_DAY + 5, kickoff))
    if (scenario.isAnnounced && scenario.stopped[0] === 'upcoming')
      followed.see(seen('NS', null, NEXT_DAY + 6, kickoff))
    else followed.see(seen(scenario.stop, 72, NEXT_DAY + 6))
    expect(followed.match).toEqual(before)
    followed.see(seen('1H', 8, NEXT_DAY + 8, kickoff))
    expect(followed.state).toEqual(scenario.doubted)
  })

  it('is resumed when play goes on, even after an odd reading: ballots stay, and the vote continues', () => {
    for (const isOdd of [false, true]) {
      const followed = stopped(scenario)
      if (isOdd) followed.see(seen('1H', 5, NEXT_DAY + 1, kickoff))
      followed.see(seen('2H', 72, NEXT_DAY + 2, kickoff))
      expect(followed.state).toEqual(['live', 72, true, 1])
      followed.see(seen('2H', 75, NEXT_DAY + 5, kickoff))
      expect(followed.state).toEqual(['live', 75, true, 1])
      followed.see(seen('FT', 90, NEXT_DAY + 25, kickoff))
      expect(followed.match).toMatchObject({ finished_at: after(NEXT_DAY + 25), attempt: 1 })
    }
  })
})

describe('a replay', () => {
  const SUSPENDED = { stop: 'SUSP', isAnnounced: false, kickoff: 0 } as const

  /** Returns whether a match stopped in its 72nd minute is replayed by two such readings. */
  function isReplayed(read: (at: number) => Observation): boolean {
    const followed = stopped(SUSPENDED)
    followed.see(read(NEXT_DAY + 30))
    return followed.see(read(NEXT_DAY + 32)).attempt === 2
  }

  it.each<[string, boolean, (at: number) => Observation]>([
    ['a first half 10 minutes lower', true, (at) => seen('1H', 45, at)],
    ['a first half without minute', true, (at) => seen('1H', null, at)],
    ['a second half at the same kick-off', false, (at) => seen('2H', 50, at)],
    ['half-time at the same kick-off', false, (at) => seen('HT', 45, at)],
    ['a second half whose clock agrees', true, (at) => seen('2H', 60, at, NEXT_DAY - 45)],
    ['a clock that differs by 20', true, (at) => seen('2H', 50, at, NEXT_DAY)],
    ['a clock that differs by 21', false, (at) => seen('2H', 51, at, NEXT_DAY)],
    ['a kick-off moved by 11 h 59', false, (at) => seen('2H', 89, at, 719)],
    ['a kick-off still to come', false, (at) => seen('2H', 72, at, NEXT_DAY + 600)],
    ['a second half without minute at a new kick-off', true, (at) => seen('2H', null, at, NEXT_DAY - 45)],
    ['a second half at minute 0 of a new kick-off', true, (at) => seen('2H', 1, at, NEXT_DAY - 45)],
    ['a second half without minute, resumed at a new kick-off', false, (at) => seen('2H', null, at, NEXT_DAY)],
    ['play without minute or period at a new kick-off', false, (at) => seen('LIVE', null, at, NEXT_DAY)],
    ['a stop without minute at a new kick-off', false, (at) => seen('INT', null, at, NEXT_DAY - 45)],
    ['a first half in minute 61', false, (at) => seen('1H', 61, at)],
    ['an end whose clock agrees', true, (at) => seen('FT', 90, at, NEXT_DAY - 80)],
    ['an end at the same kick-off', false, (at) => seen('FT', 90, at)],
    ['an announcement', false, (at) => seen('NS', null, at, NEXT_DAY + 600)],
  ])('from minute 72 by two readings that show %s: %s', (_name, replayed, read) => {
    expect(isReplayed(read)).toBe(replayed)
  })

  it('needs a kick-off moved by 12 h if the reading shows no first half', () => {
    for (const [hours, replayed] of [
      [11.9, false],
      [12, true],
    ] as const) {
      const followed = stopped(SUSPENDED)
      for (const at of [62, 64]) followed.see(seen('2H', at - 15, hours * 60 + at, hours * 60))
      expect(followed.match?.attempt).toBe(replayed ? 2 : 1)
    }
  })

  it('begins from a first half 10 minutes below the stored minute, not 9', () => {
    for (const [minute, replayed] of [
      [21, false],
      [20, true],
    ] as const) {
      const followed = new Followed()
      for (const next of [seen('1H', 30, 30), seen('SUSP', 30, 31)]) followed.see(next)
      for (const at of [0, 2]) followed.see(seen('1H', minute, NEXT_DAY + at))
      expect(followed.match?.attempt).toBe(replayed ? 2 : 1)
    }
  })

  it('needs its two readings at least two minutes apart, with nothing else believed in between', () => {
    const followed = stopped(SUSPENDED)
    followed.see(seen('1H', 5, NEXT_DAY))
    expect(followed.see(seen('1H', 5, NEXT_DAY + 1.9)).attempt).toBe(1)
    followed.see(seen('SUSP', 72, NEXT_DAY + 2))
    expect(followed.see(seen('1H', 8, NEXT_DAY + 3)).attempt).toBe(1)
    expect(followed.see(seen('XYZ', null, NEXT_DAY + 4)).attempt).toBe(1)
    expect(followed.see(seen('1H', 10, NEXT_DAY + 5)).attempt).toBe(2)
  })

  it('does not follow from a kick-off that is corrected during play', () => {
    const followed = new Followed()
    for (let minute = 60; minute < 80; minute += 1) followed.see(seen('2H', minute, minute + 15, -1_440))
    for (let minute = 80; minute < 90; minute += 1) followed.see(seen('2H', minute, minute + 15))
    expect(followed.state).toEqual(['live', 89, true, 1])
  })

  it('at a new kick-off is still recognised after an odd reading that goes on, if its minute falls again', () => {
    const followed = stopped(SUSPENDED)
    const second = (minute: number) => seen('2H', minute, NEXT_DAY + minute + 15, NEXT_DAY)
    followed.see(second(50))
    followed.see({ ...second(51), minute: 72 })
    expect(followed.state).toEqual(['live', 72, true, 1])
    followed.see(second(52))
    expect(followed.state).toEqual(['live', 72, false, 1])
    followed.see(second(54))
    expect(followed.state).toEqual(['live', 54, false, 2])
  })

  it.each<[string, (at: number) => Observation]>([
    ['an early end', (at) => seen('FT', null, at)],
    ['an award', (at) => ({ ...seen('FT', null, at), raw_status: 'AWD', status: 'cancelled' })],
  ])('in doubt accepts no ballot after %s either, until a reading is believed', (_name, odd) => {
    const inDoubt = () => {
      const followed = new Followed()
      for (const next of [seen('1H', 1, 1), seen('2H', 62, 77), seen('1H', 5, 78), odd(79)]) followed.see(next)
      expect(voteWindow(followed.match as MatchState).open).toBe(false)
      return followed
    }
    const goesOn = inDoubt()
    goesOn.see(seen('2H', 64, 79.5))
    expect(goesOn.state).toEqual(['live', 64, true, 1])
    expect(goesOn.match).toMatchObject({ played_minute: null, disputed_as: null })
    const ends = inDoubt()
    expect(ends.see(odd(81)).status).toBe('finished')
    expect(ends.match).toMatchObject({ played_minute: null, finished_at: after(81), attempt: 1 })
    expect(ends.match?.minute).toBeGreaterThanOrEqual(62)
    const again = inDoubt()
    for (const at of [80, 82]) again.see(seen('1H', at - 73, at))
    expect(again.state).toEqual(['live', 9, false, 2])
  })

  it('can be replayed again', () => {
    const followed = stopped(SUSPENDED)
    for (const at of [5, 7]) followed.see(seen('1H', at, NEXT_DAY + at, NEXT_DAY))
    followed.see(seen('2H', 61, NEXT_DAY + 76, NEXT_DAY))
    followed.see(seen('ABD', 61, NEXT_DAY + 77, NEXT_DAY))
    for (const at of [3, 5]) followed.see(seen('1H', at, 2 * NEXT_DAY + at, 2 * NEXT_DAY))
    expect(followed.state).toEqual(['live', 5, false, 3])
  })

  it('never follows a published result, nor a whistle, which later play reopens', () => {
    const followed = new Followed()
    for (const next of [seen('2H', 89, 105), seen('FT', 90, 112)]) followed.see(next)
    const published = { ...(followed.match as MatchState), published_at: after(180) }
    followed.match = published
    for (const at of [5, 8]) followed.see(seen('1H', at, NEXT_DAY + at, NEXT_DAY))
    expect(followed.match).toMatchObject({ status: 'finished', attempt: 1, finished_at: published.finished_at })
  })
})

describe('any sequence of readings', () => {
  const reading = fc.record({
    code: fc.constantFrom(...Object.keys(STATUS_OF), '1H', '2H', 'ABD', 'XYZ'),
    minute: fc.option(fc.integer({ min: 1, max: 120 })),
    waits: fc.constantFrom(0.25, 1, 1, 2, 15, 45, 60, 1_200),
    kickoff: fc.constantFrom(0, 0, 60, 'now', 'then') as fc.Arbitrary<number | 'now' | 'then'>,
  })

  function expectNoEarlyBallot(match: MatchState, now: Date): void {
    if (match.status !== 'live' || !voteWindow(match).open) return
    expect(match.disputed_as).not.toBe('replayed')
    expect(match.minute).toBeGreaterThanOrEqual(60)
    expect((now.getTime() - (match.started_at?.getTime() ?? Number.NaN)) / 60_000).toBeGreaterThanOrEqual(55)
  }

  it('opens no vote of a live match before minute 60 of its attempt, nor while a replay is in doubt', () => {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 3, maxLength: 40 }), (course) => {
        const followed = new Followed()
        const [times, kickoffs] = [[0], [0]]
        for (const { code, minute, waits, kickoff } of course) {
          const at = (times.at(-1) ?? 0) + waits
          times.push(at)
          kickoffs.push(typeof kickoff === 'number' ? kickoff : kickoff === 'now' ? at : (kickoffs.at(-1) ?? 0))
          const before = followed.match?.attempt ?? 1
          const match = followed.see(seen(code, minute, at, kickoffs.at(-1)))
          expect(match.attempt - before).toBeOneOf([0, 1])
          expectNoEarlyBallot(match, after(at))
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
