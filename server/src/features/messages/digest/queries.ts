import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import {
  type DigestMatch,
  type DigestWeek,
  type IndexRow,
  MAX_PODIUM,
  MAX_REFUSALS,
  type OwnWeek,
  type WeekMatch,
} from '@tribune/domain/messages/digest.ts'
import { nameWithCountry } from '@tribune/french/countries.ts'
import { type RawBuilder, sql } from 'kysely'
import { NO_FAN } from '../../../accounts/queries.ts'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { inParts, ROWS_AT_ONCE } from '../../../infra/database/sql.ts'
import { shootoutOfMatch } from '../../common/shootouts/queries.ts'
import { sharedNameCountry } from '../../matches/competitions/queries.ts'

/** Locks planning to one server at a time. Any number that nothing else locks. */
const PLANNING_LOCK = 66_001
/** Matches from which a digest selects: more than it shows of any kind. */
const CANDIDATES = 100

// --- A fan's choice

/** Selects a fan's choice; `undefined` if they have made none. */
export function choiceOf(db: Db, fanId: string) {
  return db
    .selectFrom('digest_choices')
    .select(['wanted', 'changed_at', 'ended_by_mailbox'])
    .where('user_id', '=', fanId)
    .executeTakeFirst()
}
export type ChoiceRow = Awaited<ReturnType<typeof choiceOf>>

export async function saveChoice(db: Db, fanId: string, wanted: boolean, now: Date): Promise<void> {
  const row = { wanted, changed_at: now, refusals: 0, ended_by_mailbox: false }
  await db
    .insertInto('digest_choices')
    .values({ ...row, user_id: fanId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Turns a fan's digest off; does nothing if it is off, or if they no longer exist. */
export async function turnDigestOff(db: Db, fanId: string, now: Date): Promise<void> {
  await db
    .updateTable('digest_choices')
    .set({ wanted: false, changed_at: now })
    .where('user_id', '=', fanId)
    .where('wanted', '=', true)
    .execute()
}

/** Selects the weeks whose digest a fan was sent, newest first. */
export async function weeksSentTo(db: Db, fanId: string): Promise<string[]> {
  const { rows } = await sql<{ week: string }>`
    SELECT week::text FROM digest_mails WHERE user_id = ${fanId} AND outcome = 'sent' ORDER BY week DESC LIMIT 60`.execute(
    db,
  )
  return rows.map(({ week }) => week)
}

// --- Planning

/** Stores a week whose digest is due, unless it is known. */
export async function insertWeek(db: Db, week: string, now: Date): Promise<void> {
  await sql`INSERT INTO digest_weeks (week, created_at) VALUES (${week}::date, ${now}) ON CONFLICT DO NOTHING`.execute(
    db,
  )
}

/** Locks a week whose fans are not all planned; `undefined` if they are, or if another server plans. */
export async function lockWeekToPlan(db: Db, week: string) {
  const locked = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${PLANNING_LOCK}) AS mine`.execute(db)
  if (locked.rows[0]?.mine !== true) return undefined
  const { rows } = await sql<{ planned_to: string | null }>`
    SELECT planned_to FROM digest_weeks WHERE week = ${week}::date AND planned_at IS NULL FOR UPDATE`.execute(db)
  return rows[0]
}

/**
 * Plans the mails of the next fans, in the order of ids, who want the digest and may get one. Mails that are already planned stay unchanged. Returns the
 * number of these fans, and the id of the last.
 */
export async function planFans(db: Db, week: string, after: string | null, now: Date, limit: number) {
  const { rows } = await sql<{ fans: number; last: string | null }>`
    WITH fans AS MATERIALIZED (
      SELECT c.user_id FROM digest_choices c JOIN auth."user" u ON u.id = c.user_id
      WHERE c.wanted AND c.user_id > ${after ?? NO_FAN} AND ${mayGetOne}
      ORDER BY c.user_id LIMIT ${limit}
    ), planned AS (
      INSERT INTO digest_mails (week, user_id, due_at) SELECT ${week}::date, user_id, ${now} FROM fans ON CONFLICT DO NOTHING
    )
    SELECT count(*)::integer AS fans, (SELECT user_id FROM fans ORDER BY user_id DESC LIMIT 1) AS last FROM fans`.execute(
    db,
  )
  return rows[0] ?? { fans: 0, last: null }
}

/** A confirmed address, and an open right to vote. Accounts without an address have a placeholder, which is never confirmed. */
const mayGetOne = sql`u.email_verified AND u.voting_closed_at IS NULL`

/** Stores how far a week is planned. `done` is set once no fan is left. */
export async function savePlanned(db: Db, week: string, to: string | null, done: Date | null): Promise<void> {
  await sql`
    UPDATE digest_weeks SET planned_to = ${done === null ? to : null}, planned_at = ${done} WHERE week = ${week}::date`.execute(
    db,
  )
}

// --- Sending

/** Returns whether a digest waits to be sent, or is due. */
export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`SELECT FROM digest_mails WHERE outcome IS NULL AND due_at <= ${now} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** A mail whose sending is about to begin. */
export interface ClaimedMail {
  readonly week: string
  readonly user_id: string
  readonly attempts: number
  readonly email: string
  /** Whether the fan still wishes it, and may get it. */
  readonly wanted: boolean
}

/** Claims the mail that has been due longest, until `leaseEnd`. If the server dies before that, it loses only this mail, which is then due again. */
export async function claimMail(db: Db, now: Date, leaseEnd: Date): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    WITH due AS MATERIALIZED (
      SELECT week, user_id FROM digest_mails WHERE outcome IS NULL AND due_at <= ${now}
      ORDER BY due_at, user_id LIMIT 1 FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE digest_mails m SET attempts = attempts + 1, due_at = ${leaseEnd}
      FROM due d WHERE m.week = d.week AND m.user_id = d.user_id RETURNING m.week, m.user_id, m.attempts
    )
    SELECT m.week::text AS week, m.user_id, m.attempts, u.email, coalesce(c.wanted, false) AND ${mayGetOne} AS wanted
    FROM claimed m JOIN auth."user" u ON u.id = m.user_id LEFT JOIN digest_choices c ON c.user_id = m.user_id`.execute(
    db,
  )
  return rows[0]
}

export type MailOutcome = 'sent' | 'empty' | 'unwanted' | 'refused' | 'expired'
type MailKey = Pick<ClaimedMail, 'week' | 'user_id'>

/** Stores what came of a claimed mail. */
export async function settleMail(db: Db, { week, user_id }: MailKey, outcome: MailOutcome): Promise<void> {
  await sql`UPDATE digest_mails SET outcome = ${outcome} WHERE week = ${week}::date AND user_id = ${user_id}`.execute(
    db,
  )
}

/** Puts a claimed mail off. */
export async function putOff(db: Db, { week, user_id }: MailKey, until: Date): Promise<void> {
  await sql`UPDATE digest_mails SET due_at = ${until} WHERE week = ${week}::date AND user_id = ${user_id}`.execute(db)
}

/**
 * Takes refusals back, and puts off all mails that wait; those with the most attempts come last, so that others are tried first. A mail that another
 * holds is being claimed, or deleted with its account.
 */
export async function holdBack(db: Db, refused: readonly MailKey[], until: Date): Promise<void> {
  const [weeks, fans] = [refused.map(({ week }) => week), refused.map(({ user_id }) => user_id)]
  await sql`
    UPDATE digest_mails SET outcome = NULL WHERE (week, user_id) IN (
      SELECT week, user_id FROM digest_mails
      WHERE (week, user_id) IN (SELECT * FROM unnest(${weeks}::date[], ${fans}::uuid[])) AND outcome = 'refused' FOR UPDATE SKIP LOCKED)`.execute(
    db,
  )
  await sql`
    UPDATE digest_mails SET due_at = ${until}::timestamptz + make_interval(secs => attempts) WHERE (week, user_id) IN (
      SELECT week, user_id FROM digest_mails WHERE outcome IS NULL AND due_at < ${until} FOR UPDATE SKIP LOCKED)`.execute(
    db,
  )
}

/** Counts a refusal of a fan's address, and turns their digest off at the third in a row. */
export async function countRefusal(db: Db, fanId: string, now: Date): Promise<void> {
  const isLast = sql<boolean>`(wanted AND refusals + 1 >= ${MAX_REFUSALS})`
  await sql`
    UPDATE digest_choices SET refusals = refusals + 1, ended_by_mailbox = ended_by_mailbox OR ${isLast},
      wanted = wanted AND NOT ${isLast}, changed_at = CASE WHEN ${isLast} THEN ${now} ELSE changed_at END
    WHERE user_id = ${fanId}`.execute(db)
}

/** Notes that a fan's address has taken a digest. */
export async function forgetRefusals(db: Db, fanId: string): Promise<void> {
  await sql`UPDATE digest_choices SET refusals = 0 WHERE user_id = ${fanId} AND refusals > 0`.execute(db)
}

/** Deletes weeks before a day, with their mails. */
export async function forgetWeeks(db: Db, before: string): Promise<void> {
  await inParts(() =>
    sql`DELETE FROM digest_mails WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM digest_mails WHERE week < ${before}::date LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(
      db,
    ),
  )
  await sql`DELETE FROM digest_weeks w WHERE week < ${before}::date
    AND NOT EXISTS (SELECT FROM digest_mails m WHERE m.week = w.week)`.execute(db)
}

// --- What a digest holds

export async function followsAnything(db: Db, fanId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM follows WHERE user_id = ${fanId} LIMIT 1`.execute(db)
  return rows.length > 0
}

interface WithCountry {
  readonly country: string | null
}

function named<Row extends WithCountry & { readonly competition: string }>({ country, ...row }: Row) {
  return { ...row, competition: nameWithCountry(row.competition, country) }
}

const fixture = sql`
  m.id, m.match_date AS kickoff, m.kickoff_hour_known AS "hourKnown", h.name AS home, a.name AS away, c.name AS competition,
  ${sharedNameCountry('c.id')} AS country, m.coefficient`
const joins = sql`
  matches m JOIN available_competitions c ON c.id = m.competition_id AND c.enabled
  JOIN teams h ON h.id = m.home_team_id JOIN teams a ON a.id = m.away_team_id`
const follows = (fanId: string, kind: string, target: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM follows f WHERE f.user_id = ${fanId} AND f.kind = ${kind} AND f.target_id ${target})`
const ofClub = (fanId: string) => follows(fanId, 'club', sql`IN (m.home_team_id, m.away_team_id)`)
const ofCompetition = (fanId: string) => follows(fanId, 'competition', sql`= m.competition_id`)

const finished = sql`
  m.home_score AS "homeScore", m.away_score AS "awayScore", ${shootoutOfMatch} AS shootout, m.ranking_source IS NOT DISTINCT FROM 'ratings_fallback' AS "byRatings",
  (SELECT coalesce(jsonb_agg(p), '[]') FROM (SELECT rank, player_name AS name FROM match_player_points WHERE match_id = m.id AND rank <= 3
    ORDER BY rank, player_name, player_id LIMIT ${MAX_PODIUM}) p) AS podium`
const published = ({ start, end }: DigestWeek) => sql`
  m.published_at IS NOT NULL AND m.id <> ${DEMO_MATCH_ID} AND m.match_date >= ${start} AND m.match_date < ${end}`
const untied = sql`false AS "ofClub", false AS "ofCompetition", ARRAY[]::text[] AS players`

/** Selects published matches of the week that concern a fan by what they follow: clubs first, then players, then the weightiest. */
export async function weekOf(db: Db, fanId: string, week: DigestWeek): Promise<WeekMatch[]> {
  const { rows } = await sql<WeekMatch & WithCountry>`
    WITH played AS MATERIALIZED (
      SELECT l.match_id, array_agg(l.player_name ORDER BY l.player_name, l.player_id) AS names
      FROM follows f JOIN match_lineups l ON l.player_id = f.target_id AND l.minutes_played IS DISTINCT FROM 0
        JOIN matches m ON m.id = l.match_id
      WHERE f.user_id = ${fanId} AND f.kind = 'player' AND ${published(week)} GROUP BY l.match_id
    )
    SELECT * FROM (
      SELECT ${fixture}, ${finished}, ${ofClub(fanId)} AS "ofClub", ${ofCompetition(fanId)} AS "ofCompetition",
        coalesce(p.names[1:3], '{}') AS players
      FROM ${joins} LEFT JOIN played p ON p.match_id = m.id WHERE ${published(week)}
    ) t WHERE "ofClub" OR "ofCompetition" OR cardinality(players) > 0
    ORDER BY "ofClub" DESC, cardinality(players) > 0 DESC, coefficient DESC, kickoff, id LIMIT ${CANDIDATES}`.execute(
    db,
  )
  return rows.map(named)
}

/** Selects the weightiest published matches of the week with a podium. */
export async function largestOf(db: Db, week: DigestWeek): Promise<WeekMatch[]> {
  const { rows } = await sql<WeekMatch & WithCountry>`
    SELECT ${fixture}, ${finished}, ${untied} FROM ${joins}
    WHERE ${published(week)} AND EXISTS (SELECT FROM match_player_points p WHERE p.match_id = m.id)
    ORDER BY m.coefficient DESC, m.match_date, m.id LIMIT ${CANDIDATES}`.execute(db)
  return rows.map(named)
}

const upcoming = ({ until }: DigestWeek, now: Date) => sql`
  m.status = 'upcoming' AND m.id <> ${DEMO_MATCH_ID} AND m.match_date >= ${now} AND m.match_date < ${until}`

/** Selects the next matches of the clubs and competitions that a fan follows. */
export async function nextOf(db: Db, fanId: string, week: DigestWeek, now: Date): Promise<DigestMatch[]> {
  const { rows } = await sql<DigestMatch & WithCountry>`
    SELECT * FROM (
      SELECT ${fixture}, ${ofClub(fanId)} AS "ofClub", ${ofCompetition(fanId)} AS "ofCompetition", ARRAY[]::text[] AS players
      FROM ${joins} WHERE ${upcoming(week, now)}
    ) t WHERE "ofClub" OR "ofCompetition"
    ORDER BY "ofClub" DESC, coefficient DESC, kickoff, id LIMIT ${CANDIDATES}`.execute(db)
  return rows.map(named)
}

/** Selects the weightiest of the next matches. */
export async function nextLargest(db: Db, week: DigestWeek, now: Date): Promise<DigestMatch[]> {
  const { rows } = await sql<DigestMatch & WithCountry>`
    SELECT ${fixture}, ${untied} FROM ${joins} WHERE ${upcoming(week, now)}
    ORDER BY m.coefficient DESC, m.match_date, m.id LIMIT ${CANDIDATES}`.execute(db)
  return rows.map(named)
}

/** Counts a fan's complete ballots on matches of the week, as the profile does, and those of their picks whose podium is published. */
export async function ownWeekOf(db: Db, fanId: string, { start, end }: DigestWeek): Promise<OwnWeek> {
  const { rows: cast } = await sql<{ match_id: number; picks: number[]; ranked: boolean }>`
    SELECT v.match_id, array_remove(ARRAY[v.first_id, v.second_id, v.third_id], NULL) AS picks,
      m.published_at IS NOT NULL AND m.ranking_source IS NOT NULL AS ranked
    FROM votes v JOIN matches m ON m.id = v.match_id
    WHERE v.bucket = ${bucketOf(fanId)} AND v.user_id = ${fanId} AND v.complete AND m.id <> ${DEMO_MATCH_ID}
      AND m.match_date >= ${start} AND m.match_date < ${end}`.execute(db)
  const picks = cast.flatMap(({ match_id, picks, ranked }) =>
    ranked ? picks.map((id) => [match_id, id] as const) : [],
  )
  // Apart, because a distributed PostgreSQL does not join ballots with points.
  const { rows } = await sql<{ elected: number }>`
    SELECT count(*)::integer AS elected
    FROM unnest(${picks.map(([match]) => match)}::bigint[], ${picks.map(([, id]) => id)}::bigint[]) AS pick (match_id, player_id)
    JOIN match_player_points p USING (match_id, player_id) WHERE p.rank <= 3`.execute(db)
  return { ballots: cast.length, picks: picks.length, elected: rows[0]?.elected ?? 0 }
}

const indexRow = sql`s.player_name AS name, s.last_team AS team, s.total_points AS points, s.rank, h.rank AS "rankBefore"`
/** @param before Day of the earlier ranks. */
const withRankBefore = (before: string) => sql`season_player_points s LEFT JOIN season_rank_history h
  ON h.season_id = s.season_id AND h.player_id = s.player_id AND h.day = ${before}::date`

/** Selects the first of a season. */
export async function topOf(db: Db, seasonId: number, before: string, limit: number): Promise<IndexRow[]> {
  const { rows } = await sql<IndexRow>`
    SELECT ${indexRow} FROM ${withRankBefore(before)} WHERE s.season_id = ${seasonId}
    ORDER BY s.rank, s.player_name, s.player_id LIMIT ${limit}`.execute(db)
  return rows
}

/** Selects the players whom a fan follows in a season, best first. */
export async function playersOf(db: Db, fanId: string, seasonId: number, before: string): Promise<IndexRow[]> {
  const { rows } = await sql<IndexRow>`
    SELECT ${indexRow} FROM ${withRankBefore(before)} JOIN follows f ON f.target_id = s.player_id
    WHERE s.season_id = ${seasonId} AND f.user_id = ${fanId} AND f.kind = 'player' AND h.rank <> s.rank
    ORDER BY s.rank, s.player_name, s.player_id LIMIT ${CANDIDATES}`.execute(db)
  return rows
}
