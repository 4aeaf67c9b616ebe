/** Matches of the form strip on a player's page, the newest ones. */
export const FORM_MATCHES = 5

/** Most matches that the points-per-match chart draws, the newest ones. */
export const CHART_MATCHES = 40

/** A finished match of a player, as far as its outcome goes. `minutes_played` 0: known not to have played; null: unknown. */
export interface FormMatch {
  readonly minutes_played: number | null
  readonly points: number
  readonly published: boolean
  readonly source: 'votes' | 'ratings_fallback' | null
}

/**
 * What a finished match gave a player (spec section 2, match detail and player page): points; none because they did not play, because the
 * result is not out yet, because nothing ranked the match, or because they are outside the top ten.
 */
export type Outcome = 'ranked' | 'absent' | 'pending' | 'unranked' | 'outside'

/** Outcome of a match for a player. Points speak first: a player without known minutes may have been voted for. */
export function outcomeOf(match: FormMatch): Outcome {
  if (match.points > 0) return 'ranked'
  if (match.minutes_played === 0) return 'absent'
  if (!match.published) return 'pending'
  return match.source === null ? 'unranked' : 'outside'
}

/** A player as a match lists them. `did_play` comes from its lineup, null while unknown; `points` null for the unranked. */
export interface LinedUpPlayer {
  readonly did_play: boolean | null
  readonly points: number | null
}

/**
 * Outcome of a match for a player of its own list (spec section 2, match detail). Here the lineup speaks first: who is known not to
 * have played has none to show. `published`: the match has a ranking, so that a player without points is outside of it.
 */
export function outcomeInMatch({ did_play, points }: LinedUpPlayer, published: boolean): Exclude<Outcome, 'unranked'> {
  if (did_play === false) return 'absent'
  if (!published) return 'pending'
  return (points ?? 0) > 0 ? 'ranked' : 'outside'
}

/** The newest `count` of a history that comes newest first, in the order in which they were played. */
export function newest<Match>(history: readonly Match[], count: number): Match[] {
  return history.slice(0, count).toReversed()
}

/** Matches played whose result is out, with the sum, mean and greatest of their points; 0 without any. */
export interface PointsSummary {
  readonly played: number
  readonly total: number
  readonly average: number
  readonly best: number
}

/** Sums up the points of some matches of a player. */
export function sumUpPoints(matches: readonly FormMatch[]): PointsSummary {
  const points = matches
    .filter((match) => !['absent', 'pending'].includes(outcomeOf(match)))
    .map(({ points }) => points)
  const total = points.reduce((sum, one) => sum + one, 0)
  return {
    played: points.length,
    total,
    average: points.length === 0 ? 0 : total / points.length,
    best: Math.max(0, ...points),
  }
}

/** Tops of a scale whose half is a round number too, between 1 and 10. */
const ROUND_TOPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const
const LEAST_TOP = 100

/** Top of the chart's scale: the next round number from the most points on, at least the 100 of a plain first place. */
export function scaleTop(most: number): number {
  if (most <= LEAST_TOP) return LEAST_TOP
  const magnitude = 10 ** Math.floor(Math.log10(most))
  return (ROUND_TOPS.find((top) => top * magnitude >= most) ?? 10) * magnitude
}
