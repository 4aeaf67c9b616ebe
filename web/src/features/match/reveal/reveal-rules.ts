import { DAY_MS } from '@tribune/domain/common/instant.ts'

/** Days after the closing of a vote in which its result is still revealed. */
const REVEAL_DAYS = 7

/** A match, and which attempt at it: a replay has a result of its own. */
export interface RevealKey {
  readonly matchId: number
  readonly attempt: number
}

/** Memory of this phone about a result: nothing, the match opened before the publication, or the result revealed. */
export type RevealMemory = 'nothing' | 'awaited' | 'revealed'

/** Facts that decide whether a published result is revealed to a fan. */
interface RevealCase {
  /** Number of ranked players; without any there is no podium. */
  readonly ranked: number
  /** When the vote closed; null without a whistle. */
  readonly closedAt: Date | null
  readonly now: Date
  /** The fan has a ballot on this attempt, complete or not. */
  readonly voted: boolean
  readonly memory: RevealMemory
}

/** Returns whether to reveal a published result: once, within days, to a fan who has voted on the match or opened it before the publication. */
export function isRevealDue({ ranked, closedAt, now, voted, memory }: RevealCase): boolean {
  if (ranked === 0 || closedAt === null || now.getTime() - closedAt.getTime() > REVEAL_DAYS * DAY_MS) return false
  return memory === 'awaited' || (memory === 'nothing' && voted)
}

/** The screen at the moment of a reveal. */
interface RevealStage {
  readonly visible: boolean
  readonly online: boolean
  /** The data on screen is a stored answer. */
  readonly stale: boolean
  /** A dialog or note of the fan is open. */
  readonly covered: boolean
}

/** Returns whether a reveal that is due may open now. Otherwise it waits. */
export function canReveal({ visible, online, stale, covered }: RevealStage): boolean {
  return visible && online && !stale && !covered
}
