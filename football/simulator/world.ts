import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { fixturesOn, MAX_MOVE_DAYS } from './calendar/calendar.ts'
import { dayOfFixture, type Fixture, MATCHES_PER_DAY_LIMIT } from './calendar/fixture.ts'
import { Squads } from './clubs/squads.ts'
import { dayOf } from './days.ts'
import { type Lineup, lineupOf } from './play/lineup.ts'
import { isInPlay, type Moment, momentOf } from './play/moment.ts'
import type { Side } from './play/play.ts'
import { type Timeline, timelineOf } from './play/timeline.ts'

/** Days before and after today whose matches are listed without a date. */
const DAYS_PAST = 31
const DAYS_AHEAD = 8

/** Days for which a match can be read by id, and a past day by its date. */
const DAYS_KEPT = 400

/** A match with its complete course, and its state at one instant. */
export interface Snapshot {
  readonly fixture: Fixture
  readonly lineups: Readonly<Record<Side, Lineup>>
  readonly timeline: Timeline
  readonly moment: Moment
}

/** Longest time in the live list: a match that has stopped for good leaves it then. */
const MAX_LIVE_MS = 4 * HOUR_MS

interface Drawn {
  readonly lineups: Readonly<Record<Side, Lineup>>
  readonly timeline: Timeline
}

/** All matches of all days, as a function of seed and instant. Draws each day and match once, at first use. */
export class World {
  readonly seed: string
  readonly squads: Squads
  readonly #days: Map<number, readonly Fixture[]>
  readonly #drawn: Map<number, Drawn>
  readonly #staged = new Map<number, Fixture>()
  readonly #stagedDrawn = new Map<number, Drawn>()

  constructor(seed: string, twin: World | null = null) {
    this.seed = seed
    this.squads = twin?.squads ?? new Squads(seed)
    this.#days = twin === null ? new Map() : twin.#days
    this.#drawn = twin === null ? new Map() : twin.#drawn
  }

  /** Returns another world of the seed, with staged matches of its own, which draws nothing that this one has drawn. */
  twin(): World {
    return new World(this.seed, this)
  }

  /** Adds a match that is in play at this moment, and returns its id. */
  stage(staging: Staging, now: Date): number {
    const fixture = stagedFixture(this.seed, now, this.#staged.size)
    const drawn = this.#redraw(fixture)
    this.#stagedDrawn.set(fixture.id, drawn)
    this.#staged.set(fixture.id, startedBefore(fixture, drawn.timeline, now, staging))
    return fixture.id
  }

  /** Returns a match by id, or `null` if there is none, or not yet. */
  match(id: number, now: Date): Snapshot | null {
    const staged = this.#staged.get(id)
    if (staged !== undefined) return this.#snapshot(staged, now)
    const day = dayOfFixture(id)
    const today = dayOf(now.getTime())
    if (day < today - DAYS_KEPT || day > today + DAYS_AHEAD) return null
    const fixture = this.#scheduledOn(day).find((one) => one.id === id)
    return fixture ? this.#snapshot(fixture, now) : null
  }

  /** Returns the matches of a UTC day, by kick-off; none for a day more than `DAYS_KEPT` days ago or `DAYS_AHEAD` days ahead. */
  matchesOn(day: number, now: Date, wanted: (fixture: Fixture) => boolean = () => true): Snapshot[] {
    const today = dayOf(now.getTime())
    if (!(day >= today - DAYS_KEPT && day <= today + DAYS_AHEAD)) return []
    return [...this.#scheduledOn(day), ...this.#movedInto(day), ...this.#staged.values()]
      .filter(wanted)
      .map((fixture) => this.#snapshot(fixture, now))
      .filter(({ moment }) => dayOf(moment.kickoff) === day)
      .sort((a, b) => a.moment.kickoff - b.moment.kickoff || a.fixture.id - b.fixture.id)
  }

  /** Returns the matches in play. */
  live(now: Date): Snapshot[] {
    const today = dayOf(now.getTime())
    return [...this.matchesOn(today - 1, now), ...this.matchesOn(today, now)].filter(
      ({ moment }) => isInPlay(moment.status) && now.getTime() < moment.kickoff + MAX_LIVE_MS,
    )
  }

  /** Returns the wanted matches of all listed days. Does not draw the others. */
  all(now: Date, wanted: (fixture: Fixture) => boolean = () => true): Snapshot[] {
    const today = dayOf(now.getTime())
    return Array.from({ length: DAYS_PAST + DAYS_AHEAD + 1 }, (_, i) => today - DAYS_PAST + i).flatMap((day) =>
      this.matchesOn(day, now, wanted),
    )
  }

  #scheduledOn(day: number): readonly Fixture[] {
    const known = this.#days.get(day)
    if (known) return known
    const fixtures = fixturesOn(this.seed, day)
    this.#days.set(day, fixtures)
    return fixtures
  }

  #movedInto(day: number): Fixture[] {
    return Array.from({ length: MAX_MOVE_DAYS }, (_, i) => this.#scheduledOn(day - 1 - i))
      .flat()
      .filter(({ moved }) => moved !== null && dayOf(moved.kickoff) === day)
  }

  #snapshot(fixture: Fixture, now: Date): Snapshot {
    const drawn = this.#draw(fixture)
    return { fixture, ...drawn, moment: momentOf(this.seed, fixture, drawn.timeline, now.getTime()) }
  }

  #draw(fixture: Fixture): Drawn {
    const known = this.#stagedDrawn.get(fixture.id) ?? this.#drawn.get(fixture.id)
    if (known) return known
    const drawn = this.#redraw(fixture)
    this.#drawn.set(fixture.id, drawn)
    return drawn
  }

  #redraw(fixture: Fixture): Drawn {
    const lineups = {
      home: lineupOf(this.seed, this.squads, fixture, fixture.home),
      away: lineupOf(this.seed, this.squads, fixture, fixture.away),
    }
    return { lineups, timeline: timelineOf(this.seed, fixture, lineups) }
  }
}

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
function stagedFixture(seed: string, now: Date, place: number): Fixture {
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
function startedBefore(fixture: Fixture, { periods }: Timeline, now: Date, { minute }: Staging): Fixture {
  const second = periods.find(({ status }) => status === '2H')
  if (second === undefined || minute <= second.base || minute > second.cap)
    throw new RangeError(`Minute ${minute} is not of the second half`)
  const played = second.from + minute - second.base - 1
  return { ...fixture, kickoff: now.getTime() - played * MINUTE_MS }
}

function clubsOf({ home, away }: Fixture): number[] {
  return [home.id, away.id]
}
