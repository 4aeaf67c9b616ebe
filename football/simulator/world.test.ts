import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fixturesOn } from './calendar/calendar.ts'
import { dayOf } from './days.ts'
import type { Status } from './play/moment.ts'
import { DEFAULT_SEED } from './server.ts'
import { lineupRows } from './wire/wire-lineups.ts'
import { type Snapshot, World } from './world.ts'

const world = new World('tribune')
const YEAR = Date.parse('2026-11-20T00:00:00Z')
/** Some of these are in any ten days, so that every cycle of the calendar occurs. */
const instants = fc.integer({ min: 0, max: 45 * DAY_MS }).map((ms) => new Date(YEAR + ms))
const NEAR = [-5, -4, -3, -2, -1, 0, 1, 2, 3]

const on = (now: Date, days: readonly number[]) =>
  days.flatMap((offset) => world.matchesOn(dayOf(now.getTime()) + offset, now))
const isPast60 = ({ moment }: Snapshot) => ['2H', 'ET', 'BT', 'P'].includes(moment.status) && (moment.minute ?? 0) >= 60
const isLocked = ({ moment }: Snapshot) => ['1H', 'HT', '2H'].includes(moment.status) && (moment.minute ?? 90) < 60
const sinceWhistle = ({ moment }: Snapshot, now: Date) => now.getTime() - (moment.finishedAt ?? Number.NaN)

/** Returns whether a fan can vote on a match: 22 starters, all with ids. */
function hasGoodLineup(snapshot: Snapshot, now: Date): boolean {
  const rows = lineupRows({ base: '', zone: 'UTC', now, seed: world.seed }, world.squads, snapshot)
  const starters = rows.flatMap(({ startXI }) => startXI)
  return starters.length === 22 && starters.every(({ player }) => player.id !== null)
}

describe('at any instant the world has', () => {
  const check = (test: (now: Date) => boolean) =>
    fc.assert(
      fc.property(instants, (now) => test(now)),
      { numRuns: 400 },
    )

  it('a live match past minute 60 with 22 starters who all have ids', () => {
    check((now) => world.live(now).some((one) => isPast60(one) && hasGoodLineup(one, now)))
  })

  it('a match before minute 60', () => {
    check((now) => world.live(now).some(isLocked))
  })

  it('a match finished less than an hour ago and one finished before that', () => {
    check((now) => on(now, [-1, 0]).some((one) => sinceWhistle(one, now) < HOUR_MS))
    check((now) => on(now, [-1, 0]).some((one) => sinceWhistle(one, now) >= HOUR_MS))
  })

  it('an upcoming match dated today (UTC), even in the last minutes of the day', () => {
    check((now) => on(now, [0]).some(({ moment }) => moment.status === 'NS'))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 1, max: 15 * MINUTE_MS }), (day, before) => {
        const now = new Date(YEAR + (day + 1) * DAY_MS - before)
        return on(now, [0]).some(({ moment }) => moment.status === 'NS' && moment.kickoff > now.getTime() - HOUR_MS)
      }),
    )
  })

  it.each<readonly [string, readonly Status[]]>([
    ['postponed', ['PST']],
    ['cancelled', ['CANC']],
    ['suspended or abandoned', ['SUSP', 'ABD']],
  ])('one that is %s within a few days', (_, statuses) => {
    check((now) => on(now, NEAR).some(({ moment }) => statuses.includes(moment.status)))
  })
})

describe('every minute of three days', () => {
  it('has a match past minute 60 and a complete chain of anchors', () => {
    for (let minute = 0; minute < 3 * 1440; minute++) {
      const now = new Date(YEAR + minute * MINUTE_MS)
      expect(world.live(now).some(isPast60), now.toISOString()).toBe(true)
    }
  })
})

/** Edge cases of the calendar: leap day, New Year, the start of a season, clock changes. */
const DAYS = ['2026-11-23', '2028-02-29', '2026-12-31', '2027-06-30', '2027-07-01', '2027-03-28', '2026-10-25']
const after = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * MINUTE_MS)

describe('a staged match', () => {
  test.each(DAYS)('on %s, at any hour, is in play at its minute, and over within an hour', (day) => {
    for (let hour = 0; hour < 24; hour += 1) {
      const world = new World(DEFAULT_SEED)
      const now = new Date(Date.parse(`${day}T00:17:00Z`) + hour * HOUR_MS)
      const id = world.stage({ minute: 62 }, now)
      expect(world.match(id, now)?.moment).toMatchObject({ status: '2H', minute: 62 })
      const over = world.match(id, new Date(now.getTime() + HOUR_MS))
      expect(over?.moment).toMatchObject({ status: 'FT', minute: 90 })
      expect(over?.fixture).toMatchObject({ cover: 'full', fate: 'played', knockout: false })
    }
  })

  test.each(DAYS)('on %s is between clubs that have no other match that day nor the day before', (day) => {
    const world = new World(DEFAULT_SEED)
    const now = new Date(`${day}T12:17:00Z`)
    const clubs = Array.from({ length: 5 }, () => world.match(world.stage({ minute: 62 }, now), now)?.fixture).flatMap(
      (fixture) => [fixture?.home.id, fixture?.away.id],
    )
    const scheduled = [-1, 0].flatMap((days) => fixturesOn(DEFAULT_SEED, dayOf(now.getTime()) + days))
    const busy = scheduled.flatMap(({ home, away }) => [home.id, away.id])
    expect(clubs.filter((club) => club === undefined || busy.includes(club))).toEqual([])
  })

  test('is in the live list', () => {
    const world = new World(DEFAULT_SEED)
    const now = new Date('2026-11-23T00:40:00Z')
    const id = world.stage({ minute: 62 }, now)
    expect(world.live(now).map(({ fixture }) => fixture.id)).toContain(id)
  })

  test('is a new match on each call, and the earlier one goes on', () => {
    const world = new World(DEFAULT_SEED)
    const now = new Date('2026-11-23T12:00:00Z')
    const [one, other] = [world.stage({ minute: 62 }, now), world.stage({ minute: 75 }, now)]
    expect(one).not.toBe(other)
    expect([one, other].map((id) => world.match(id, now)?.moment.minute)).toEqual([62, 75])
    expect(world.match(one, after('2026-11-23T12:00:00Z', 10))?.moment.minute).toBe(72)
  })

  test('belongs to one world alone, not to its twin of the same calendar', () => {
    const world = new World(DEFAULT_SEED)
    const now = new Date('2026-11-23T12:00:00Z')
    const id = world.stage({ minute: 62 }, now)
    world.live(now)
    const twin = world.twin()
    expect(twin.match(id, now)).toBeNull()
    expect(twin.live(now)).toEqual(new World(DEFAULT_SEED).live(now))
    const [moved, later] = [new Date('2026-11-23T20:00:00Z'), { minute: 75 }]
    expect(twin.stage(later, moved)).toBe(id)
    const fresh = new World(DEFAULT_SEED)
    fresh.stage(later, moved)
    expect(twin.match(id, moved)).toEqual(fresh.match(id, moved))
    expect(world.match(id, now)?.moment.minute).toBe(62)
  })

  test.each([45, 91])('at minute %i is refused: not in the second half', (minute) => {
    expect(() => new World(DEFAULT_SEED).stage({ minute }, new Date('2026-11-23T12:00:00Z'))).toThrow(RangeError)
  })
})

describe('as time passes', () => {
  const DAY = dayOf(YEAR) + 4

  /** Every match of some days, followed minute by minute. */
  function follow(step: (before: Snapshot, after: Snapshot) => void): void {
    for (let day = DAY; day < DAY + 9; day++) {
      for (const { fixture } of world.matchesOn(day, new Date(YEAR))) {
        let before: Snapshot | null = null
        for (let minute = -10; minute < 240; minute++) {
          const after = world.match(fixture.id, new Date(fixture.kickoff + minute * MINUTE_MS))
          if (before && after) step(before, after)
          before = after
        }
      }
    }
  }

  it('a minute never falls, a finished match stays finished, and the whistle never moves', () => {
    follow(({ moment: before }, { moment: after, fixture }) => {
      if (before.minute !== null && after.minute !== null)
        expect(after.minute, String(fixture.id)).toBeGreaterThanOrEqual(before.minute)
      if (before.finishedAt !== null)
        expect(after).toMatchObject({ status: before.status, finishedAt: before.finishedAt })
    })
  })

  it('a postponed match is announced, keeps its id, gets a new date and is played then', () => {
    const seen = Array.from({ length: 9 }, (_, i) => world.matchesOn(DAY + i, new Date(YEAR))).flat()
    const fixture = seen.find(({ fixture: { fate } }) => fate === 'postponed')?.fixture
    if (!fixture?.moved) throw new Error('none postponed')
    const statusAt = (ms: number) => world.match(fixture.id, new Date(ms))?.moment
    expect(statusAt(fixture.kickoff - 7 * HOUR_MS)?.status).toBe('NS')
    expect(statusAt(fixture.kickoff)?.status).toBe('PST')
    expect(statusAt(fixture.moved.announcedAt)).toMatchObject({ status: 'NS', kickoff: fixture.moved.kickoff })
    expect(statusAt(fixture.moved.kickoff + MINUTE_MS)?.status).toBe('1H')
    expect(statusAt(fixture.moved.kickoff + 5 * HOUR_MS)?.status).toBe('FT')
    const newDay = dayOf(fixture.moved.kickoff)
    const isListed = (day: number, ms: number) =>
      world.matchesOn(day, new Date(ms)).some((one) => one.fixture.id === fixture.id)
    expect([isListed(fixture.day, fixture.kickoff), isListed(newDay, fixture.kickoff)]).toEqual([true, false])
    expect([isListed(fixture.day, fixture.moved.kickoff), isListed(newDay, fixture.moved.kickoff)]).toEqual([
      false,
      true,
    ])
  })

  it('every status of the provider occurs', () => {
    const seen = new Set<Status>()
    for (let minute = 0; minute < 27 * 1440; minute += 4) {
      for (const { moment } of world.live(new Date(YEAR + minute * MINUTE_MS))) seen.add(moment.status)
    }
    for (const { moment } of world.all(new Date(YEAR + 12 * HOUR_MS))) seen.add(moment.status)
    const wanted = 'TBD NS 1H HT 2H ET BT P LIVE INT SUSP FT AET PEN PST CANC ABD AWD WO'.split(' ')
    expect([...seen].sort()).toEqual([...wanted].sort())
  })
})

describe('the list of matches', () => {
  const now = new Date(YEAR + 13 * HOUR_MS)

  it('reaches 31 days back and 8 ahead, 400 back by its day, and no id beyond', () => {
    const today = dayOf(now.getTime())
    const listed = world.all(now).map(({ moment }) => dayOf(moment.kickoff) - today)
    expect([Math.min(...listed), Math.max(...listed)]).toEqual([-31, 8])
    expect(world.matchesOn(today - 400, now).length).toBeGreaterThan(0)
    expect(world.matchesOn(today + 8, now).length).toBeGreaterThan(0)
    expect(world.matchesOn(today - 401, now)).toEqual([])
    expect(world.matchesOn(today + 9, now)).toEqual([])
    expect(world.match((today + 9) * 100, now)).toBeNull()
    expect(world.match(1, now)).toBeNull()
    expect(world.match(9_999_999, now)).toBeNull()
  })

  it('does not depend on earlier calls, and is the same in another world of the same seed', () => {
    const fresh = new World('tribune')
    expect(fresh.live(now)).toEqual(world.live(now))
    expect(fresh.matchesOn(dayOf(now.getTime()) - 3, now)).toEqual(world.matchesOn(dayOf(now.getTime()) - 3, now))
    expect(new World('other').live(now)).not.toEqual(world.live(now))
  })
})
