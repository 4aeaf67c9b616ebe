import type { Fixture } from '../calendar/fixture.ts'
import type { Player } from '../clubs/squads.ts'
import { at, type Random } from '../random.ts'
import type { Lineup } from './lineup.ts'

export type Side = 'home' | 'away'

export function opponent(side: Side): Side {
  return side === 'home' ? 'away' : 'home'
}

/** A period, in play time: minutes since the actual kick-off, with breaks but without interruptions. */
export interface Period {
  readonly status: '1H' | 'HT' | '2H' | 'BT' | 'ET' | 'P'
  readonly from: number
  readonly to: number
  /** Minutes completed when it begins. */
  readonly base: number
  /** Last minute shown. Stoppage beyond it counts as `extra`. */
  readonly cap: number
}

export interface Incident {
  /** Play time at which it is reported. */
  readonly at: number
  /** Play time at which VAR annuls it. */
  readonly until: number
  readonly minute: number
  readonly extra: number | null
  /** For a goal, the side that gains it. */
  readonly side: Side
  readonly type: 'Goal' | 'Card' | 'subst' | 'Var'
  readonly detail: string
  readonly player: Player
  /** The player who assists, or the substitute who enters. */
  readonly other: Player | null
  readonly comments: string | null
  /** Whether it counts in the score. */
  readonly goal: boolean
  readonly shootout: boolean
  /** Whether a substitution is reported the wrong way round. */
  readonly reversed: boolean
}

/** Returns the minute shown at a moment of a period, and the stoppage minutes on top of it. */
export function minuteOf(period: Period, played: number): { minute: number; extra: number | null } {
  if (period.base === period.cap) return { minute: period.cap, extra: null }
  const minute = period.base + Math.floor(played - period.from) + 1
  return minute <= period.cap ? { minute, extra: null } : { minute: period.cap, extra: minute - period.cap }
}

/** The input for drawing a match. */
export interface Drawing {
  readonly random: Random
  readonly fixture: Fixture
  readonly lineups: Readonly<Record<Side, Lineup>>
}

/** A planned incident of a side. Its players are chosen later, among those on the field then. */
export interface Plan {
  readonly at: number
  readonly minute: number
  readonly extra: number | null
  readonly side: Side
  /** End of the period, by which VAR must have decided. */
  readonly latest: number
  readonly kind: 'goal' | 'yellow' | 'red' | 'change'
}

/** Mean goals in ninety minutes. */
const GOALS: Readonly<Record<Side, number>> = { home: 1.5, away: 1.15 }
const NATIONAL_GOALS = 0.9
const YELLOWS = 1.8
const STRAIGHT_RED_RATE = 0.04
const SUBSTITUTIONS: readonly [number, number] = [3, 5]
const SUBSTITUTION_MINUTES: readonly [number, number] = [46, 85]

const SIDES: readonly Side[] = ['home', 'away']

/** Plans the incidents of both sides in a period. */
export function planOf({ random, fixture, lineups }: Drawing, period: Period): Plan[] {
  const share = (period.cap - period.base) / 90
  return SIDES.flatMap((side) => {
    const edge = lineups[side].team.strength / lineups[opponent(side)].team.strength
    const tempo = fixture.home.national ? NATIONAL_GOALS : 1
    const goals = random.poisson(GOALS[side] * edge ** 1.6 * tempo * share)
    const yellows = random.poisson(YELLOWS * share)
    const red = random.chance(STRAIGHT_RED_RATE * share) ? 1 : 0
    return [
      ...moments(random, period, side, 'goal', goals),
      ...moments(random, period, side, 'yellow', yellows),
      ...moments(random, period, side, 'red', red),
      ...changes(random, period, side),
    ]
  })
}

function moments(random: Random, period: Period, side: Side, kind: Plan['kind'], count: number): Plan[] {
  return Array.from({ length: count }, () => {
    const when = period.from + random.next() * (period.to - period.from - 0.2)
    return { at: when, ...minuteOf(period, when), side, latest: period.to, kind }
  })
}

/** Plans substitutions: in two or three windows of the second half, and one more in extra time. */
function changes(random: Random, period: Period, side: Side): Plan[] {
  if (period.status === 'ET') return moments(random, period, side, 'change', period.base === 90 ? 1 : 0)
  if (period.status !== '2H') return []
  const windows = Array.from({ length: random.int(2, 3) }, () => random.int(...SUBSTITUTION_MINUTES))
  return Array.from({ length: random.int(...SUBSTITUTIONS) }, (_, i) => {
    const minute = at(windows, i)
    return {
      at: period.from + minute - 46 + 0.1 + i * 0.05,
      minute,
      extra: null,
      side,
      latest: period.to,
      kind: 'change' as const,
    }
  })
}
