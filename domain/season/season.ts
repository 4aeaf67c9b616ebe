import { type Instant, msOf } from '../common/instant.ts'
import { groupBy } from '../common/lists.ts'

/** The totals that rank a player over the season. `wins`: matches ranked first; `podiums`: matches ranked in the first three. */
export interface SeasonTotals {
  readonly player_id: number
  readonly total_points: number
  readonly wins: number
  readonly podiums: number
  readonly matches_played: number
}

/** How a player's rank has moved since the nightly run seven days before. */
export type Trend = 'up' | 'down' | 'stable'

/** Points that fill the performance bar (spec section 9). */
export const PERFORMANCE_MAX = 3000

/** Days that the trend looks back (decisions, "From ballots to points"). */
export const TREND_DAYS = 7

/**
 * Ranks the season, best first (decisions, "From ballots to points"): by total, wins, podiums, then fewer matches. Players equal in all four
 * share the rank ("1224") and are listed by id.
 */
export function rankSeason<Row extends SeasonTotals>(rows: readonly Row[]): (Row & { rank: number })[] {
  const ordered = rows.toSorted((one, other) => compareTotals(one, other) || one.player_id - other.player_id)
  let rank = 0
  return ordered.map((row, index) => {
    const previous = ordered[index - 1]
    if (previous === undefined || compareTotals(previous, row) !== 0) rank = index + 1
    return { ...row, rank }
  })
}

function compareTotals(one: SeasonTotals, other: SeasonTotals): number {
  return (
    other.total_points - one.total_points ||
    other.wins - one.wins ||
    other.podiums - one.podiums ||
    one.matches_played - other.matches_played
  )
}

/** Returns the filled share of the performance bar, 0 to 1: points / 3000, at most 1 (spec section 2). */
export function performanceShare(points: number): number {
  return Math.min(Math.max(points / PERFORMANCE_MAX, 0), 1)
}

/** Returns the mean of a player's points over the matches they played in the season, as their page shows it; 0 without any. */
export function pointsPerMatch({
  total_points,
  matches_played,
}: Pick<SeasonTotals, 'total_points' | 'matches_played'>): number {
  return matches_played === 0 ? 0 : total_points / matches_played
}

/** Compares a rank with that of seven days before; an unknown one (`null`) is `stable` (decisions, "From ballots to points"). */
export function trendOf(rankNow: number, rankBefore: number | null): Trend {
  if (rankBefore === null || rankBefore === rankNow) return 'stable'
  return rankNow < rankBefore ? 'up' : 'down'
}

/** A player's row in the ranking of a match (spec section 3, match_player_points). */
export interface PointsRow {
  readonly match_id: number
  readonly player_id: number
  readonly player_name: string
  readonly rank: number
  readonly points: number
}

/** A player's row in the lineup of a match; `minutes_played` is unknown if absent or `null`. */
export interface LineupRow {
  readonly match_id: number
  readonly player_id: number
  readonly player_name: string
  readonly minutes_played?: number | null
}

/** A row of the locally aggregated season. */
export interface AggregatedPlayer extends SeasonTotals {
  readonly player_name: string
}

/** First and last moment of a season; `end` is `null` while unknown. */
interface SeasonDates {
  readonly start: Instant
  readonly end: Instant | null
}

interface SeasonMatch {
  readonly id: number
  readonly competition_id: number
  readonly match_date: Instant
}

function isWithin({ start, end }: SeasonDates, { match_date }: SeasonMatch): boolean {
  const kickOff = msOf(match_date)
  return kickOff >= msOf(start) && (end === null || kickOff <= msOf(end))
}

/**
 * Adds the season up from its parts, for when the server's own ranking cannot be read (spec section 7). Counts only `matches` of enabled
 * competitions within the season, and returns only players with points, unranked. A player has played a match if they are ranked in it or are
 * in its lineup with other than 0 minutes.
 */
export function aggregateSeason(
  pointsRows: readonly PointsRow[],
  lineupRows: readonly LineupRow[],
  matches: readonly SeasonMatch[],
  enabledCompetitionIds: readonly number[],
  season: SeasonDates,
): AggregatedPlayer[] {
  const enabled = new Set(enabledCompetitionIds)
  const counted = new Set(matches.filter((m) => enabled.has(m.competition_id) && isWithin(season, m)).map((m) => m.id))
  const points = pointsRows.filter((row) => counted.has(row.match_id))
  const appearances = lineupRows.filter((row) => counted.has(row.match_id) && row.minutes_played !== 0)
  const played = groupBy([...points, ...appearances], (row) => row.player_id)
  return [...groupBy(points, (row) => row.player_id)]
    .map(([playerId, rows]) => addUp(playerId, rows, played.get(playerId) ?? []))
    .filter((player) => player.total_points > 0)
}

function addUp(
  player_id: number,
  rows: readonly PointsRow[],
  played: readonly { readonly match_id: number }[],
): AggregatedPlayer {
  return {
    player_id,
    player_name: rows[0]?.player_name ?? '',
    total_points: rows.reduce((sum, row) => sum + row.points, 0),
    wins: rows.filter((row) => row.rank === 1).length,
    podiums: rows.filter((row) => row.rank <= 3).length,
    matches_played: new Set(played.map((row) => row.match_id)).size,
  }
}
