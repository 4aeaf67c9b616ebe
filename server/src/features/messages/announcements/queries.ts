import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import type { Shootout } from '@tribune/domain/matches/shootout.ts'
import type { MatchStatus } from '@tribune/domain/matches/status.ts'
import {
  GIVEN_UP_AFTER,
  isUrgent,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettings,
  type NotifiedFan,
  type SubscriptionKind,
} from '@tribune/domain/messages/notification.ts'
import { type RawBuilder, sql } from 'kysely'
import { NO_FAN } from '../../../accounts/queries.ts'
import type { Database, Db } from '../../../infra/database/pool.ts'
import { anyOf, databaseTime, inParts, ROWS_AT_ONCE } from '../../../infra/database/sql.ts'
import { shootoutOfMatch } from '../../common/shootouts/queries.ts'

/** Matches that are looked at for occasions, per pass: more than are ever in play at once. */
const MATCHES_AT_ONCE = 500
/** A match whose occasions are looked for kicked off this many hours ago at most. */
const MATCH_HOURS = 36
const URGENT = NOTIFICATION_KINDS.filter(isUrgent)
/** Advisory lock by which one server at a time plans, so that two together never exceed a fan's cap. Any number that nothing else locks. */
const PLANNING_LOCK = 63_001

// --- Occasions

/** Selects matches that may offer an occasion, those open to votes first, with the kinds already announced. Hidden competitions and the demo match offer none. */
export async function matchesToAnnounce(db: Db, now: Date) {
  const { rows } = await sql<{
    id: number
    status: MatchStatus
    minute: number | null
    finished_at: Date | null
    votes_close_at: Date | null
    published_at: Date | null
    ranked: boolean
    announced: NotificationKind[]
  }>`
    SELECT m.id, m.status, m.minute, m.finished_at, m.votes_close_at, m.published_at, m.ranking_source IS NOT NULL AS ranked, o.announced
    FROM matches m JOIN available_competitions c ON c.id = m.competition_id,
    LATERAL (SELECT coalesce(array_agg(kind), '{}') AS announced FROM push_occasions WHERE match_id = m.id) o
    WHERE c.enabled AND m.id <> ${DEMO_MATCH_ID} AND m.match_date BETWEEN ${now}::timestamptz - make_interval(hours => ${MATCH_HOURS}) AND ${now}
      AND (m.votes_open OR m.published_at IS NOT NULL) AND NOT 'result' = ANY (o.announced)
    ORDER BY m.votes_open DESC, m.match_date DESC LIMIT ${MATCHES_AT_ONCE}`.execute(db)
  return rows
}

/** Stores an occasion, unless it is known. Returns whether it is new. */
export async function insertOccasion(
  db: Db,
  occasion: { match_id: number; kind: NotificationKind; created_at: Date; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('push_occasions')
    .values(occasion)
    .onConflict((conflict) => conflict.columns(['match_id', 'kind']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

// --- Planning

/**
 * Locks the oldest occasion whose fans are not all planned, urgent ones first; `undefined` if there is none, or if another
 * server plans.
 */
export async function lockOccasionToPlan(db: Db) {
  const locked = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${PLANNING_LOCK}) AS mine`.execute(db)
  if (locked.rows[0]?.mine !== true) return undefined
  return db
    .selectFrom('push_occasions as o')
    .innerJoin('matches as m', 'm.id', 'o.match_id')
    .select(['o.id', sql<NotificationKind>`o.kind`.as('kind'), 'o.match_id', 'o.planned_to', 'o.expires_at'])
    .select(['m.home_team_id', 'm.away_team_id', 'm.competition_id'])
    .where('o.planned_at', 'is', null)
    .orderBy(sql<boolean>`o.kind = ${anyOf(URGENT)}`, 'desc')
    .orderBy('o.created_at')
    .limit(1)
    .forUpdate('o')
    .executeTakeFirst()
}
type OccasionToPlan = NonNullable<Awaited<ReturnType<typeof lockOccasionToPlan>>>

interface AudienceFan {
  readonly user_id: string
  readonly follows: NotifiedFan['follows']
  readonly has_club: boolean
  /** `null` without a ballot. */
  readonly complete: boolean | null
  readonly may_vote: boolean
  readonly lately: number
}
/** A fan of the audience, and their settings if they have chosen any. */
export type AudienceRow = AudienceFan &
  (NotificationSettings | { readonly [Setting in keyof NotificationSettings]: null })

/** The match and kind of an occasion in SQL, as columns or as values. */
interface Announced {
  readonly isResult: RawBuilder<boolean>
  readonly clubs: RawBuilder<unknown>
  readonly competition: RawBuilder<unknown>
  readonly match: RawBuilder<unknown>
}

/** Returns whether a row `f` of `follows` is of what an occasion is announced to: the match's clubs, at its result its competition and players too. */
const isAnnouncedTo = ({ isResult, clubs, competition, match }: Announced) => sql<boolean>`(
  (f.kind = 'club' AND f.target_id IN (${clubs}))
  OR (${isResult} AND f.kind = 'competition' AND f.target_id = ${competition})
  OR (${isResult} AND f.kind = 'player' AND f.target_id IN (SELECT l.player_id FROM match_lineups l WHERE l.match_id = ${match})))`

/**
 * Selects the next fans of an occasion's audience who have a subscription, by id: followers of its clubs, at its result of its competition and players too,
 * and fans with a ballot. Each with their settings, null if they have chosen none, and the number of occasions that reached their service within the last
 * 24 hours or are still due.
 */
export async function audienceOf(db: Db, occasion: OccasionToPlan, now: Date, limit: number): Promise<AudienceRow[]> {
  const from = occasion.planned_to ?? NO_FAN
  const { match_id, kind, home_team_id, away_team_id, competition_id } = occasion
  const announced = {
    isResult: sql<boolean>`${kind === 'result'}`,
    clubs: sql`${home_team_id}, ${away_team_id}`,
    competition: sql`${competition_id}`,
    match: sql`${match_id}`,
  }
  const isReached = (fan: 'f.user_id' | 'v.user_id') =>
    sql`EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = ${sql.ref(fan)})`
  // Reminders concern incomplete ballots alone; openings no ballot at all, save as a fact about a follower. A message is due again at the end of its last
  // attempt's lease, three minutes after it was sent, and within a day after it was planned.
  const { rows } = await sql<AudienceRow>`
    WITH followers AS MATERIALIZED (
      SELECT f.user_id, bool_or(f.kind <> 'competition') AS closely FROM follows f
      WHERE ${kind !== 'reminder'} AND f.user_id > ${from} AND ${isReached('f.user_id')}
        AND ${isAnnouncedTo(announced)}
      GROUP BY f.user_id ORDER BY f.user_id LIMIT ${limit}
    ), voters AS MATERIALIZED (
      SELECT v.user_id FROM votes v
      WHERE ${kind !== 'opening'} AND v.match_id = ${match_id} AND v.user_id > ${from} AND EXISTS (
          SELECT FROM push_subscriptions s WHERE s.user_id = v.user_id AND v.bucket = ballot_bucket(s.user_id))
        AND (${kind !== 'reminder'} OR NOT v.complete)
      ORDER BY v.user_id LIMIT ${limit}
    ), fans AS (SELECT user_id FROM followers UNION SELECT user_id FROM voters ORDER BY user_id LIMIT ${limit})
    SELECT fans.user_id, CASE WHEN f.closely THEN 'closely' WHEN NOT f.closely THEN 'competition' ELSE 'nothing' END AS follows,
      EXISTS (SELECT FROM follows c WHERE c.user_id = fans.user_id AND c.kind = 'club') AS has_club, v.complete, u.voting_closed_at IS NULL AS may_vote, p.opening, p.reminder, p.result, p.spoilers, p.quiet_from,
      p.quiet_until, p.time_zone, p.max_a_day, (
        SELECT count(DISTINCT m.occasion_id)::integer FROM push_messages m
        WHERE m.user_id = fans.user_id AND (m.outcome = 'sent' OR m.outcome IS NULL)
          AND m.due_at > ${now}::timestamptz - interval '24 hours' AND m.created_at > ${now}::timestamptz - interval '48 hours'
      ) AS lately
    FROM fans JOIN auth."user" u ON u.id = fans.user_id LEFT JOIN followers f USING (user_id) LEFT JOIN push_settings p USING (user_id)
      LEFT JOIN votes v ON v.bucket = ballot_bucket(fans.user_id) AND v.user_id = fans.user_id AND v.match_id = ${match_id}
    ORDER BY fans.user_id`.execute(db)
  return rows
}

/**
 * Stores one message to each subscription of the fans whose session has not expired, due at their moments. A message that is there stays unchanged, and a
 * subscription that is being deleted or moved at that moment gets none: its foreign key would wait, in no order (docs/decisions/078).
 * Sessions end by the database's own clock, as everywhere.
 */
export async function insertMessages(
  db: Db,
  occasion: Pick<OccasionToPlan, 'id' | 'kind'>,
  fans: readonly { readonly userId: string; readonly at: Date }[],
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO push_messages (occasion_id, subscription_id, user_id, created_at, due_at, urgent)
    SELECT ${occasion.id}, s.id, s.user_id, ${now}, f.due_at, ${isUrgent(occasion.kind)}
    FROM unnest(${fans.map(({ userId }) => userId)}::uuid[], ${fans.map(({ at }) => at)}::timestamptz[]) AS f (user_id, due_at)
    JOIN (SELECT id, user_id, session_id FROM push_subscriptions WHERE user_id = ${anyOf(fans.map(({ userId }) => userId))}
      FOR KEY SHARE SKIP LOCKED) s ON s.user_id = f.user_id
    JOIN auth.session ON session.id = s.session_id AND session.expires_at > now()
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Stores how far an occasion is planned. `done` is set once no fan is left. */
export async function savePlanned(db: Db, occasionId: string, to: string | null, done: Date | null): Promise<void> {
  await db
    .updateTable('push_occasions')
    .set({ planned_to: to, planned_at: done })
    .where('id', '=', occasionId)
    .execute()
}

// --- Sending

export interface ClaimedMessage {
  readonly occasion_id: string
  readonly subscription_id: string
  readonly user_id: string
  readonly attempts: number
  /** Whether an earlier attempt may have reached the device, without our knowing. */
  readonly in_doubt: boolean
  readonly kind: SubscriptionKind
  readonly endpoint: string
  readonly p256dh: Buffer | null
  readonly auth: Buffer | null
  readonly occasion: NotificationKind
  readonly match_id: number
  readonly expires_at: Date
  /** Whether the fan still wishes this kind, and scores in it; `null` if they have chosen nothing. */
  readonly wanted: boolean | null
  readonly spoilers: boolean | null
  readonly quiet_from: number | null
  readonly quiet_until: number | null
  readonly time_zone: string | null
  /** `null` without a ballot. */
  readonly complete: boolean | null
  readonly may_vote: boolean
  /** Whether the fan still follows what the occasion is announced to. */
  readonly follows: boolean
}

/** Whether the fan of a claimed message still follows what its occasion is announced to. */
const followsStill = sql`EXISTS (SELECT FROM follows f WHERE f.user_id = c.user_id AND ${isAnnouncedTo({
  isResult: sql`o.kind = 'result'`,
  clubs: sql`m.home_team_id, m.away_team_id`,
  competition: sql`m.competition_id`,
  match: sql`m.id`,
})})`

/**
 * Claims due messages for `leaseMs`, urgent ones before all others. No other server sees them during the lease. If the server dies during the lease,
 * they are due again after it, and in doubt.
 */
export async function claimMessages(
  db: Db,
  clockOffsetMs: number,
  limit: number,
  leaseMs: number,
): Promise<ClaimedMessage[]> {
  const now = databaseTime(clockOffsetMs)
  const due = (lane: RawBuilder<unknown>) =>
    sql`SELECT occasion_id, subscription_id, in_doubt FROM push_messages WHERE outcome IS NULL AND ${lane} AND due_at <= ${now} ORDER BY due_at`
  const { rows } = await sql<ClaimedMessage>`
    WITH first AS MATERIALIZED (${due(sql`urgent`)} LIMIT ${limit} FOR UPDATE SKIP LOCKED),
    next AS MATERIALIZED (${due(sql`NOT urgent`)} LIMIT ${limit} - (SELECT count(*) FROM first) FOR UPDATE SKIP LOCKED),
    due AS (SELECT * FROM first UNION ALL SELECT * FROM next),
    claimed AS (
      UPDATE push_messages m SET attempts = attempts + 1, in_doubt = true,
        due_at = ${now} + ${`${leaseMs} milliseconds`}::interval
      FROM due d WHERE m.occasion_id = d.occasion_id AND m.subscription_id = d.subscription_id
      RETURNING m.occasion_id, m.subscription_id, m.user_id, m.attempts, d.in_doubt
    )
    SELECT c.occasion_id, c.subscription_id, c.user_id, c.attempts, c.in_doubt, s.kind, s.endpoint, s.p256dh, s.auth, o.kind AS occasion, o.match_id,
      CASE o.kind WHEN 'result' THEN o.expires_at ELSE least(o.expires_at, m.votes_close_at) END AS expires_at,
      CASE o.kind WHEN 'opening' THEN p.opening WHEN 'reminder' THEN p.reminder ELSE p.result END AS wanted,
      p.spoilers, p.quiet_from, p.quiet_until, p.time_zone, v.complete, u.voting_closed_at IS NULL AS may_vote, ${followsStill} AS follows
    FROM claimed c JOIN push_subscriptions s ON s.id = c.subscription_id JOIN push_occasions o ON o.id = c.occasion_id
      JOIN matches m ON m.id = o.match_id JOIN auth."user" u ON u.id = c.user_id
      LEFT JOIN push_settings p ON p.user_id = c.user_id
      LEFT JOIN votes v ON v.bucket = ballot_bucket(c.user_id) AND v.user_id = c.user_id AND v.match_id = o.match_id`.execute(
    db,
  )
  return rows
}

export interface SettledMessage {
  readonly occasion_id: string
  readonly subscription_id: string
  readonly outcome: 'sent' | 'refused' | 'unanswered' | 'expired' | 'unwanted' | null
  /** Milliseconds until the next attempt, where there is no outcome yet. */
  readonly retryMs: number
  /** Whether this attempt or an earlier one may have reached the device. */
  readonly inDoubt: boolean
}

/**
 * Stores the outcomes of claimed messages, and what follows from them for their subscriptions. Waits for no row: a message that another holds is being
 * deleted, or was claimed again after its lease, and so is a subscription, or it is counted or renewed at this moment.
 */
export async function settleMessages(
  db: Database,
  messages: readonly SettledMessage[],
  clockOffsetMs: number,
): Promise<void> {
  await db.transaction().execute((tx) => settleWithin(tx, messages, clockOffsetMs))
}

async function settleWithin(db: Db, messages: readonly SettledMessage[], clockOffsetMs: number): Promise<void> {
  const column = <K extends keyof SettledMessage>(name: K) => messages.map((message) => message[name])
  await sql`
    WITH free AS MATERIALIZED (
      SELECT occasion_id, subscription_id FROM push_messages
      WHERE (occasion_id, subscription_id) IN (SELECT * FROM unnest(${column('occasion_id')}::uuid[], ${column('subscription_id')}::uuid[]))
      FOR UPDATE SKIP LOCKED
    )
    UPDATE push_messages m SET outcome = t.outcome, in_doubt = t.in_doubt,
      due_at = CASE WHEN t.outcome IS NULL THEN ${databaseTime(clockOffsetMs)} + t.retry * interval '1 millisecond' ELSE m.due_at END
    FROM unnest(${column('occasion_id')}::uuid[], ${column('subscription_id')}::uuid[], ${column('outcome')}::text[],
      ${column('retryMs')}::float8[], ${column('inDoubt')}::boolean[]) AS t (occasion_id, subscription_id, outcome, retry, in_doubt)
    JOIN free USING (occasion_id, subscription_id)
    WHERE m.occasion_id = t.occasion_id AND m.subscription_id = t.subscription_id`.execute(db)
  const reached = (outcome: string) =>
    messages.filter((one) => one.outcome === outcome).map(({ subscription_id: id }) => id)
  const { rows } = await freeSubscriptions(column('subscription_id'), 'NO KEY UPDATE').execute(db)
  const free = anyOf(rows.map(({ id }) => id))
  // Stores only the day, which avoids most writes.
  await sql`
    UPDATE push_subscriptions SET last_success_at = ${databaseTime(clockOffsetMs)}, failures = 0, unanswered = 0, unanswered_since = NULL
    WHERE id = ${anyOf(reached('sent'))} AND id = ${free}
      AND (failures > 0 OR unanswered > 0 OR last_success_at IS NULL OR last_success_at < ${databaseTime(clockOffsetMs)} - interval '1 day')`.execute(
    db,
  )
  const [refused, unanswered] = [reached('refused'), reached('unanswered')]
  if (refused.length + unanswered.length === 0) return
  await sql`
    UPDATE push_subscriptions SET
      failures = failures + (id = ${anyOf(refused)})::int,
      unanswered = unanswered + (id = ${anyOf(unanswered)})::int,
      unanswered_since = CASE WHEN id = ${anyOf(unanswered)} THEN coalesce(unanswered_since, ${databaseTime(clockOffsetMs)}) ELSE unanswered_since END
    WHERE id = ${anyOf([...refused, ...unanswered])} AND id = ${free}`.execute(db)
}

/** Locks those of some subscriptions that no other transaction holds, for an update or a deletion. */
const freeSubscriptions = (ids: readonly string[], lock: 'UPDATE' | 'NO KEY UPDATE') =>
  sql<{ id: string }>`SELECT id FROM push_subscriptions WHERE id = ${anyOf(ids)} FOR ${sql.raw(lock)} SKIP LOCKED`

/** Deletes subscriptions that have ended, unless they have another address by now. */
export async function deleteGone(
  db: Db,
  gone: readonly Pick<ClaimedMessage, 'subscription_id' | 'endpoint'>[],
): Promise<void> {
  const [ids, endpoints] = [gone.map((one) => one.subscription_id), gone.map((one) => one.endpoint)]
  await sql`
    DELETE FROM push_subscriptions
    WHERE id IN (${freeSubscriptions(ids, 'UPDATE')}) AND (id, endpoint) IN (SELECT * FROM unnest(${ids}::uuid[], ${endpoints}::text[]))`.execute(
    db,
  )
}

/** Deletes, of subscriptions that have just failed, those that are given up. */
export async function deleteFailing(db: Db, failed: readonly string[], clockOffsetMs: number): Promise<void> {
  const { refused, unanswered, unansweredMs } = GIVEN_UP_AFTER
  await sql`
    DELETE FROM push_subscriptions WHERE id IN (${freeSubscriptions(failed, 'UPDATE')}) AND (failures >= ${refused} OR (unanswered >= ${unanswered}
      AND unanswered_since <= ${databaseTime(clockOffsetMs)} - ${`${unansweredMs} milliseconds`}::interval))`.execute(
    db,
  )
}

/** Selects the names and scores of a match, and all who share the first rank of its published podium, by name. */
export async function fixtureOf(db: Db, matchId: number) {
  const { rows } = await sql<{
    home: string
    away: string
    homeScore: number | null
    awayScore: number | null
    shootout: Shootout | null
    winners: string[]
  }>`
    SELECT h.name AS home, a.name AS away, m.home_score AS "homeScore", m.away_score AS "awayScore",
      ${shootoutOfMatch} AS shootout,
      ARRAY(SELECT player_name FROM match_player_points p WHERE p.match_id = m.id AND m.published_at IS NOT NULL AND p.rank = 1 ORDER BY player_name) AS winners
    FROM matches m JOIN teams h ON h.id = m.home_team_id JOIN teams a ON a.id = m.away_team_id WHERE m.id = ${matchId}`.execute(
    db,
  )
  return rows[0]
}

// --- Upkeep

/** Deletes occasions created before a moment, with their messages. */
export async function forgetOccasions(db: Db, before: Date): Promise<void> {
  await inParts(() =>
    sql`DELETE FROM push_messages WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM push_messages WHERE created_at < ${before} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(
      db,
    ),
  )
  // The next run deletes one whose messages are being deleted with their subscriptions.
  await sql`DELETE FROM push_occasions o WHERE created_at < ${before}
    AND NOT EXISTS (SELECT FROM push_messages m WHERE m.occasion_id = o.id)`.execute(db)
}
