import type { Player } from '../clubs/squads.ts'

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
