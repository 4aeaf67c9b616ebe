/** Newest matches in the form strip of a player's page. */
export const FORM_MATCHES = 5

/** Newest matches that the points-per-match chart draws at most. */
export const CHART_MATCHES = 40

/** A finished match of a player, with what decides its outcome. `minutes_played` is 0 if they did not play, `null` if unknown. */
export interface FormMatch {
  readonly minutes_played: number | null
  readonly points: number
  readonly published: boolean
  readonly source: 'votes' | 'ratings_fallback' | null
}

/**
 * What a finished match brought a player (spec section 2, match detail and player page): points (`ranked`), or none because they did not
 * play (`absent`), the result is not published (`pending`), nothing ranked the match (`unranked`), or they finished `outside` the top ten.
 */
export type Outcome = 'ranked' | 'absent' | 'pending' | 'unranked' | 'outside'

/** Returns the outcome of a match for a player. Points win over minutes: fans may have voted for a player listed with 0 minutes. */
export function outcomeOf(match: FormMatch): Outcome {
  if (match.points > 0) return 'ranked'
  if (match.minutes_played === 0) return 'absent'
  if (!match.published) return 'pending'
  return match.source === null ? 'unranked' : 'outside'
}

/** A player in a match's list. `did_play` comes from the lineup and is `null` while unknown; `points` is `null` if unranked. */
export interface LinedUpPlayer {
  readonly did_play: boolean | null
  readonly points: number | null
}

/**
 * Returns the outcome that a match's own list shows for a player (spec section 2, match detail). Here the lineup wins over points: a player
 * who did not play is `absent`. `published`: the match has a ranking, so a player without points is `outside`.
 */
export function outcomeInMatch({ did_play, points }: LinedUpPlayer, published: boolean): Exclude<Outcome, 'unranked'> {
  if (did_play === false) return 'absent'
  if (!published) return 'pending'
  return (points ?? 0) > 0 ? 'ranked' : 'outside'
}

/** Takes the newest `count` matches of a history sorted newest first, and returns them in the order in which they were played. */
export function newest<Match>(history: readonly Match[], count: number): Match[] {
  return history.slice(0, count).toReversed()
}

/** Number of matches played and published, with the sum, mean and maximum of their points; all 0 without any. */
export interface PointsSummary {
  readonly played: number
  readonly total: number
  readonly average: number
  readonly best: number
}

/** Summarises a player's points over the matches they played whose result is published. */
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

/** Scale tops between 1 and 10 whose half is a round number too. */
const ROUND_TOPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const
const MIN_TOP = 100

/** Returns the top of the chart's scale: `maxPoints` rounded up to a round number, at least the 100 points of an unweighted first place. */
export function scaleTop(maxPoints: number): number {
  if (maxPoints <= MIN_TOP) return MIN_TOP
  const magnitude = 10 ** Math.floor(Math.log10(maxPoints))
  return (ROUND_TOPS.find((top) => top * magnitude >= maxPoints) ?? 10) * magnitude
}
