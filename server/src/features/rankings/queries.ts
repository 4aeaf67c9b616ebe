import { DEMO_MATCH_ID } from '@tribune/domain/demo-match.ts'
import { MIN_BALLOTS_FOR_VOTES, type RankedPlayer } from '@tribune/domain/ranking.ts'
import type { SeasonSpan } from '@tribune/domain/season-dates.ts'
import type { CompleteBallot, Tally } from '@tribune/domain/tally.ts'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../infra/database/any-of.ts'
import { databaseTime } from '../../infra/database/database-time.ts'
import type { Database, Db } from '../../infra/database/pool.ts'

/** Reads the running tally of a match, its buckets summed, in one statement, so that its parts are consistent. */
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

/** Selects the complete ballots of a match that count, for a recount: those set aside do not. */
export async function completeBallots(db: Db, matchId: number): Promise<CompleteBallot[]> {
  const { rows } = await sql<{ ballot: [number, number, number] }>`
    SELECT json_build_array(first_id, second_id, third_id) AS ballot FROM votes
    WHERE match_id = ${matchId} AND complete AND set_aside IS NULL`.execute(db)
  return rows.map((row) => row.ballot)
}

/** Recounts a match's tally from its ballots, under a lock, so that no ballot changes meanwhile. */
export async function rebuildTally(db: Database, matchId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBallots(tx, [matchId])
    await recount(tx, matchId)
  })
}

/** Waits for the ballots of matches under way, in the ledger's order, and blocks new ones until the transaction ends. */
export async function lockBallots(db: Db, matchIds: readonly number[]): Promise<void> {
  if (matchIds.length === 0) return
  await db.selectFrom('matches').select('id').where('id', '=', anyOf(matchIds)).orderBy('id').forUpdate().execute()
}

/** Recounts a match's tally, and the ballots set aside that it leaves out. The caller must have locked its ballots. */
export async function recount(db: Db, matchId: number): Promise<void> {
  for (const table of ['match_ballots', 'match_tallies', 'match_duels'] as const) {
    await db.deleteFrom(table).where('match_id', '=', matchId).execute()
  }
  await sql`
    INSERT INTO match_ballots (match_id, bucket, voters, changes)
    SELECT ${matchId}, 0, count(*) FILTER (WHERE complete AND set_aside IS NULL), count(*)
    FROM votes WHERE match_id = ${matchId}`.execute(db)
  await sql`
    INSERT INTO match_tallies (match_id, bucket, player_id, firsts, seconds, thirds)
    SELECT v.match_id, 0, p.player_id, sum(p.f), sum(p.s), sum(p.t) FROM votes v
    CROSS JOIN LATERAL (VALUES (v.first_id, 1, 0, 0), (v.second_id, 0, 1, 0), (v.third_id, 0, 0, 1)) AS p (player_id, f, s, t)
    WHERE v.match_id = ${matchId} AND v.complete AND v.set_aside IS NULL GROUP BY v.match_id, p.player_id`.execute(db)
  await sql`
    INSERT INTO match_duels (match_id, bucket, above_id, below_id, ballots)
    SELECT v.match_id, 0, d.above_id, d.below_id, count(*) FROM votes v
    CROSS JOIN LATERAL (VALUES (v.first_id, v.second_id), (v.first_id, v.third_id), (v.second_id, v.third_id))
      AS d (above_id, below_id)
    WHERE v.match_id = ${matchId} AND v.complete AND v.set_aside IS NULL
    GROUP BY v.match_id, d.above_id, d.below_id`.execute(db)
  await sql`
    UPDATE matches m SET ballots_set_aside = a.ballots
    FROM (SELECT count(*)::integer AS ballots FROM votes
      WHERE match_id = ${matchId} AND complete AND set_aside IS NOT NULL) a
    WHERE m.id = ${matchId} AND m.ballots_set_aside <> a.ballots`.execute(db)
}

/** Selects and locks a match for ranking. `over`: its window has passed. */
export async function lockMatch(db: Db, matchId: number, clockOffsetMs: number) {
  const over = sql<boolean>`status = 'finished' AND votes_close_at <= ${databaseTime(clockOffsetMs)}`
  const seen = await db
    .selectFrom('matches')
    .select(over.as('over'))
    .where('id', '=', matchId)
    .where('published_at', 'is', null)
    .executeTakeFirst()
  const query = db.selectFrom('matches').selectAll().where('id', '=', matchId)
  // A publication and ballots under way wait for each other; any other ranking lets ballots pass.
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

/** Replaces a match's stored ranking by `ranked`; returns the players whose row was added, changed or deleted. */
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

/** Selects the points of a match's first player; `null` if it has no ranking. */
export async function topPoints(db: Db, matchId: number): Promise<number | null> {
  const points = db.selectFrom('match_player_points').select('points').where('match_id', '=', matchId)
  return (await points.orderBy('rank').limit(1).executeTakeFirst())?.points ?? null
}

export interface RankedMatch {
  readonly id: number
  readonly changes: number
  /** The coefficient that the points were computed with. */
  readonly coefficient: number
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
      ranked_coefficient: match.coefficient,
      ranked_at: match.rankedAt,
      published_at: match.publishedAt,
      ranking_source: match.source,
      ranking_reason: match.reason,
      voters: match.voters,
    })
    .where('id', '=', match.id)
    .execute()
}

/** Selects matches open to votes, by the database's clock, whose ballots have changed since the last ranking. */
export async function openMatchesToRank(
  db: Db,
  clockOffsetMs: number,
  limit: number,
  except: readonly number[] = [],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m
    WHERE m.votes_open AND m.published_at IS NULL
      AND (m.votes_close_at IS NULL OR m.votes_close_at > ${databaseTime(clockOffsetMs)})
      AND (SELECT coalesce(sum(b.changes), 0) FROM match_ballots b WHERE b.match_id = m.id) <> m.ranked_changes
      AND m.id <> ALL (${except}::bigint[])
    ORDER BY m.ranked_at NULLS FIRST LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether a match's result does not wait for a first reading of its ratings: they were read after its whistle, or its votes rank it. */
const isReady = sql<boolean>`(details_at >= finished_at
  OR (SELECT sum(b.voters) FROM match_ballots b WHERE b.match_id = matches.id) >= ${MIN_BALLOTS_FOR_VOTES})`

/**
 * Selects finished, unpublished matches whose window has passed by the database's clock, newest first, so that old matches that came all at once
 * delay none of today; `ready`: only those that wait for no reading of ratings; without those of `except`.
 */
export async function matchesToPublish(
  db: Db,
  clockOffsetMs: number,
  limit: number,
  {
    which = 'all',
    except = [],
  }: { readonly which?: 'all' | 'ready'; readonly except?: readonly number[] | undefined } = {},
): Promise<number[]> {
  const due = db
    .selectFrom('matches')
    .select('id')
    .where('status', '=', 'finished')
    .where('published_at', 'is', null)
    .where('votes_close_at', '<=', databaseTime(clockOffsetMs))
    .where(sql<boolean>`id <> ALL (${except}::bigint[])`)
  const wanted = which === 'all' ? due : due.where(isReady)
  const rows = await wanted.orderBy('votes_close_at', 'desc').limit(limit).execute()
  return rows.map((row) => row.id)
}

/** Selects those of some matches that are published, each with what ranked it. */
export function publishedAmong(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('matches')
    .select(['id', 'ranking_source'])
    .where('id', '=', anyOf(ids))
    .where('published_at', 'is not', null)
    .execute()
}

/** Selects matches since a date that were published without ratings, though some are stored by now: a server died before it ranked them. */
export async function pointlessMatches(db: Db, since: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m
    WHERE m.published_at IS NOT NULL AND m.ranking_reason = 'no_ratings' AND m.match_date >= ${since}
      AND EXISTS (SELECT FROM match_lineups l
        WHERE l.match_id = m.id AND l.rating IS NOT NULL AND l.minutes_played IS DISTINCT FROM 0)
    ORDER BY m.match_date DESC LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

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

/** Raises the statement limit to a minute for the rest of the transaction, for a first season that nobody waits for. */
export async function allowLongWork(db: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = '60s'`.execute(db)
}

/** Published matches of the competitions that count in a season. */
const countedMatches = (season: SeasonBounds) => sql`
  SELECT m.id FROM matches m JOIN available_competitions c ON c.id = m.competition_id
  WHERE m.published_at IS NOT NULL AND m.id <> ${DEMO_MATCH_ID} AND m.match_date >= ${season.start} AND m.match_date < ${season.end}
    AND CASE WHEN ${season.hidden}::integer[] IS NULL THEN c.enabled
      ELSE c.id <> ALL (${season.hidden}::integer[]) END`

/** Who played in which match: has points in it, or minutes, or stands in a lineup without minutes. */
const APPEARANCES = sql`
  SELECT p.player_id, p.match_id FROM match_player_points p
  UNION ALL
  SELECT l.player_id, l.match_id FROM match_lineups l WHERE l.minutes_played IS DISTINCT FROM 0`

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
      JOIN counted m ON m.id = a.match_id WHERE a.player_id IN (SELECT player_id FROM points)
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
    JOIN (${countedMatches(season)}) m ON m.id = a.match_id WHERE a.player_id = ${playerId}`
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

/** Deletes a season's rows of players who no longer have points: all except `kept`, or only among `ids`. */
export async function dropSeasonRows(
  db: Db,
  seasonId: number,
  kept: readonly number[],
  ids: readonly number[] | null,
): Promise<void> {
  await sql`
    DELETE FROM season_player_points WHERE season_id = ${seasonId} AND NOT (player_id = ANY (${kept}::bigint[]))
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
    WHERE v.user_id = ${fanId} AND m.match_date >= ${start} AND m.match_date < ${end} AND p.player_id IS NOT NULL
    ORDER BY p.player_id LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.player_id)
}
