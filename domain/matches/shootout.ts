/** A score, home before away. */
interface Goals {
  readonly home: number
  readonly away: number
}

/** A score as a feed reports it: either part may be missing. */
export interface ReportedGoals {
  readonly home: number | null
  readonly away: number | null
}

/** The side that a feed, or a shoot-out, names as the winner. */
export type Winner = 'home' | 'away'

/** A shoot-out: how many penalties went in, and who won; `null` where that is unknown. */
export interface Shootout {
  readonly kicks: Goals | null
  readonly winner: Winner | null
}

/** The scores of a match by a feed. */
export interface ReportedScore {
  /** The feed's short code, upper case. */
  readonly raw_status: string
  /** The score on the board. It should leave the shoot-out out, and does not always. */
  readonly goals: ReportedGoals
  /** After regular time, then goals of extra time alone. */
  readonly fulltime: ReportedGoals
  readonly extratime: ReportedGoals
  readonly kicks: ReportedGoals
  readonly winner: Winner | null
}

/** The score of the match before this reading. */
export interface StoredScore {
  readonly raw_status: string
  readonly goals: ReportedGoals
  readonly shootout: Shootout | null
}

/** The score that a match shows: its goals, extra time included, and its shoot-out apart; `null` without one. */
export interface MatchScore {
  readonly goals: ReportedGoals
  readonly shootout: Shootout | null
}

const UNKNOWN: ReportedGoals = { home: null, away: null }
/** Codes of the provider during a shoot-out, and after it. */
const DURING = 'P'
const AFTER = 'PEN'
/** Codes from which on regular time is over, so that the stored score is the one that a shoot-out decides, or nearly. */
const BEYOND_REGULAR_TIME = ['ET', 'BT', DURING, AFTER]

/**
 * Separates the goals of a match from the penalties of its shoot-out (decisions, "Matches and data"; provider format, section 4). Where a feed adds
 * these to the goals, they are taken off again: by its own count of them, by the score after extra time, or by the score stored before. Unequal goals
 * after a shoot-out that nothing explains are unknown, and so stay as stored. Parts of a shoot-out that a reading leaves out stay as stored too, but for
 * a count that was last read before its end.
 */
export function readScore(seen: ReportedScore, stored: StoredScore | null): MatchScore {
  if (!hasShootout(seen)) return { goals: seen.goals, shootout: null }
  const board = whole(seen.goals)
  const counted = countedKicks(seen)
  const { goals, kicks } = board === null ? { goals: null, kicks: counted } : split(board, counted, seen, stored)
  const known = stored?.shootout ?? null
  const isOver = seen.raw_status !== DURING
  const isCountStale = isOver && stored?.raw_status === DURING
  const shownKicks = kicks ?? (isCountStale ? null : (known?.kicks ?? null))
  return {
    goals: goals ?? UNKNOWN,
    shootout: {
      kicks: shownKicks,
      winner: isOver ? (leader(shownKicks) ?? seen.winner ?? known?.winner ?? null) : null,
    },
  }
}

/** By its code, or because penalties were counted to its end: some feeds end such a match with a code of ordinary play. */
function hasShootout(seen: ReportedScore): boolean {
  if (seen.raw_status === DURING || seen.raw_status === AFTER) return true
  return ['FT', 'AET'].includes(seen.raw_status) && countedKicks(seen) !== null
}

/** The penalties as the feed counts them. An equal count has no winner, so one at the end is not a result. */
function countedKicks({ raw_status, kicks }: ReportedScore): Goals | null {
  const counted = whole(kicks)
  if (counted === null) return null
  return raw_status !== DURING && leader(counted) === null ? null : counted
}

/** Splits the score on the board into goals and penalties. */
function split(board: Goals, counted: Goals | null, seen: ReportedScore, stored: StoredScore | null) {
  const before = scoresBefore(seen, stored)
  if (before.some((score) => isEqual(score, board))) return { goals: board, kicks: counted }
  if (counted !== null) return splitByCount(board, counted, before)
  const isOver = seen.raw_status !== DURING
  // After a shoot-out the sides are never level with the penalties of both added.
  if (isOver && leader(board) === null) return { goals: board, kicks: null }
  const base = before.find((score) => isShootout(minus(board, score), isOver ? seen.winner : null, isOver))
  if (base !== undefined) return { goals: base, kicks: minus(board, base) }
  return { goals: isOver ? null : (before[0] ?? board), kicks: null }
}

function splitByCount(board: Goals, counted: Goals, before: readonly Goals[]) {
  const rest = minus(board, counted)
  const isAdded =
    rest !== null && (before.some((score) => isEqual(score, rest)) || (leader(rest) === null && leader(board) !== null))
  return { goals: isAdded ? rest : board, kicks: counted }
}

/** The scores that the shoot-out may have decided, the likeliest first. */
function scoresBefore({ fulltime, extratime }: ReportedScore, stored: StoredScore | null): Goals[] {
  const extra = whole(extratime)
  // Without a shoot-out of its own, a score stored during or after one may have its penalties in it.
  const isMixed = stored?.shootout === null && [DURING, AFTER].includes(stored.raw_status)
  const last = stored === null || isMixed ? null : whole(stored.goals)
  const isLate = stored !== null && BEYOND_REGULAR_TIME.includes(stored.raw_status)
  const reported = whole(fulltime)
  // Above a score from after regular time: it has the penalties in it too.
  const isAbove = isLate && reported !== null && last !== null && minus(last, reported) === null
  const regular = isAbove ? null : reported
  return [
    regular !== null && extra !== null ? { home: regular.home + extra.home, away: regular.away + extra.away } : null,
    isLate ? last : null,
    regular,
    last,
  ].filter((score) => score !== null)
}

/** Returns whether penalties can have gone in so: not fewer than none and, once it is over, more of the winner. */
function isShootout(kicks: Goals | null, winner: Winner | null, isOver: boolean): boolean {
  if (kicks === null) return false
  const led = leader(kicks)
  return !isOver || (led !== null && (winner === null || led === winner))
}

function whole({ home, away }: ReportedGoals): Goals | null {
  return home === null || away === null ? null : { home, away }
}

function minus(one: Goals, other: Goals): Goals | null {
  const rest = { home: one.home - other.home, away: one.away - other.away }
  return rest.home < 0 || rest.away < 0 ? null : rest
}

function isEqual(one: Goals, other: Goals): boolean {
  return one.home === other.home && one.away === other.away
}

function leader(goals: Goals | null): Winner | null {
  if (goals === null || goals.home === goals.away) return null
  return goals.home > goals.away ? 'home' : 'away'
}
