import type { RankedPlayer } from '@tribune/domain/ranking.ts'
import type { Ballot, Tally } from '@tribune/domain/tally.ts'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../infra/database/any-of.ts'
import type { Database, Db } from '../../infra/database/pool.ts'

/** The running tally of a match, its buckets summed, read in one statement so that its parts agree. */
export async function readTally(db: Db, matchId: number): Promise<Tally & { changes: number }> {
  const { rows } = await sql<{ voters: number; changes: number; players: Tally['players']; duels: Tally['duels'] }>`
    SELECT
      coalesce((SELECT sum(voters) FROM match_ballots WHERE match_id = ${matchId}), 0)::integer AS voters,
      coalesce((SELECT sum(changes) FROM match_ballots WHERE match_id = ${matchId}), 0)::bigint AS changes,
      (SELECT coalesce(json_agg(p ORDER BY p.player_id), '[]') FROM (
        SELECT player_id, sum(firsts) AS firsts, sum(seconds) AS seconds, sum(thirds) AS thirds
        FROM match_tallies WHERE match_id = ${matchId} GROUP BY player_id
        HAVING sum(firsts) <> 0 OR sum(seconds) <> 0 OR sum(thirds) <> 0) p) AS players,
      (SELECT coalesce(json_agg(d ORDER BY d.above_id, d.below_id), '[]') FROM (
        SELECT above_id, below_id, sum(ballots) AS ballots
        FROM match_duels WHERE match_id = ${matchId} GROUP BY above_id, below_id HAVING sum(ballots) <> 0) d) AS duels
  `.execute(db)
  return rows[0] ?? { voters: 0, changes: 0, players: [], duels: [] }
}

/** The complete ballots of a match themselves: what a recount starts from. */
export async function completeBallots(db: Db, matchId: number): Promise<Ballot[]> {
  const { rows } = await sql<{ ballot: [number, number, number] }>`
    SELECT json_build_array(first_id, second_id, third_id) AS ballot FROM votes
    WHERE match_id = ${matchId} AND complete`.execute(db)
  return rows.map((row) => row.ballot)
}

/** Counts a match's running tally again from its ballots. Locks the match, so that no ballot moves meanwhile. */
export async function rebuildTally(db: Database, matchId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBallots(tx, matchId)
    await recount(tx, matchId)
  })
}

/** Waits for the ballots of a match under way, and lets none pass for the rest of the transaction. */
export async function lockBallots(db: Db, matchId: number): Promise<void> {
  await db.selectFrom('matches').select('id').where('id', '=', matchId).forUpdate().executeTakeFirst()
}

/** Counts a match's tally again; the caller holds its ballots locked. */
export async function recount(db: Db, matchId: number): Promise<void> {
  for (const table of ['match_ballots', 'match_tallies', 'match_duels'] as const) {
    await db.deleteFrom(table).where('match_id', '=', matchId).execute()
  }
  await sql`
    INSERT INTO match_ballots (match_id, bucket, voters, changes)
    SELECT ${matchId}, 0, count(*) FILTER (WHERE complete), count(*) FROM votes WHERE match_id = ${matchId}`.execute(db)
  await sql`
    INSERT INTO match_tallies (match_id, bucket, player_id, firsts, seconds, thirds)
    SELECT v.match_id, 0, p.player_id, sum(p.f), sum(p.s), sum(p.t) FROM votes v
    CROSS JOIN LATERAL (VALUES (v.first_id, 1, 0, 0), (v.second_id, 0, 1, 0), (v.third_id, 0, 0, 1)) AS p (player_id, f, s, t)
    WHERE v.match_id = ${matchId} AND v.complete GROUP BY v.match_id, p.player_id`.execute(db)
  await sql`
    INSERT INTO match_duels (match_id, bucket, above_id, below_id, ballots)
    SELECT v.match_id, 0, d.above_id, d.below_id, count(*) FROM votes v
    CROSS JOIN LATERAL (VALUES (v.first_id, v.second_id), (v.first_id, v.third_id), (v.second_id, v.third_id))
      AS d (above_id, below_id)
    WHERE v.match_id = ${matchId} AND v.complete GROUP BY v.match_id, d.above_id, d.below_id`.execute(db)
}

/** Now by the database's clock, the one that ballots are measured with. */
const databaseTime = (clockOffsetMs: number) =>
  sql<Date>`clock_timestamp() + ${`${clockOffsetMs} milliseconds`}::interval`

/** A match as ranking needs it. `over`: its window has passed. */
export async function lockMatch(db: Db, matchId: number, clockOffsetMs: number) {
  const over = sql<boolean>`status = 'finished' AND votes_close_at <= ${databaseTime(clockOffsetMs)}`
  const seen = await db
    .selectFrom('matches')
    .select(over.as('over'))
    .where('id', '=', matchId)
    .where('published_at', 'is', null)
    .executeTakeFirst()
  const query = db.selectFrom('matches').selectAll().where('id', '=', matchId)
  // A publication waits for ballots under way, and they for it; all else lets them pass.
  const isOver = seen?.over === true
  const match = await (isOver ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst()
  return match === undefined ? undefined : { ...match, over: isOver }
}

export function ratedPlayers(db: Db, matchId: number) {
  return db
    .selectFrom('match_lineups')
    .select(['player_id', 'player_name', 'rating', 'minutes_played'])
    .where('match_id', '=', matchId)
    .execute()
}

export function namesOf(db: Db, ids: readonly number[]) {
  return db.selectFrom('players_ref').select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
}

/** Makes a match's stored ranking equal to `ranked`; gives the players whose line appeared, changed or went. */
export async function saveRanking(
  db: Db,
  matchId: number,
  ranked: readonly RankedPlayer[],
  voters: number,
  source: 'votes' | 'ratings_fallback' | null,
): Promise<number[]> {
  const rows = JSON.stringify(ranked)
  const { rows: touched } = await sql<{ player_id: number }>`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS r (player_id bigint, player_name text, rank smallint,
        points integer, score integer, firsts integer, seconds integer, thirds integer, total_votes integer)
    ), gone AS (
      DELETE FROM match_player_points p WHERE match_id = ${matchId}
        AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.player_id = p.player_id) RETURNING player_id
    ), written AS (
      INSERT INTO match_player_points AS p (match_id, player_id, player_name, rank, points, total_votes, unique_voters,
        source, score, firsts, seconds, thirds)
      SELECT ${matchId}, player_id, player_name, rank, points, total_votes, ${voters}, ${source}, score, firsts, seconds,
        thirds FROM wanted ORDER BY player_id
      ON CONFLICT (match_id, player_id) DO UPDATE SET player_name = excluded.player_name, rank = excluded.rank,
        points = excluded.points, total_votes = excluded.total_votes, unique_voters = excluded.unique_voters,
        source = excluded.source, score = excluded.score, firsts = excluded.firsts, seconds = excluded.seconds,
        thirds = excluded.thirds, created_at = now()
      WHERE (p.player_name, p.rank, p.points, p.total_votes, p.unique_voters, p.source, p.score, p.firsts, p.seconds, p.thirds)
        IS DISTINCT FROM (excluded.player_name, excluded.rank, excluded.points, excluded.total_votes,
          excluded.unique_voters, excluded.source, excluded.score, excluded.firsts, excluded.seconds, excluded.thirds)
      RETURNING player_id
    )
    SELECT player_id FROM gone UNION SELECT player_id FROM written`.execute(db)
  return touched.map((row) => row.player_id)
}

export interface RankedMatch {
  readonly id: number
  readonly changes: number
  readonly rankedAt: Date
  readonly publishedAt: Date | null
  readonly source: 'votes' | 'ratings_fallback' | null
  readonly reason: 'no_ratings' | null
  readonly voters: number
}

export async function saveMatchRanking(db: Db, match: RankedMatch): Promise<void> {
  await db
    .updateTable('matches')
    .set({
      ranked_changes: match.changes,
      ranked_at: match.rankedAt,
      published_at: match.publishedAt,
      ranking_source: match.source,
      ranking_reason: match.reason,
      voters: match.voters,
    })
    .where('id', '=', match.id)
    .execute()
}

/** Matches open to votes by the database's clock whose ballots changed since they were last ranked. */
export async function openMatchesToRank(db: Db, clockOffsetMs: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m
    WHERE m.votes_open AND m.published_at IS NULL
      AND (m.votes_close_at IS NULL OR m.votes_close_at > ${databaseTime(clockOffsetMs)})
      AND (SELECT coalesce(sum(b.changes), 0) FROM match_ballots b WHERE b.match_id = m.id) <> m.ranked_changes
    ORDER BY m.ranked_at NULLS FIRST LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Finished matches whose window has passed by the database's clock and whose result is not out yet, oldest first. */
export async function matchesToPublish(db: Db, clockOffsetMs: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('matches')
    .select('id')
    .where('status', '=', 'finished')
    .where('published_at', 'is', null)
    .where('votes_close_at', '<=', databaseTime(clockOffsetMs))
    .orderBy('votes_close_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** One server at a time works on the season; the lock goes with the transaction. */
export async function lockSeason(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(724198402)`.execute(db)
}

export interface SeasonBounds {
  readonly start: Date
  readonly end: Date | null
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

/** After many rows came at once, as at a first start, plans made without this take minutes. */
export async function gatherStatistics(db: Database): Promise<void> {
  await sql`ANALYZE matches, match_lineups, match_player_points`.execute(db)
}

/** For the rest of the transaction; nobody waits for a season that is not there yet. */
export async function allowLongWork(db: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = '60s'`.execute(db)
}

/** Season totals from published matches of enabled competitions: of all players (`null`), or of some. */
export async function seasonTotals(
  db: Db,
  season: SeasonBounds,
  ids: readonly number[] | null,
): Promise<SeasonTotalsRow[]> {
  const { rows } = await sql<SeasonTotalsRow>`
    WITH counted AS (
      SELECT m.id FROM matches m JOIN available_competitions c ON c.id = m.competition_id AND c.enabled
      WHERE m.published_at IS NOT NULL AND m.match_date >= ${season.start}
        AND (${season.end}::timestamptz IS NULL OR m.match_date <= ${season.end})
    ), points AS (
      SELECT p.player_id, sum(p.points)::integer AS total_points, count(*) FILTER (WHERE p.rank = 1)::integer AS wins,
        count(*) FILTER (WHERE p.rank <= 3)::integer AS podiums
      FROM match_player_points p JOIN counted m ON m.id = p.match_id
      WHERE ${ids}::bigint[] IS NULL OR p.player_id = ANY (${ids}::bigint[])
      GROUP BY p.player_id HAVING sum(p.points) > 0
    ), played AS (
      SELECT a.player_id, count(DISTINCT a.match_id)::integer AS matches_played FROM (
        SELECT p.player_id, p.match_id FROM match_player_points p
        UNION ALL
        SELECT l.player_id, l.match_id FROM match_lineups l WHERE l.minutes_played IS DISTINCT FROM 0
      ) a JOIN counted m ON m.id = a.match_id WHERE a.player_id IN (SELECT player_id FROM points)
      GROUP BY a.player_id
    )
    SELECT p.player_id, r.name AS player_name, r.last_team, r.photo_url, d.matches_played, p.total_points, p.wins, p.podiums
    FROM points p JOIN players_ref r ON r.id = p.player_id JOIN played d ON d.player_id = p.player_id`.execute(db)
  return rows
}

export function storedSeason(db: Db) {
  return db
    .selectFrom('season_player_points')
    .select(['player_id', 'total_points', 'wins', 'podiums', 'matches_played', 'rank'])
    .execute()
}

export async function saveSeasonRows(
  db: Db,
  rows: readonly (SeasonTotalsRow & { rank: number; search_name: string })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO season_player_points AS s (player_id, player_name, last_team, photo_url, search_name, matches_played,
      total_points, wins, podiums, rank)
    SELECT player_id, player_name, last_team, photo_url, search_name, matches_played, total_points, wins, podiums, rank
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (player_id bigint, player_name text, last_team text,
      photo_url text, search_name text, matches_played integer, total_points integer, wins integer, podiums integer,
      rank integer)
    ON CONFLICT (player_id) DO UPDATE SET player_name = excluded.player_name, last_team = excluded.last_team,
      photo_url = excluded.photo_url, search_name = excluded.search_name, matches_played = excluded.matches_played,
      total_points = excluded.total_points, wins = excluded.wins, podiums = excluded.podiums, rank = excluded.rank,
      updated_at = now()
    WHERE (s.player_name, s.last_team, s.photo_url, s.matches_played, s.total_points, s.wins, s.podiums, s.rank)
      IS DISTINCT FROM (excluded.player_name, excluded.last_team, excluded.photo_url, excluded.matches_played,
        excluded.total_points, excluded.wins, excluded.podiums, excluded.rank)`.execute(db)
}

export async function saveRanks(db: Db, ranks: readonly { player_id: number; rank: number }[]): Promise<void> {
  if (ranks.length === 0) return
  await sql`
    UPDATE season_player_points s SET rank = r.rank, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(ranks)}::jsonb) AS r (player_id bigint, rank integer)
    WHERE s.player_id = r.player_id AND s.rank <> r.rank`.execute(db)
}

/** Removes rows of players who have no points any more: all but `kept`, or only among `ids`. */
export async function dropSeasonRows(db: Db, kept: readonly number[], ids: readonly number[] | null): Promise<void> {
  await sql`
    DELETE FROM season_player_points WHERE NOT (player_id = ANY (${kept}::bigint[]))
    AND (${ids}::bigint[] IS NULL OR player_id = ANY (${ids}::bigint[]))`.execute(db)
}

export interface SeasonPage {
  readonly limit: number
  readonly offset: number
  /** Already normalised by the domain; empty for no search. */
  readonly search: string
  /** Day whose kept ranks the trend compares with. */
  readonly before: string
}

/** Names that contain the search: trigrams find them from three letters on, fewer read every name. */
function named(search: string) {
  return search === '' ? sql`` : sql`WHERE search_name LIKE ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`
}

const BEST_FIRST = sql`rank, player_name, player_id`

/** Whole rows of the players that `ids` selects, best first, each with the rank that its trend compares with. */
async function seasonRows(db: Db, ids: RawBuilder<unknown>, before: string) {
  const { rows } = await sql<SeasonTotalsRow & { rank: number; rank_before: number | null; updated_at: Date }>`
    WITH wanted AS MATERIALIZED (${ids})
    SELECT s.*, h.rank AS rank_before FROM wanted JOIN season_player_points s USING (player_id)
    LEFT JOIN season_rank_history h ON h.player_id = s.player_id AND h.day = ${before}::date
    ORDER BY s.rank, s.player_name, s.player_id`.execute(db)
  return rows
}

/** One page. Its place is found in the index alone; only its own rows are then read. */
export function seasonPage(db: Db, { limit, offset, search, before }: SeasonPage) {
  const ids = sql`SELECT player_id FROM season_player_points ${named(search)}
    ORDER BY ${BEST_FIRST} LIMIT ${limit} OFFSET ${offset}`
  return seasonRows(db, ids, before)
}

/** The best of some players. */
export function seasonAmong(db: Db, players: readonly number[], limit: number, before: string) {
  const ids = sql`SELECT player_id FROM season_player_points WHERE player_id = ANY (${players}::bigint[])
    ORDER BY ${BEST_FIRST} LIMIT ${limit}`
  return seasonRows(db, ids, before)
}

/** Players of the season, or those that a search finds. */
export async function seasonSize(db: Db, search: string): Promise<number> {
  const counted = sql<{ total: number }>`SELECT count(*)::integer AS total FROM season_player_points ${named(search)}`
  return (await counted.execute(db)).rows[0]?.total ?? 0
}

export function seasonOf(db: Db, playerId: number | undefined, limit: number) {
  let query = db.selectFrom('season_player_points').selectAll()
  if (playerId !== undefined) query = query.where('player_id', '=', playerId)
  return query.orderBy('rank').orderBy('player_name').orderBy('player_id').limit(limit).execute()
}

/** Keeps today's ranks for the trend, and forgets those older than it looks back. */
export async function keepRanks(db: Db, today: string, oldest: string): Promise<number> {
  const kept = await sql`
    INSERT INTO season_rank_history (day, player_id, rank) SELECT ${today}::date, player_id, rank FROM season_player_points
    ON CONFLICT (day, player_id) DO UPDATE SET rank = excluded.rank`.execute(db)
  await sql`DELETE FROM season_rank_history WHERE day < ${oldest}::date`.execute(db)
  return Number(kept.numAffectedRows ?? 0n)
}

/** Players whom a fan has had on a podium this season. */
export async function podiumPlayersOf(db: Db, fanId: string, since: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ player_id: number }>`
    SELECT DISTINCT p.player_id FROM votes v JOIN matches m ON m.id = v.match_id
    CROSS JOIN LATERAL (VALUES (v.first_id), (v.second_id), (v.third_id)) AS p (player_id)
    WHERE v.user_id = ${fanId} AND m.match_date >= ${since} AND p.player_id IS NOT NULL
    ORDER BY p.player_id LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.player_id)
}
