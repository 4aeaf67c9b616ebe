import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, test } from 'vitest'
import { fixturesOn } from './calendar/calendar.ts'
import { dayOf } from './days.ts'
import { DEFAULT_SEED } from './server.ts'
import { World } from './world.ts'

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
