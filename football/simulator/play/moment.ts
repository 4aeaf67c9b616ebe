import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { type Fixture, LATE_START_MINUTES } from '../calendar/fixture.ts'
import { Random } from '../random.ts'
import { minuteOf } from './play.ts'
import type { Timeline } from './timeline.ts'

export type Status =
  | 'TBD'
  | 'NS'
  | '1H'
  | 'HT'
  | '2H'
  | 'ET'
  | 'BT'
  | 'P'
  | 'LIVE'
  | 'INT'
  | 'SUSP'
  | 'FT'
  | 'AET'
  | 'PEN'
  | 'PST'
  | 'CANC'
  | 'ABD'
  | 'AWD'
  | 'WO'

/** The state of a match at one instant. */
export interface Moment {
  readonly status: Status
  readonly minute: number | null
  readonly extra: number | null
  /** Kick-off as scheduled at that instant, in ms. */
  readonly kickoff: number
  readonly hourKnown: boolean
  /** Play time so far in minutes, breaks included, and growing on after the end; `null` if not (yet) played. */
  readonly played: number | null
  /** Instant of the final whistle, once it has blown. */
  readonly finishedAt: number | null
}

/** Times before kick-off at which these are announced. */
const POSTPONED_MS = 6 * HOUR_MS
const CANCELLED_MS = 3 * HOUR_MS
const WALKOVER_MS = 2 * HOUR_MS
/** Time after kick-off at which a match is awarded because a side has not come. */
const AWARDED_MS = HOUR_MS
/** Time after kick-off at which a match without live score is reported as finished. */
const SILENT_MS = 20 * HOUR_MS
const INTERRUPTION_MINUTES: readonly [number, number] = [18, 30]
/** Minutes for which a stopped match is first reported as interrupted. */
const STOP_CONFIRMED_AFTER = 20
/** Ranges of play time in which a match may stop, one in each half. */
const STOPS: readonly (readonly [number, number])[] = [
  [20, 42],
  [68, 95],
]

/** Returns the state of a match at `now`. */
export function momentOf(seed: string, fixture: Fixture, timeline: Timeline, now: number): Moment {
  const moved = fixture.moved !== null && now >= fixture.moved.announcedAt
  const kickoff = moved && fixture.moved !== null ? fixture.moved.kickoff : fixture.kickoff
  const known = now >= fixture.hourKnownFrom
  const idle = (status: Status): Moment => ({
    status: status === 'NS' && !known ? 'TBD' : status,
    minute: null,
    extra: null,
    kickoff,
    hourKnown: known,
    played: null,
    finishedAt: null,
  })
  const unplayed = unplayedStatus(fixture, now, moved)
  if (unplayed !== null) return idle(unplayed)
  const clock = new Stopwatch(seed, fixture, timeline, kickoff)
  return clock.read(now) ?? idle('NS')
}

/** Returns the status of a match that is not played on this date, or `null` when it is. */
function unplayedStatus(fixture: Fixture, now: number, moved: boolean): Status | null {
  const announced = (from: number, status: Status) => (now >= from ? status : 'NS')
  switch (fixture.fate) {
    case 'postponed':
      return moved ? null : announced(fixture.kickoff - POSTPONED_MS, 'PST')
    case 'cancelled':
      return announced(fixture.kickoff - CANCELLED_MS, 'CANC')
    case 'walkover':
      return announced(fixture.kickoff - WALKOVER_MS, 'WO')
    case 'awarded':
      return announced(fixture.kickoff + AWARDED_MS, 'AWD')
    case 'silent':
      return now < fixture.kickoff + SILENT_MS ? 'NS' : null
    default:
      return null
  }
}

/** Converts wall time into play time. */
class Stopwatch {
  readonly #fixture: Fixture
  readonly #timeline: Timeline
  readonly #kickoff: number
  readonly #delay: number
  /** Play time at which play stops, and the minutes until it continues. */
  readonly #stop: { readonly at: number; readonly minutes: number } | null

  constructor(seed: string, fixture: Fixture, timeline: Timeline, kickoff: number) {
    this.#fixture = fixture
    this.#timeline = timeline
    this.#kickoff = kickoff
    this.#delay = fixture.fate === 'late' ? LATE_START_MINUTES : 0
    const random = new Random(seed, 'stop', fixture.id)
    const stop = random.int(...random.pick(STOPS))
    const minutes = random.int(...INTERRUPTION_MINUTES)
    const forGood = fixture.fate === 'suspended' || fixture.fate === 'abandoned'
    if (forGood) this.#stop = { at: stop, minutes: Number.POSITIVE_INFINITY }
    else this.#stop = fixture.fate === 'interrupted' ? { at: stop, minutes } : null
  }

  read(now: number): Moment | null {
    const wall = (now - this.#kickoff) / MINUTE_MS - this.#delay
    if (wall < 0) return null
    const stop = this.#stop
    if (stop === null || wall < stop.at) return this.#running(wall)
    if (wall >= stop.at + stop.minutes) return this.#running(wall - stop.minutes)
    return { ...this.#running(stop.at), status: this.#stopStatus(wall - stop.at) }
  }

  #stopStatus(since: number): Status {
    if (this.#fixture.fate === 'interrupted' || since < STOP_CONFIRMED_AFTER) return 'INT'
    return this.#fixture.fate === 'suspended' ? 'SUSP' : 'ABD'
  }

  #running(played: number): Moment {
    const shared = { kickoff: this.#kickoff, hourKnown: true, played }
    const { periods, end, decidedBy, stoppage } = this.#timeline
    if (played >= end) {
      const extra = decidedBy === 'FT' ? stoppage : null
      const finishedAt = this.#kickoff + (end + this.#delay + this.#lost()) * MINUTE_MS
      return { ...shared, status: decidedBy, minute: decidedBy === 'FT' ? 90 : 120, extra, finishedAt }
    }
    if (this.#fixture.fate === 'bare') return { ...shared, status: 'LIVE', minute: null, extra: null, finishedAt: null }
    const period = periods.find(({ from, to }) => played >= from && played < to)
    if (!period) throw new RangeError(`no period at ${played} of match ${this.#fixture.id}`)
    const { minute, extra } = minuteOf(period, played)
    return { ...shared, status: period.status, minute, extra, finishedAt: null }
  }

  #lost(): number {
    return this.#stop !== null && Number.isFinite(this.#stop.minutes) ? this.#stop.minutes : 0
  }
}

const IN_PLAY: ReadonlySet<Status> = new Set(['1H', 'HT', '2H', 'ET', 'BT', 'P', 'LIVE', 'INT', 'SUSP'])

export function isInPlay(status: Status): boolean {
  return IN_PLAY.has(status)
}
