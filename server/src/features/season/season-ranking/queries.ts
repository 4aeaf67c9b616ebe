import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import type { SeasonSpan } from '@tribune/domain/season/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import type { Database, Db } from '../../../infra/database/pool.ts'

/** Which matches count in a season. `end` is exclusive. */
export interface SeasonBounds {
  readonly start: Date
  readonly end: Date
  /** Competitions that do not count; `null` for those that are hidden now. */
  readonly hidden: readonly number[] | null
}

export interface SeasonTotalsRow {
  readonly player_id: number
  readonly player_name: string
  readonly last_team: string | null
  readonly photo_url: string | null
  readonly matches_played: number
  readonly total_points: number
  readonly wins: number
  readonly podiums: number
}

/** Updates the planner's statistics. After many inserts, as at a first start, plans without them take minutes. */
export async function gatherStatistics(db: Database): Promise<void> {
  await sql`ANALYZE matches, match_lineups, match_player_points`.execute(db)
}

/** Raises the statement limit to a minute for the rest of the transaction, for a first season that no fan waits for. */
export async function allowLongWork(db: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = '60s'`.execute(db)
}

/** Published matches of the competitions that count in a season. */
const countedMatches = (season: SeasonBounds) => sql`
  SELECT m.id FROM matches m JOIN available_competitions c ON c.id = m.competition_id
  WHERE m.published_at IS NOT NULL AND m.id <> ${DEMO_MATCH_ID} AND m.match_date >= ${season.start} AND m.match_date < ${season.end}
    AND CASE WHEN ${season.hidden}::integer[] IS NULL THEN c.enabled
      ELSE c.id <> ALL (${season.hidden}::integer[]) END`

/**
 * Players and matches: those in which they have points, and the lineups in which they stand. They have played where {@link HAS_PLAYED} holds, which
 * stands outside: a condition inside would keep the planner from the indexes, and each published match would read all lineups.
 */
const APPEARANCES = sql`
  SELECT p.player_id, p.match_id, NULL::smallint AS minutes_played FROM match_player_points p
  UNION ALL
  SELECT l.player_id, l.match_id, l.minutes_played FROM match_lineups l`
/** With points, with minutes, or in a lineup that does not know the minutes. */
const HAS_PLAYED = sql`a.minutes_played IS DISTINCT FROM 0`

/** Sums a season's totals over published matches of the competitions that count in it, for some players or for all (`null`). */
export async function seasonTotals(
  db: Db,
  season: SeasonBounds,
  ids: readonly number[] | null,
): Promise<SeasonTotalsRow[]> {
  const { rows } = await sql<SeasonTotalsRow>`
    WITH counted AS (${countedMatches(season)}), points AS (
      SELECT p.player_id, sum(p.points)::integer AS total_points, count(*) FILTER (WHERE p.rank = 1)::integer AS wins,
        count(*) FILTER (WHERE p.rank <= 3)::integer AS podiums
      FROM match_player_points p JOIN counted m ON m.id = p.match_id
      WHERE ${ids}::bigint[] IS NULL OR p.player_id = ANY (${ids}::bigint[])
      GROUP BY p.player_id HAVING sum(p.points) > 0
    ), played AS (
      SELECT a.player_id, count(DISTINCT a.match_id)::integer AS matches_played FROM (${APPEARANCES}) a
      JOIN counted m ON m.id = a.match_id WHERE a.player_id IN (SELECT player_id FROM points) AND ${HAS_PLAYED}
      GROUP BY a.player_id
    )
    SELECT p.player_id, r.name AS player_name, r.last_team, r.photo_url, d.matches_played, p.total_points, p.wins, p.podiums
    FROM points p JOIN players_ref r ON r.id = p.player_id JOIN played d ON d.player_id = p.player_id`.execute(db)
  return rows
}

/** Counts the matches that a player has played in a season, with points or without. */
export async function matchesPlayed(db: Db, season: SeasonBounds, playerId: number): Promise<number> {
  const counted = sql<{ matches: number }>`
    SELECT count(DISTINCT a.match_id)::integer AS matches FROM (${APPEARANCES}) a
    JOIN (${countedMatches(season)}) m ON m.id = a.match_id WHERE a.player_id = ${playerId} AND ${HAS_PLAYED}`
  return (await counted.execute(db)).rows[0]?.matches ?? 0
}

export function storedSeason(db: Db, seasonId: number) {
  return db
    .selectFrom('season_player_points')
    .where('season_id', '=', seasonId)
    .select(['player_id', 'total_points', 'wins', 'podiums', 'matches_played', 'rank'])
    .execute()
}

export async function saveSeasonRows(
  db: Db,
  seasonId: number,
  rows: readonly (SeasonTotalsRow & { rank: number; search_name: string })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO season_player_points AS s (season_id, player_id, player_name, last_team, photo_url, search_name, matches_played,
      total_points, wins, podiums, rank)
    SELECT ${seasonId}, player_id, player_name, last_team, photo_url, search_name, matches_played, total_points, wins,
      podiums, rank
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (player_id bigint, player_name text, last_team text,
      photo_url text, search_name text, matches_played integer, total_points integer, wins integer, podiums integer,
      rank integer)
    ON CONFLICT (season_id, player_id) DO UPDATE SET player_name = excluded.player_name, last_team = excluded.last_team,
      photo_url = excluded.photo_url, search_name = excluded.search_name, matches_played = excluded.matches_played,
      total_points = excluded.total_points, wins = excluded.wins, podiums = excluded.podiums, rank = excluded.rank,
      updated_at = now()
    WHERE (s.player_name, s.last_team, s.photo_url, s.matches_played, s.total_points, s.wins, s.podiums, s.rank)
      IS DISTINCT FROM (excluded.player_name, excluded.last_team, excluded.photo_url, excluded.matches_played,
        excluded.total_points, excluded.wins, excluded.podiums, excluded.rank)`.execute(db)
}

export async function saveRanks(
  db: Db,
  seasonId: number,
  ranks: readonly { player_id: number; rank: number }[],
): Promise<void> {
  if (ranks.length === 0) return
  await sql`
    UPDATE season_player_points s SET rank = r.rank, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(ranks)}::jsonb) AS r (player_id bigint, rank integer)
    WHERE s.season_id = ${seasonId} AND s.player_id = r.player_id AND s.rank <> r.rank`.execute(db)
}

/** Deletes a season's rows of players who no longer have points: all except `remaining`, or only among `ids`. */
export async function dropSeasonRows(
  db: Db,
  seasonId: number,
  remaining: readonly number[],
  ids: readonly number[] | null,
): Promise<void> {
  await sql`
    DELETE FROM season_player_points WHERE season_id = ${seasonId} AND NOT (player_id = ANY (${remaining}::bigint[]))
    AND (${ids}::bigint[] IS NULL OR player_id = ANY (${ids}::bigint[]))`.execute(db)
}

export interface SeasonPage {
  readonly seasonId: number
  readonly limit: number
  readonly offset: number
  /** Already normalised by the domain; empty for no search. */
  readonly search: string
  /** Day of the ranks that the trend compares with. */
  readonly before: string
}

/** Matches names that contain the search. From three letters on a trigram index finds them; shorter searches scan all names. */
function named(search: string) {
  return search === '' ? sql`` : sql`AND search_name LIKE ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`
}

const BEST_FIRST = sql`rank, player_name, player_id`

/** Selects complete rows of the players in `ids`, best first, each with the earlier rank for its trend. */
async function seasonRows(db: Db, seasonId: number, ids: RawBuilder<unknown>, before: string) {
  const { rows } = await sql<SeasonTotalsRow & { rank: number; rank_before: number | null; updated_at: Date }>`
    WITH wanted AS MATERIALIZED (${ids})
    SELECT s.*, h.rank AS rank_before FROM wanted
    JOIN season_player_points s ON s.season_id = ${seasonId} AND s.player_id = wanted.player_id
    LEFT JOIN season_rank_history h ON h.season_id = s.season_id AND h.player_id = s.player_id AND h.day = ${before}::date
    ORDER BY s.rank, s.player_name, s.player_id`.execute(db)
  return rows
}

/** Selects one page. Finds its offset in the index alone, and then reads only its own rows. */
export function seasonPage(db: Db, { seasonId, limit, offset, search, before }: SeasonPage) {
  const ids = sql`SELECT player_id FROM season_player_points WHERE season_id = ${seasonId} ${named(search)}
    ORDER BY ${BEST_FIRST} LIMIT ${limit} OFFSET ${offset}`
  return seasonRows(db, seasonId, ids, before)
}

/** Selects the best of some players. */
export function seasonAmong(db: Db, seasonId: number, players: readonly number[], limit: number, before: string) {
  const ids = sql`SELECT player_id FROM season_player_points WHERE season_id = ${seasonId} AND player_id = ANY (${players}::bigint[])
    ORDER BY ${BEST_FIRST} LIMIT ${limit}`
  return seasonRows(db, seasonId, ids, before)
}

/** Counts the players of a season, or those that a search finds. */
export async function seasonSize(db: Db, seasonId: number, search: string): Promise<number> {
  const counted = sql<{ total: number }>`SELECT count(*)::integer AS total FROM season_player_points
    WHERE season_id = ${seasonId} ${named(search)}`
  return (await counted.execute(db)).rows[0]?.total ?? 0
}

export function seasonOf(db: Db, seasonId: number, playerId: number | undefined, limit: number) {
  let query = db.selectFrom('season_player_points').selectAll().where('season_id', '=', seasonId)
  if (playerId !== undefined) query = query.where('player_id', '=', playerId)
  return query.orderBy('rank').orderBy('player_name').orderBy('player_id').limit(limit).execute()
}

/** Saves a season's ranks of today for the trend, and deletes those that it no longer needs. */
export async function saveTrendRanks(db: Db, seasonId: number, today: string, oldest: string): Promise<void> {
  await sql`
    INSERT INTO season_rank_history (season_id, day, player_id, rank)
    SELECT season_id, ${today}::date, player_id, rank FROM season_player_points WHERE season_id = ${seasonId}
    ON CONFLICT (season_id, day, player_id) DO UPDATE SET rank = excluded.rank`.execute(db)
  await sql`DELETE FROM season_rank_history WHERE day < ${oldest}::date`.execute(db)
}

/** Selects the players whom a fan has picked in matches of a season. */
export async function podiumPlayersOf(
  db: Db,
  fanId: string,
  { start, end }: SeasonSpan,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ player_id: number }>`
    SELECT DISTINCT p.player_id FROM votes v JOIN matches m ON m.id = v.match_id
    CROSS JOIN LATERAL (VALUES (v.first_id), (v.second_id), (v.third_id)) AS p (player_id)
    WHERE v.bucket = ${bucketOf(fanId)} AND v.user_id = ${fanId} AND m.match_date >= ${start} AND m.match_date < ${end} AND p.player_id IS NOT NULL
    ORDER BY p.player_id LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.player_id)
}
