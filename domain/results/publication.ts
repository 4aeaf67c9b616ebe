import { HOUR_MS } from '../common/instant.ts'

/** Returns whether the result of a stored match is published. Until then nothing about it may be shown. */
export function isMatchPublished({ published_at }: { readonly published_at: Date | null }): boolean {
  return published_at !== null
}

/** The result of a match as its screen has it: where its points are from, or why there will be none; both `null` before it is published. */
interface Result {
  readonly source: string | null
  readonly reason: string | null
}

/** Returns whether a match's result is out, if only to say that it has none. Nothing corrects its course from then on. */
export function isPublished({ source, reason }: Result): boolean {
  return source !== null || reason !== null
}

/** A result is provisional if more than this share of its ballots was set aside. */
export const PROVISIONAL_SHARE = 0.3
/** Hours after which a provisional result is final without a decision. */
export const PROVISIONAL_HOURS = 24

/** One of the first three of a ranking. */
export interface FirstRow {
  readonly player_id: number
  readonly player_name: string
  readonly rank: number
  readonly points: number
}

/** Effect of the integrity rule on a result. */
interface Effect {
  /** Ballots that count, and those that were set aside. */
  readonly counted: number
  readonly aside: number
  /** Whether the first three would be others, or in another order, if all ballots counted. */
  readonly firstChanged: boolean
  /** Whether the rule could run. */
  readonly judged: boolean
}

/** Returns whether a result is published as provisional, for the operator to look at (decisions, "Integrity and audit"). */
export function isProvisional({ counted, aside, firstChanged, judged }: Effect): boolean {
  return !judged || firstChanged || aside > PROVISIONAL_SHARE * (counted + aside)
}

/** Returns when a provisional result that is published at `now` becomes final without a decision. */
export function provisionalUntil(now: Date): Date {
  return new Date(now.getTime() + PROVISIONAL_HOURS * HOUR_MS)
}
