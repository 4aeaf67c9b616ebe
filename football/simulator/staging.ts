import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { fixturesOn } from './calendar/calendar.ts'
import { type Fixture, MATCHES_PER_DAY_LIMIT } from './calendar/fixture.ts'
import { dayOf } from './days.ts'
import type { Timeline } from './play/timeline.ts'

/** Staged matches have the day's last ids. */
const STAGED_PER_DAY = 10
/** Days ahead whose clubs are searched: a week always has enough clubs that are free today. */
const DAYS_SEARCHED = 7

export interface Staging {
  /** Minute of the match when it is staged, in the second half. */
  readonly minute: number
}

/**
 * Makes a fully covered league match, without extra time, between two clubs that are free on that day. It is not part of the calendar. Throws
 * when `place`, its number among the day's staged matches, is too high.
 */
export function stagedFixture(seed: string, now: Date, place: number): Fixture {
  if (place >= STAGED_PER_DAY) throw new RangeError(`No more than ${STAGED_PER_DAY} staged matches`)
  const day = dayOf(now.getTime())
  const busy = new Set([day - 1, day].flatMap((one) => fixturesOn(seed, one)).flatMap(clubsOf))
  const free = Array.from({ length: DAYS_SEARCHED }, (_, index) => fixturesOn(seed, day + 1 + index))
    .flat()
    .filter((one) => one.anchor && !one.knockout && !clubsOf(one).some((club) => busy.has(club)))
  const model = free[place]
  if (model === undefined) throw new RangeError(`No clubs are free for a staged match ${place}`)
  const id = (day + 1) * MATCHES_PER_DAY_LIMIT - 1 - place
  return { ...model, id, day, kickoff: now.getTime(), hourKnownFrom: 0 }
}

/** Moves a match's kick-off back so that it is at a minute of its second half now. */
export function startedBefore(fixture: Fixture, { periods }: Timeline, now: Date, { minute }: Staging): Fixture {
  const second = periods.find(({ status }) => status === '2H')
  if (second === undefined || minute <= second.base || minute > second.cap)
    throw new RangeError(`Minute ${minute} is not of the second half`)
  const played = second.from + minute - second.base - 1
  return { ...fixture, kickoff: now.getTime() - played * MINUTE_MS }
}

function clubsOf({ home, away }: Fixture): number[] {
  return [home.id, away.id]
}
