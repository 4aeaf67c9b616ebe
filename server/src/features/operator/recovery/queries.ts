import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'

/** Tables and matches that a report lists at most. */
const LISTED = 200
/** Rows of accounts, settings and the journal that are read at once. */
const ROWS_READ = 2_000

/** Counts the connections of servers to this database. */
export async function serversConnected(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'tribune%'`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns the moment of the newest run or ballot: about when a database that came without a time was copied. */
export async function newestWrite(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT greatest((SELECT max(created_at) FROM edge_metrics), (SELECT max(updated_at) FROM votes),
      (SELECT max(updated_at) FROM auth.session)) AS at`.execute(db)
  return rows[0]?.at ?? new Date(0)
}

// --- Checks

/** Lists all tables, quoted. */
export async function tables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Reads every row of a table, so that PostgreSQL checks each page's checksum. Returns the number of rows. */
export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.raw(table)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Selects the newest matches with ballots. */
export async function matchesWithBallots(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m WHERE EXISTS (SELECT FROM votes v WHERE v.match_id = m.id)
    ORDER BY m.match_date DESC LIMIT ${LISTED}`.execute(db)
  return rows.map(({ id }) => id)
}

// --- The steps of a restore

/** Ends all sessions, and with them push subscriptions, and all links. Returns how many there were. */
export async function endSessions(tx: Db): Promise<{ sessions: number; links: number }> {
  const sessions = await tx.deleteFrom('auth.session').executeTakeFirst()
  const links = await tx.deleteFrom('auth.verification').executeTakeFirst()
  return { sessions: Number(sessions.numDeletedRows), links: Number(links.numDeletedRows) }
}

/** Returns whether the mails of a week's digest were planned. */
export async function isDigestPlanned(db: Db, week: string): Promise<boolean> {
  return (await sql`SELECT FROM digest_weeks WHERE week = ${week}::date`.execute(db)).rows.length > 0
}

/** Prevents mails of a week's digest that were not sent yet. */
export async function endDigest(tx: Db, week: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO digest_weeks (week, created_at, planned_at) VALUES (${week}::date, ${now}, ${now})
    ON CONFLICT (week) DO UPDATE SET planned_at = excluded.planned_at`.execute(tx)
  await sql`UPDATE digest_mails SET outcome = 'expired' WHERE outcome IS NULL`.execute(tx)
}

/** Selects the accounts that follow `last` in the order of ids; from the first one for `null`. */
export async function accountsAfter(db: Db, last: string | null): Promise<string[]> {
  const accounts = db.selectFrom('auth.user').select('id').orderBy('id').limit(ROWS_READ)
  return (await (last === null ? accounts : accounts.where('id', '>', last)).execute()).map(({ id }) => id)
}

/** Selects those of these accounts that exist. */
export async function accountsAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('auth.user').select('id').where('id', '=', anyOf(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Settings of messages that a fan chooses, and the columns of each. */
const CHOICES = {
  digest_choices: ['wanted', 'changed_at', 'refusals', 'ended_by_mailbox'],
  push_settings: ['opening', 'reminder', 'result', 'spoilers', 'quiet_from', 'quiet_until', 'time_zone', 'max_a_day'],
} as const
export type Choices = keyof typeof CHOICES
export const CHOICE_TABLES = Object.keys(CHOICES) as Choices[]

/** Selects rows of settings of the fans that follow `last` in the order of ids. */
export async function choicesAfter(db: Db, table: Choices, last: string) {
  const { rows } = await sql<{ user_id: string; row: unknown }>`
    SELECT user_id, to_jsonb(t) AS row FROM ${sql.table(table)} t WHERE user_id > ${last} ORDER BY user_id LIMIT ${ROWS_READ}`.execute(
    db,
  )
  return rows
}

/** Replaces settings of fans who exist. Returns how many differed. */
export async function replaceChoices(tx: Db, table: Choices, rows: readonly unknown[]): Promise<number> {
  const columns = CHOICES[table].map((name) => sql.ref(name))
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO ${sql.table(table)} AS t (user_id, ${sql.join(columns)})
    SELECT r.user_id, ${sql.join(CHOICES[table].map((name) => sql.ref(`r.${name}`)))}
    FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r JOIN auth."user" u ON u.id = r.user_id
    ON CONFLICT (user_id) DO UPDATE SET ${sql.join(CHOICES[table].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    WHERE (t.*) IS DISTINCT FROM (excluded.*)`.execute(tx)
  return Number(numAffectedRows)
}

/** An act of the operator. */
export interface Act {
  readonly id: string
  readonly action: string
  readonly subject: string
  readonly created_at: Date
}

/** Selects acts since a moment that follow `last` in the order of ids. */
export async function actsSince(db: Db, since: Date, last: string): Promise<(Act & { readonly row: unknown })[]> {
  const { rows } = await sql<Act & { row: unknown }>`
    SELECT id, action, subject, created_at, to_jsonb(j) AS row FROM operator_journal j
    WHERE created_at >= ${since} AND id > ${last} ORDER BY id LIMIT ${ROWS_READ}`.execute(db)
  return rows
}

/** Adds acts that are missing. Returns the ids of those. */
export async function addActs(tx: Db, rows: readonly unknown[]): Promise<Set<string>> {
  const added = await sql<{ id: string }>`
    INSERT INTO operator_journal SELECT * FROM jsonb_populate_recordset(NULL::operator_journal, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
  return new Set(added.rows.map(({ id }) => id))
}

// --- Losses

/** A match, and what the restore loses of it. */
export interface LostMatch {
  readonly id: number
  readonly home: string
  readonly away: string
  /** Ballots that were cast or changed since the backup; `null` if the broken database cannot be read. */
  readonly ballots: number | null
  /** Whether its result was published since. */
  readonly published: boolean
}

const NAMES = sql`m.id, h.name AS home, a.name AS away`
const TEAMS = sql`JOIN teams h ON h.id = m.home_team_id JOIN teams a ON a.id = m.away_team_id`

/** Selects from the broken database the matches with ballots or a result since a moment. */
export async function lostSince(broken: Db, since: Date): Promise<LostMatch[]> {
  const { rows } = await sql<LostMatch>`
    SELECT ${NAMES}, coalesce(v.ballots, 0)::integer AS ballots, coalesce(m.published_at > ${since}, false) AS published
    FROM matches m ${TEAMS}
    LEFT JOIN (SELECT match_id, count(*) AS ballots FROM votes WHERE updated_at > ${since} GROUP BY match_id) v ON v.match_id = m.id
    WHERE v.ballots > 0 OR m.published_at > ${since} ORDER BY m.match_date, m.id LIMIT ${LISTED}`.execute(broken)
  return rows
}

/** Selects those of these matches that were published before a moment, and ranked again since. */
export async function rankedAgain(broken: Db, ids: readonly number[], since: Date): Promise<number[]> {
  const matches = broken.selectFrom('matches').select('id').where('id', '=', anyOf(ids))
  const rows = await matches.where('published_at', '<=', since).where('ranked_at', '>', since).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Selects from the backup the matches whose vote may have been open between two moments. */
export async function perhapsLost(db: Db, from: Date, to: Date): Promise<LostMatch[]> {
  const { rows } = await sql<LostMatch>`
    SELECT ${NAMES}, NULL::integer AS ballots, false AS published FROM matches m ${TEAMS}
    WHERE m.published_at IS NULL AND m.match_date BETWEEN ${from}::timestamptz - interval '6 hours' AND ${to}
    ORDER BY m.match_date, m.id LIMIT ${LISTED}`.execute(db)
  return rows
}
