import type { Player } from './squads.ts'

export type Side = 'home' | 'away'

export function opponent(side: Side): Side {
  return side === 'home' ? 'away' : 'home'
}

/** A stretch of play time: minutes since the real kick-off, breaks included, interruptions not. */
export interface Period {
  readonly status: '1H' | 'HT' | '2H' | 'BT' | 'ET' | 'P'
  readonly from: number
  readonly to: number
  /** Minute shown when it begins, and the one it stops at (stoppage goes to `extra`). */
  readonly base: number
  readonly cap: number
}

export interface Incident {
  /** Play time at which it is told, and at which it is taken back (VAR). */
  readonly at: number
  readonly until: number
  readonly minute: number
  readonly extra: number | null
  /** For a goal, the side that gains by it. */
  readonly side: Side
  readonly type: 'Goal' | 'Card' | 'subst' | 'Var'
  readonly detail: string
  readonly player: Player
  /** The maker of a goal; the substitute who comes on. */
  readonly other: Player | null
  readonly comments: string | null
  /** Counts in the score. */
  readonly goal: boolean
  readonly shootout: boolean
  /** Substitutions told the wrong way round. */
  readonly reversed: boolean
}

/** The minute shown at a moment of a period, stoppage apart. */
export function minuteOf(period: Period, played: number): { minute: number; extra: number | null } {
  if (period.base === period.cap) return { minute: period.cap, extra: null }
  const minute = period.base + Math.floor(played - period.from) + 1
  return minute <= period.cap ? { minute, extra: null } : { minute: period.cap, extra: minute - period.cap }
}
