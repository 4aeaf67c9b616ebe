import { fixturesOn, MOVED_AT_MOST_DAYS } from './calendar.ts'
import { dayOf, HOUR_MS } from './days.ts'
import { dayOfFixture, type Fixture } from './fixture.ts'
import { type Lineup, lineupOf } from './lineup.ts'
import { isInPlay, type Moment, momentOf } from './moment.ts'
import type { Side } from './play.ts'
import { Squads } from './squads.ts'
import { begunFor, type Staging, stagedFixture } from './staging.ts'
import { type Timeline, timelineOf } from './timeline.ts'

/** The world is told this far back and ahead of now. */
export const DAYS_PAST = 31
export const DAYS_AHEAD = 8

/** Matches older than this are no longer known by id either. */
const DAYS_KEPT = 400

/** A match, all that will ever happen in it, and where it stands now. */
export interface Snapshot {
  readonly fixture: Fixture
  readonly lineups: Readonly<Record<Side, Lineup>>
  readonly timeline: Timeline
  readonly moment: Moment
}

/** Longest a match stays in the live list: one that stopped for good leaves it then. */
const LIVE_AT_MOST_MS = 4 * HOUR_MS

interface Drawn {
  readonly lineups: Readonly<Record<Side, Lineup>>
  readonly timeline: Timeline
}

/** All matches of all days as a function of the seed and an instant; each day and match is drawn once, when first asked for. */
export class World {
  readonly seed: string
  readonly squads: Squads
  readonly #days = new Map<number, readonly Fixture[]>()
  readonly #drawn = new Map<number, Drawn>()
  readonly #staged = new Map<number, Fixture>()

  constructor(seed: string) {
    this.seed = seed
    this.squads = new Squads(seed)
  }

  /** Puts a match of the caller's own into the world, in play at this moment. Gives its id. */
  stage(staging: Staging, now: Date): number {
    const fixture = stagedFixture(this.seed, now, this.#staged.size)
    this.#staged.set(fixture.id, begunFor(fixture, this.#draw(fixture).timeline, now, staging))
    return fixture.id
  }

  /** One match by id; null when there is none, or not yet. */
  match(id: number, now: Date): Snapshot | null {
    const staged = this.#staged.get(id)
    if (staged !== undefined) return this.#snapshot(staged, now)
    const day = dayOfFixture(id)
    const today = dayOf(now.getTime())
    if (day < today - DAYS_KEPT || day > today + DAYS_AHEAD) return null
    const fixture = this.#scheduledOn(day).find((one) => one.id === id)
    return fixture ? this.#snapshot(fixture, now) : null
  }

  /** Matches of a UTC day as the calendar stands now, by kick-off; none outside the days that are told. */
  matchesOn(day: number, now: Date, wanted: (fixture: Fixture) => boolean = () => true): Snapshot[] {
    const today = dayOf(now.getTime())
    if (!(day >= today - DAYS_PAST && day <= today + DAYS_AHEAD)) return []
    return [...this.#scheduledOn(day), ...this.#movedInto(day), ...this.#staged.values()]
      .filter(wanted)
      .map((fixture) => this.#snapshot(fixture, now))
      .filter(({ moment }) => dayOf(moment.kickoff) === day)
      .sort((a, b) => a.moment.kickoff - b.moment.kickoff || a.fixture.id - b.fixture.id)
  }

  /** Matches in play. */
  live(now: Date): Snapshot[] {
    const today = dayOf(now.getTime())
    return [...this.matchesOn(today - 1, now), ...this.matchesOn(today, now)].filter(
      ({ moment }) => isInPlay(moment.status) && now.getTime() < moment.kickoff + LIVE_AT_MOST_MS,
    )
  }

  /** Every match told at this instant, of those wanted: the others are not even drawn. */
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
    return Array.from({ length: MOVED_AT_MOST_DAYS }, (_, i) => this.#scheduledOn(day - 1 - i))
      .flat()
      .filter(({ moved }) => moved !== null && dayOf(moved.kickoff) === day)
  }

  #snapshot(fixture: Fixture, now: Date): Snapshot {
    const drawn = this.#draw(fixture)
    return { fixture, ...drawn, moment: momentOf(this.seed, fixture, drawn.timeline, now.getTime()) }
  }

  #draw(fixture: Fixture): Drawn {
    const known = this.#drawn.get(fixture.id)
    if (known) return known
    const lineups = {
      home: lineupOf(this.seed, this.squads, fixture, fixture.home),
      away: lineupOf(this.seed, this.squads, fixture, fixture.away),
    }
    const drawn = { lineups, timeline: timelineOf(this.seed, fixture, lineups) }
    this.#drawn.set(fixture.id, drawn)
    return drawn
  }
}
