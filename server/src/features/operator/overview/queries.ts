import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { MAX_SUBSCRIPTIONS, type SubscriptionKind } from '@tribune/domain/messages/notification.ts'
import type { StoredAlert } from '@tribune/domain/operator/alerts.ts'
import { ANOMALY_MS, DOUBT_MS, FAILED_RUNS_MS, type NeedKind, RESULT_LATE_MS } from '@tribune/domain/operator/needs.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'
import type { FunctionName } from '../../../infra/jobs/run.ts'
import { nameCompetition, sharedNameCountry } from '../../matches/competitions/queries.ts'

/** Cause of a run that ended because the calls of its minute were spent. It does not count as a failure, because the next run continues. */
const GOES_ON = sql.lit('rate_limited')
/** Days before now whose matches can be in doubt. */
const DOUBT_DAYS = 7
/** Days before now whose published matches have their ballots compared. */
const COMPARED_DAYS = 3

const before = (now: Date, ms: number) => sql<Date>`${new Date(now.getTime() - ms)}::timestamptz`

/** Selects the last run of a function, and the last that succeeded. */
export async function lastRuns(db: Db, name: FunctionName) {
  const runs = db.selectFrom('edge_metrics').select(['ok', 'error_code', 'created_at'])
  const newest = runs.where('function_name', '=', name).orderBy('created_at', 'desc').limit(1)
  const last = await newest.executeTakeFirst()
  const succeeded = last?.ok === false ? await newest.where('ok', '=', true).executeTakeFirst() : last
  return { last, succeededAt: succeeded?.created_at ?? null }
}

/** Selects functions with failed runs of the last day, most failures first, with their last failure and whether they have succeeded since. */
export async function failures(db: Db, now: Date) {
  const { rows } = await sql<{
    function_name: string
    failed: number
    failed_at: Date
    error_code: string | null
    failing: boolean
  }>`
    SELECT f.function_name, f.failed, f.failed_at, f.error_code, NOT EXISTS (
      SELECT FROM edge_metrics e WHERE e.function_name = f.function_name AND e.ok AND e.created_at > f.failed_at) AS failing
    FROM (
      SELECT function_name, count(*)::integer AS failed, max(created_at) AS failed_at,
        (array_agg(error_code ORDER BY created_at DESC, id DESC))[1] AS error_code
      FROM edge_metrics
      WHERE NOT ok AND error_code IS DISTINCT FROM ${GOES_ON} AND created_at > ${before(now, FAILED_RUNS_MS)}
      GROUP BY function_name
    ) f ORDER BY f.failed DESC, f.function_name`.execute(db)
  return rows
}

interface ListedRow {
  readonly match_id: number
  readonly home_team: string
  readonly away_team: string
  readonly competition_name: string
  readonly match_date: Date
  readonly closes_at: Date | null
  readonly voters: number
  readonly ballots_set_aside: number
}

/** Matches of one kind, and the number of all of them. */
export interface Listed {
  readonly total: number
  readonly items: readonly ListedRow[]
}

/** Selects the first matches of one kind, with the number of all. The demo match is none of them. */
async function listMatches(
  db: Db,
  {
    where,
    order,
    limit,
  }: { readonly where: RawBuilder<unknown>; readonly order: RawBuilder<unknown>; readonly limit: number },
): Promise<Listed> {
  const { rows } = await sql<ListedRow & { total: number; competition_country: string | null }>`
    WITH chosen AS MATERIALIZED (
      SELECT m.*, count(*) OVER () AS total FROM matches m
      WHERE m.id <> ${sql.lit(DEMO_MATCH_ID)} AND (${where}) ORDER BY ${order}, m.id LIMIT ${limit}
    )
    SELECT m.id AS match_id, h.name AS home_team, a.name AS away_team, c.name AS competition_name,
      ${sharedNameCountry('c.id')} AS competition_country, m.match_date, m.votes_close_at AS closes_at, m.ballots_set_aside,
      (SELECT coalesce(sum(b.voters), 0) FROM match_ballots b WHERE b.match_id = m.id)::integer AS voters, m.total::integer AS total
    FROM chosen m JOIN teams h ON h.id = m.home_team_id JOIN teams a ON a.id = m.away_team_id
    JOIN available_competitions c ON c.id = m.competition_id
    ORDER BY ${order}, m.id`.execute(db)
  const items = rows.map(({ total: _, ...row }) => nameCompetition(row))
  return { total: rows[0]?.total ?? 0, items }
}

/** Selects matches that accept ballots, soonest end first. */
export function openMatches(db: Db, now: Date, limit: number): Promise<Listed> {
  const where = sql`m.votes_open AND m.published_at IS NULL AND (m.votes_close_at IS NULL OR m.votes_close_at > ${now})`
  return listMatches(db, { where, order: sql`m.votes_close_at, m.match_date`, limit })
}

/** Selects matches whose result is late, oldest first. */
export function lateResults(db: Db, now: Date, limit: number): Promise<Listed> {
  const where = sql`m.status = 'finished' AND m.published_at IS NULL AND m.votes_close_at <= ${before(now, RESULT_LATE_MS)}`
  return listMatches(db, { where, order: sql`m.votes_close_at`, limit })
}

/** Selects matches whose end is in doubt, oldest first: a contradiction that no reading settled, or silence while in play. */
export function doubtfulMatches(db: Db, now: Date, limit: number): Promise<Listed> {
  const since = before(now, DOUBT_MS)
  const where = sql`m.match_date > ${before(now, DOUBT_DAYS * DAY_MS)} AND m.published_at IS NULL
    AND (m.disputed_at <= ${since} OR m.status = 'live' AND m.observed_at <= ${since})`
  return listMatches(db, { where, order: sql`m.match_date`, limit })
}

/** Selects matches with a provisional result, soonest end first. */
export function provisionalResults(db: Db, limit: number): Promise<Listed> {
  return listMatches(db, { where: sql`m.provisional_until IS NOT NULL`, order: sql`m.provisional_until`, limit })
}

/** Counts the requests for a review that have no answer yet. */
export async function countReviews(db: Db): Promise<number> {
  const { reviews } = await db
    .selectFrom('ballot_reviews as r')
    .innerJoin('ballots_set_aside as g', 'g.id', 'r.group_id')
    .select(({ fn }) => fn.countAll<number>().as('reviews'))
    .where('g.confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return reviews
}

/** Selects the published matches of the last days with the most ballots, as far as the evidence of these is there. */
export async function publishedMatches(db: Db, now: Date, limit: number): Promise<readonly ListedRow[]> {
  const where = sql`m.match_date > ${before(now, COMPARED_DAYS * DAY_MS)} AND m.published_at IS NOT NULL AND NOT m.evidence_ended
    AND m.voters > 0`
  return (await listMatches(db, { where, order: sql`m.voters DESC`, limit })).items
}

/** Counts the anomalies of the last day. */
export async function recentAnomalies(db: Db, now: Date): Promise<number> {
  const { anomalies } = await db
    .selectFrom('feed_anomalies')
    .select(({ fn }) => fn.countAll<number>().as('anomalies'))
    .where('first_seen_at', '>', before(now, ANOMALY_MS))
    .executeTakeFirstOrThrow()
  return anomalies
}

/** Returns the operator's address, if an account has proved it. */
export async function operatorAddress(db: Db, adminEmail: string): Promise<string | null> {
  const account = db.selectFrom('auth.user').select('email').where('email', '=', adminEmail)
  return (await account.where('email_verified', '=', true).executeTakeFirst())?.email ?? null
}

/** Selects the devices of the operator's account, newest first, if it has proved its address. Sessions end by the database's clock, as everywhere. */
export function operatorDevices(db: Db, adminEmail: string) {
  return db
    .selectFrom('push_subscriptions as s')
    .innerJoin('auth.user as u', 'u.id', 's.user_id')
    .innerJoin('auth.session as n', 'n.id', 's.session_id')
    .select(['s.id as subscription_id', sql<SubscriptionKind>`s.kind`.as('kind'), 's.endpoint', 's.p256dh', 's.auth'])
    .where('u.email', '=', adminEmail)
    .where('u.email_verified', '=', true)
    .where('n.expires_at', '>', sql<Date>`now()`)
    .orderBy('s.created_at', 'desc')
    .limit(MAX_SUBSCRIPTIONS)
    .execute()
}

/** An alert, with the push subscriptions that have taken it. */
export type AlertRow = StoredAlert & { readonly id: string; readonly pushed_to: readonly string[] }

/** Selects the last alert of each kind. */
export async function lastAlerts(db: Db): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    SELECT DISTINCT ON (kind) id, kind, opened_at, sent_at, pushed_at, pushed_to, ended_at FROM operator_alerts ORDER BY kind, opened_at DESC`.execute(
    db,
  )
  return rows
}

export async function openAlerts(db: Db, kinds: readonly NeedKind[], at: Date): Promise<void> {
  if (kinds.length === 0) return
  const rows = kinds.map((kind) => ({ kind, opened_at: at }))
  // Another server may have been faster.
  await db
    .insertInto('operator_alerts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Changes the last alerts of some kinds. */
export async function changeAlerts(
  db: Db,
  ids: readonly string[],
  change: { readonly ended_at: Date | null } | { readonly sent_at: Date } | { readonly pushed_at: Date },
): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('operator_alerts').set(change).where('id', '=', anyOf(ids)).execute()
}

/** Adds a push subscription to those that have taken some alerts. */
export async function addPushed(db: Db, ids: readonly string[], subscriptionId: string): Promise<void> {
  const pushed_to = sql<string[]>`array_append(pushed_to, ${subscriptionId}::uuid)`
  await db.updateTable('operator_alerts').set({ pushed_to }).where('id', '=', anyOf(ids)).execute()
}

/** Deletes alerts that ended before a moment. */
export async function forgetAlerts(db: Db, endedBefore: Date): Promise<void> {
  await db.deleteFrom('operator_alerts').where('ended_at', '<', endedBefore).execute()
}
