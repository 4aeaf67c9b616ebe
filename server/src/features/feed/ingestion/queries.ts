import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { KICKOFF_MINUTES, type PacedMatch, SILENT_MINUTES } from '@tribune/domain/matches/pace.ts'
import type { FeedQuota } from '@tribune/football/feed.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { type Insertable, sql, type UpdateObject } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf, withRowsLocked } from '../../../infra/database/sql.ts'
import type { DB, Matches } from '../../../infra/database/types.generated.ts'
import { lockMatches, type MatchRow } from '../../matches/matches/queries.ts'

export type NewMatch = Insertable<Matches>

export function allCompetitions(db: Db) {
  return db.selectFrom('available_competitions').selectAll().execute()
}

export function phaseTable(db: Db) {
  return db.selectFrom('match_coefficients').selectAll().execute()
}

/**
 * Locks matches like `lockMatches`. If one of them is new, waits first for others that store new ones: a match that another server stores at that moment would
 * be locked by its insertion, after those with higher ids.
 */
export async function lockReported(db: Db, ids: readonly number[]): Promise<MatchRow[]> {
  const known = await db.selectFrom('matches').select('id').where('id', '=', anyOf(ids)).execute()
  if (known.length < ids.length) await sql`SELECT pg_advisory_xact_lock(hashtext('new matches'))`.execute(db)
  return lockMatches(db, ids)
}

/** Writes complete rows, which the domain has computed. */
export async function saveMatches(db: Db, rows: readonly NewMatch[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('matches')
    .values(rows.toSorted((a, b) => a.id - b.id))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        raw_status: eb.ref('excluded.raw_status'),
        status_reason: eb.ref('excluded.status_reason'),
        postponed_until: eb.ref('excluded.postponed_until'),
        match_date: eb.ref('excluded.match_date'),
        kickoff_hour_known: eb.ref('excluded.kickoff_hour_known'),
        round: eb.ref('excluded.round'),
        phase: eb.ref('excluded.phase'),
        is_derby: eb.ref('excluded.is_derby'),
        coefficient: eb.ref('excluded.coefficient'),
        minute: eb.ref('excluded.minute'),
        extra: eb.ref('excluded.extra'),
        home_team_id: eb.ref('excluded.home_team_id'),
        away_team_id: eb.ref('excluded.away_team_id'),
        home_score: eb.ref('excluded.home_score'),
        away_score: eb.ref('excluded.away_score'),
        shootout: eb.ref('excluded.shootout'),
        home_kicks: eb.ref('excluded.home_kicks'),
        away_kicks: eb.ref('excluded.away_kicks'),
        shootout_winner: eb.ref('excluded.shootout_winner'),
        started_at: eb.ref('excluded.started_at'),
        finished_at: eb.ref('excluded.finished_at'),
        disputed_at: eb.ref('excluded.disputed_at'),
        reopened_at: eb.ref('excluded.reopened_at'),
        disputed_as: eb.ref('excluded.disputed_as'),
        corrected_at: eb.ref('excluded.corrected_at'),
        attempt: eb.ref('excluded.attempt'),
        played_minute: eb.ref('excluded.played_minute'),
        played_from: eb.ref('excluded.played_from'),
        feed_minute: eb.ref('excluded.feed_minute'),
        feed_moved_at: eb.ref('excluded.feed_moved_at'),
        clock_from: eb.ref('excluded.clock_from'),
        votes_open: eb.ref('excluded.votes_open'),
        votes_close_at: eb.ref('excluded.votes_close_at'),
        observed_at: eb.ref('excluded.observed_at'),
        misses: sql`0`,
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Changes several matches in the same way, in the order of ids. */
async function updateMatches(db: Db, ids: readonly number[], change: UpdateObject<DB, 'matches'>): Promise<void> {
  await withRowsLocked(db, { table: 'matches', values: ids }, (tx) =>
    tx.updateTable('matches').set(change).where('id', '=', anyOf(ids)).execute(),
  )
}

/** Marks matches as seen in the feed; `believed` are those whose observation was news. */
export async function touchObserved(
  db: Db,
  ids: readonly number[],
  believed: readonly number[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  const observed_at = sql<Date>`CASE WHEN id = ${anyOf(believed)} THEN ${at}::timestamptz ELSE observed_at END`
  await updateMatches(db, ids, { observed_at, misses: 0 })
}

export interface AnomalyRow {
  readonly match_id: number
  readonly kind: string
  readonly raw_status: string
  readonly first_seen_at: Date
}

/** Records anomalies; returns those that are the first of their match and kind. */
export async function recordAnomalies(db: Db, rows: readonly AnomalyRow[]): Promise<AnomalyRow[]> {
  if (rows.length === 0) return []
  return db
    .insertInto('feed_anomalies')
    .values(rows.toSorted((a, b) => a.match_id - b.match_id))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
}

export async function forgetAnomalies(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('feed_anomalies').where('first_seen_at', '<', before).execute()
}

/** Counts a read in which the feed no longer knew these matches. */
export async function countMisses(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await updateMatches(db, ids, { misses: sql<number>`least(misses + 1, 100)` })
}

export async function touchDetails(db: Db, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await updateMatches(db, ids, { details_at: at })
}

/** Selects matches to read in full: in play, be it on a later day than their kick-off, about to start without a lineup, or ended within the voting window. */
export async function matchesWantingDetails(db: Db, now: Date, staleBefore: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m
    WHERE m.id <> ${DEMO_MATCH_ID} AND (m.details_at IS NULL OR m.details_at < ${staleBefore}) AND (
      (m.status = 'live' OR m.status = 'suspended' AND m.match_date > ${now}::timestamptz - interval '12 hours')
        AND (m.details_at IS NULL OR m.details_at < ${now}::timestamptz - interval '5 minutes'
          OR m.observed_at >= ${now}::timestamptz - make_interval(mins => ${SILENT_MINUTES}))
      OR m.status = 'upcoming' AND m.match_date BETWEEN ${now}::timestamptz - interval '3 hours' AND ${now}::timestamptz + interval '1 hour'
        AND (m.details_at IS NULL OR m.details_at < ${now}::timestamptz - interval '5 minutes')
      OR m.status = 'finished' AND m.votes_close_at > ${now}::timestamptz
        AND (m.details_at IS NULL OR m.details_at < ${now}::timestamptz - interval '5 minutes'))
    ORDER BY m.details_at NULLS FIRST, m.id LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Selects finished matches since a date that were not read in full after their whistle, and so may lack their ratings. */
export async function finishedWithoutDetails(db: Db, since: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('matches')
    .select('id')
    .where('status', '=', 'finished')
    .where((where) => where.or([where('details_at', 'is', null), where('details_at', '<', where.ref('finished_at'))]))
    .where('match_date', '>=', since)
    .orderBy('match_date', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Selects matches that are stored as in play, except the demo match, which no feed knows. */
export function inPlay(db: Db): Promise<MatchRow[]> {
  const live = db.selectFrom('matches').selectAll().where('status', '=', 'live').where('id', '<>', DEMO_MATCH_ID)
  return live.orderBy('id').execute()
}

/** Selects matches in play, and those whose kick-off is due. */
export async function pacedMatches(db: Db, now: Date): Promise<PacedMatch[]> {
  const { rows } = await sql<PacedMatch>`
    SELECT status, raw_status, minute, match_date, observed_at FROM matches WHERE status = 'live' AND id <> ${DEMO_MATCH_ID}
    UNION ALL
    SELECT status, raw_status, minute, match_date, observed_at FROM matches WHERE status = 'upcoming' AND id <> ${DEMO_MATCH_ID}
      AND match_date BETWEEN ${now}::timestamptz - make_interval(mins => ${KICKOFF_MINUTES}) AND ${now}`.execute(db)
  return rows
}

/** Selects matches that kicked off in a period, with the size of their lineup, and whether the feed was asked for it. */
export async function lineupSizes(db: Db, since: Date, until: Date) {
  const { rows } = await sql<{
    id: number
    status: MatchRow['status']
    match_date: Date
    players: number
    asked: boolean
    excluded: boolean
  }>`
    SELECT m.id, m.status, m.match_date, x.match_id IS NOT NULL AS excluded,
      m.details_at IS NOT NULL OR m.misses > 0 AS asked,
      (SELECT count(*) FROM match_lineups l WHERE l.match_id = m.id)::integer AS players
    FROM matches m LEFT JOIN excluded_matches x ON x.match_id = m.id
    WHERE m.match_date BETWEEN ${since} AND ${until}`.execute(db)
  return rows
}

export async function teamsOfUnknownKind(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('teams')
    .select('id')
    .where('is_national', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function saveTeamKind(db: Db, id: number, isNational: boolean): Promise<void> {
  await db.updateTable('teams').set({ is_national: isNational }).where('id', '=', id).execute()
}

export interface FollowedRow {
  readonly id: number
  readonly name: string
  readonly country: string
  readonly type: string
  readonly logo: string | null
  readonly coefficient: number
}

/** Adds competitions with their initial coefficient. Of known ones only the feed's own fields are updated, where it has them. */
export async function saveCompetitions(db: Db, rows: readonly FollowedRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('available_competitions')
    .values(
      rows.toSorted((a, b) => a.id - b.id).map((row) => ({ ...row, name: row.name || common.unknownCompetition })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        name: sql`CASE WHEN excluded.name = ${common.unknownCompetition} THEN available_competitions.name ELSE excluded.name END`,
        country: sql`coalesce(nullif(excluded.country, ''), available_competitions.country)`,
        type: eb.ref('excluded.type'),
        logo: sql`coalesce(excluded.logo, available_competitions.logo)`,
      })),
    )
    .execute()
}

/** Takes the claim `name` unless it was taken since `before`. Returns true for exactly one of concurrent callers. */
export async function claim(db: Db, name: string, now: Date, before: Date): Promise<boolean> {
  const taken = await db
    .insertInto('function_claims')
    .values({ name, claimed_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ claimed_at: now }).where('function_claims.claimed_at', '<=', before),
    )
    .executeTakeFirst()
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns when a claim was last taken, in milliseconds; negative infinity if never. */
export async function claimedAt(db: Db, name: string): Promise<number> {
  const row = await db.selectFrom('function_claims').select('claimed_at').where('name', '=', name).executeTakeFirst()
  return row?.claimed_at.getTime() ?? Number.NEGATIVE_INFINITY
}

/** Releases a claim whose work was not done, so that the next caller may take it. */
export async function releaseClaim(db: Db, name: string): Promise<void> {
  await db.deleteFrom('function_claims').where('name', '=', name).execute()
}

/** Selects the daily quota as last reported to any server. */
export async function sharedQuota(db: Db): Promise<Pick<FeedQuota, 'dayLimit' | 'dayRemaining' | 'readAt'> | null> {
  const row = await db.selectFrom('provider_quota').selectAll().executeTakeFirst()
  if (row === undefined) return null
  return { dayLimit: row.day_limit, dayRemaining: row.day_remaining, readAt: row.read_at }
}

/** Saves the quota reported to this server. Within one UTC day the lowest remainder of all servers is the latest. */
export async function saveQuota(db: Db, { dayLimit, dayRemaining, readAt }: FeedQuota): Promise<void> {
  await sql`
    INSERT INTO provider_quota AS q (day_limit, day_remaining, read_at) VALUES (${dayLimit}, ${dayRemaining}, ${readAt})
    ON CONFLICT (one) DO UPDATE SET
      day_limit = coalesce(excluded.day_limit, q.day_limit),
      day_remaining = CASE WHEN date_bin('1 day', q.read_at, 'epoch') = date_bin('1 day', excluded.read_at, 'epoch')
        THEN least(q.day_remaining, excluded.day_remaining) ELSE excluded.day_remaining END,
      read_at = excluded.read_at
    WHERE excluded.read_at >= date_bin('1 day', q.read_at, 'epoch')`.execute(db)
}
