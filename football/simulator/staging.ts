import { MINUTE_MS } from '@tribune/domain/instant.ts'
import { fixturesOn } from './calendar.ts'
import { dayOf } from './days.ts'
import { type Fixture, MATCHES_PER_DAY_LIMIT } from './fixture.ts'
import type { Timeline } from './timeline.ts'

/** Matches that tests put into the world have the day's last ids. */
const STAGED_PER_DAY = 10
/** Clubs are looked for among those of the next days: with their matches of a week there are always enough that are free. */
const DAYS_LOOKED_AT = 7

export interface Staging {
  /** Where the match stands when it is put into the world: a minute of the second half. */
  readonly minute: number
}

/**
 * A match of a league between two clubs that are free on that day, fully covered, which ninety minutes decide. It has no place in the
 * calendar, and kicks off when its minute says.
 */
export function stagedFixture(seed: string, now: Date, place: number): Fixture {
  if (place >= STAGED_PER_DAY) throw new RangeError(`No more than ${STAGED_PER_DAY} staged matches`)
  const day = dayOf(now.getTime())
  const busy = new Set([day - 1, day].flatMap((one) => fixturesOn(seed, one)).flatMap(clubsOf))
  const free = Array.from({ length: DAYS_LOOKED_AT }, (_, index) => fixturesOn(seed, day + 1 + index))
    .flat()
    .filter((one) => one.anchor && !one.knockout && !clubsOf(one).some((club) => busy.has(club)))
  const model = free[place]
  if (model === undefined) throw new RangeError(`No clubs are free for a staged match ${place}`)
  const id = (day + 1) * MATCHES_PER_DAY_LIMIT - 1 - place
  return { ...model, id, day, kickoff: now.getTime(), hourKnownFrom: 0 }
}

/** The same match, begun so long ago that it stands at a minute now. */
export function begunFor(fixture: Fixture, { periods }: Timeline, now: Date, { minute }: Staging): Fixture {
  const second = periods.find(({ status }) => status === '2H')
  if (second === undefined || minute <= second.base || minute > second.cap)
    throw new RangeError(`Minute ${minute} is not of the second half`)
  const played = second.from + minute - second.base - 1
  return { ...fixture, kickoff: now.getTime() - played * MINUTE_MS }
}

function clubsOf({ home, away }: Fixture): number[] {
  return [home.id, away.id]
}
