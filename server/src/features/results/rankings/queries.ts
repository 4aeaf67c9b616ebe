import type { FirstRow } from '@tribune/domain/results/publication.ts'
import { MIN_BALLOTS_FOR_VOTES, type RankedPlayer } from '@tribune/domain/results/ranking.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf, databaseTime } from '../../../infra/database/sql.ts'

/** Selects and locks a match for ranking. `over`: its window has passed before and after the lock, as a whistle may be withdrawn in between. */
export async function lockMatch(db: Db, matchId: number, clockOffsetMs: number) {
  const over = sql<boolean>`status = 'finished' AND votes_close_at <= ${databaseTime(clockOffsetMs)}`
  const seen = await db
    .selectFrom('matches')
    .select(over.as('over'))
    .where('id', '=', matchId)
    .where('published_at', 'is', null)
    .executeTakeFirst()
  const query = db.selectFrom('matches').selectAll().select(over.as('over')).where('id', '=', matchId)
  // A publication and ballots under way wait for each other; any other ranking lets ballots pass.
  const mayBeOver = seen?.over === true
  const match = await (mayBeOver ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst()
  return match === undefined ? undefined : { ...match, over: mayBeOver && match.over }
}

/** Selects finished, unpublished matches whose window has passed, by the database's clock. */
function dueMatches(db: Db, clockOffsetMs: number) {
  return db
    .selectFrom('matches')
    .select('id')
    .where('status', '=', 'finished')
    .where('published_at', 'is', null)
    .where('votes_close_at', '<=', databaseTime(clockOffsetMs))
}

/** Returns whether a match is due for publication, with at least so many complete ballots. */
export async function isDue(db: Db, matchId: number, clockOffsetMs: number, ballots: number): Promise<boolean> {
  const due = dueMatches(db, clockOffsetMs)
    .where('id', '=', matchId)
    .where(sql<boolean>`(SELECT sum(voters) FROM match_ballots WHERE match_id = ${matchId}) >= ${ballots}`)
  return (await due.executeTakeFirst()) !== undefined
}

/** Selects the players of a match's lineup, with minutes of 0 for those who did not play, and unknown minutes while only one reading reports that. */
export function ratedPlayers(db: Db, matchId: number) {
  return db
    .selectFrom('match_lineups as l')
    .leftJoin('did_not_play as d', (join) =>
      join
        .onRef('d.match_id', '=', 'l.match_id')
        .onRef('d.player_id', '=', 'l.player_id')
        .on('d.confirmed_at', 'is', null),
    )
    .select(['l.player_id', 'l.player_name', 'l.rating'])
    .select(
      sql<number | null>`CASE WHEN d.player_id IS NULL OR l.minutes_played > 0 THEN l.minutes_played END`.as(
        'minutes_played',
      ),
    )
    .where('l.match_id', '=', matchId)
    .execute()
}

/** Selects players who are not in a match's lineup, and whether they did not play it. */
export function unlistedPlayers(db: Db, matchId: number, ids: readonly number[]) {
  return db
    .selectFrom('players_ref as r')
    .leftJoin('did_not_play as d', (join) =>
      join.onRef('d.player_id', '=', 'r.id').on('d.match_id', '=', matchId).on('d.confirmed_at', 'is not', null),
    )
    .select(['r.id as player_id', 'r.name as player_name'])
    .select(sql<boolean>`d.player_id IS NOT NULL`.as('absent'))
    .where('r.id', '=', anyOf(ids))
    .execute()
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
  /** The first three with the ballots that are set aside, where they differ. */
  readonly firstWithAll: readonly FirstRow[] | null
}

/** @param provisional Until when the result is provisional; unchanged if unset. */
export async function saveMatchRanking(db: Db, match: RankedMatch, provisional?: Date): Promise<void> {
  await db
    .updateTable('matches')
    .set({
      ranked_changes: match.changes,
      ranked_coefficient: match.coefficient,
      players_changed: false,
      ranked_at: match.rankedAt,
      published_at: match.publishedAt,
      ranking_source: match.source,
      ranking_reason: match.reason,
      voters: match.voters,
      first_with_all: match.firstWithAll === null ? null : sql`${JSON.stringify(match.firstWithAll)}::jsonb`,
      ...(provisional !== undefined && { provisional_until: provisional }),
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
    SELECT m.id FROM matches m JOIN match_ballots b ON b.match_id = m.id
    WHERE m.votes_open AND m.published_at IS NULL
      AND (m.votes_close_at IS NULL OR m.votes_close_at > ${databaseTime(clockOffsetMs)})
      AND m.id <> ALL (${except}::bigint[])
    GROUP BY m.id, m.ranked_changes, m.ranked_at HAVING sum(b.changes) <> m.ranked_changes
    ORDER BY m.ranked_at NULLS FIRST LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether a match's result does not wait for a first reading of its ratings: they were read after its whistle, or its votes rank it. */
const isReady = sql<boolean>`(details_at >= finished_at OR id IN (
  SELECT b.match_id FROM match_ballots b JOIN matches m ON m.id = b.match_id
  WHERE m.status = 'finished' AND m.published_at IS NULL
  GROUP BY b.match_id HAVING sum(b.voters) >= ${MIN_BALLOTS_FOR_VOTES}))`

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
  const due = dueMatches(db, clockOffsetMs).where(sql<boolean>`id <> ALL (${except}::bigint[])`)
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
