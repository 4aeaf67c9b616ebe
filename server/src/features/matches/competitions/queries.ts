import type { MatchGroup, Phase } from '@tribune/domain/results/coefficient.ts'
import { nameWithCountry } from '@tribune/french/countries.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'

/**
 * The country of a competition, as the feed calls it, where another one that is shown has its name (« Serie A »); else null. Give the
 * column of its id. The inner list is read once per statement.
 */
export function sharedNameCountry(id: string) {
  return sql<string | null>`(
    SELECT nullif(one.country, '') FROM available_competitions one
    WHERE one.id = ${sql.ref(id)} AND one.name IN (
      SELECT twin.name FROM available_competitions twin WHERE twin.enabled GROUP BY twin.name HAVING count(*) > 1))`
}

/** Columns that a row needs so that its competition can be named. */
export interface Named {
  readonly competition_name: string
  readonly competition_country: string | null
}

/** Returns the row with the country added to its competition's name, where another competition has the same one. */
export function nameCompetition<Row extends Named>({ competition_country, ...row }: Row) {
  return { ...row, competition_name: nameWithCountry(row.competition_name, competition_country) }
}

export interface CompetitionFilter {
  readonly enabled: boolean | undefined
  readonly order: 'name' | 'coefficient'
  readonly limit: number
}

export async function competitions(db: Db, filter: CompetitionFilter) {
  let query = db
    .selectFrom('available_competitions')
    .select([
      'id',
      'name',
      'coefficient',
      'logo',
      'enabled',
      sharedNameCountry('available_competitions.id').as('country'),
    ])
  if (filter.enabled !== undefined) query = query.where('enabled', '=', filter.enabled)
  if (filter.order === 'coefficient') query = query.orderBy('coefficient', 'desc')
  const rows = await query.orderBy('name').orderBy('id').limit(filter.limit).execute()
  return rows.map(({ country, ...row }) => ({ ...row, name: nameWithCountry(row.name, country) }))
}

export function phaseCoefficients(db: Db) {
  return db.selectFrom('match_coefficients').selectAll().execute()
}

export interface WeighedRow {
  readonly id: number
  readonly name: string
  readonly country: string
  readonly logo: string | null
  readonly enabled: boolean
  readonly coefficient: number
  readonly groups: readonly MatchGroup[]
}

/** A page of competitions by name: only those after the competition `after`, if it is given. */
export interface CompetitionPage {
  readonly after?: number | undefined
  readonly limit: number
}

/** Selects competitions by name, each with match counts by phase, derby and coefficient. The groups are few, however many matches there are. */
export async function weighedCompetitions(db: Db, { after, limit }: CompetitionPage): Promise<WeighedRow[]> {
  const rest =
    after === undefined
      ? sql``
      : sql`WHERE (name, id) > (SELECT name, id FROM available_competitions WHERE id = ${after})`
  const { rows } = await sql<WeighedRow>`
    SELECT c.id, c.name, c.country, c.logo, c.enabled, c.coefficient, coalesce(g.groups, '[]'::json) AS groups
    FROM (SELECT * FROM available_competitions ${rest} ORDER BY name, id LIMIT ${limit}) c
    LEFT JOIN (
      SELECT competition_id, json_agg(json_build_object('phase', phase, 'is_derby', is_derby, 'coefficient', coefficient,
        'matches', matches, 'published', published) ORDER BY phase, is_derby, coefficient) AS groups
      FROM (
        SELECT competition_id, phase, is_derby, coefficient, count(*) AS matches, count(published_at) AS published
        FROM matches GROUP BY competition_id, phase, is_derby, coefficient) one
      GROUP BY competition_id) g ON g.competition_id = c.id
    ORDER BY c.name, c.id`.execute(db)
  return rows
}

export async function countCompetitions(db: Db): Promise<number> {
  const { competitions: all } = await db
    .selectFrom('available_competitions')
    .select(({ fn }) => fn.countAll<number>().as('competitions'))
    .executeTakeFirstOrThrow()
  return all
}

/**
 * Waits for other changes of coefficients and derbies, and for matches that are being stored by the old ones; both wait until this transaction
 * ends. The order of locks is always this one first, then competitions and phases, then matches by id.
 */
export async function lockCoefficients(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('coefficients'))`.execute(db)
}

/** Locks coefficients and derbies against changes until the transaction ends. Other transactions that only read them take the same lock in parallel. */
export async function holdCoefficients(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtext('coefficients'))`.execute(db)
}

/** Selects a competition and locks it, so that the journal names what the operator really changed. */
export function lockCompetition(db: Db, id: number) {
  return db
    .selectFrom('available_competitions')
    .select(['id', 'enabled', 'coefficient'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Selects competitions and locks them, always in the same order. */
export function lockCompetitions(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('available_competitions')
    .select(['id', 'name', 'country', 'coefficient'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Selects the table of phases and locks it. */
export function lockPhaseCoefficients(db: Db) {
  return db.selectFrom('match_coefficients').selectAll().orderBy('phase').forNoKeyUpdate().execute()
}

export async function competitionCoefficients(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('available_competitions').select('coefficient').distinct().execute()
  return rows.map((row) => row.coefficient)
}

export function setEnabled(db: Db, id: number, enabled: boolean) {
  return db
    .updateTable('available_competitions')
    .set({ enabled })
    .where('id', '=', id)
    .returning(['id', 'name', 'coefficient', 'logo', 'enabled'])
    .executeTakeFirstOrThrow()
}

/** Locks all matches of competitions in the order of ids: over all of them at once, before the first is changed. */
export async function lockMatchesOf(db: Db, competitionIds: readonly number[]): Promise<void> {
  const theirs = db.selectFrom('matches').select('id').where('competition_id', '=', anyOf(competitionIds))
  await theirs.orderBy('id').forNoKeyUpdate().execute()
}

/** Sets the coefficient of a competition and of its matches, which the caller has locked. */
export async function setCompetitionCoefficient(db: Db, id: number, coefficient: number): Promise<void> {
  await db.updateTable('available_competitions').set({ coefficient }).where('id', '=', id).execute()
  await db.updateTable('matches').set({ competition_cc: coefficient }).where('competition_id', '=', id).execute()
}

export async function setPhaseCoefficient(db: Db, phase: Phase, coefficient: number): Promise<void> {
  await db.updateTable('match_coefficients').set({ coefficient }).where('phase', '=', phase).execute()
}

/** Selects the distinct combinations of competition coefficient, phase and derby, of which there are few. */
export function coefficientCases(db: Db) {
  return db.selectFrom('matches').select(['competition_cc', 'phase', 'is_derby']).distinct().execute()
}

export interface CoefficientCase {
  readonly competition_cc: number
  readonly phase: string
  readonly is_derby: boolean
  readonly coefficient: number
}

/** Writes the coefficient of every match by its combination; returns the number of changed matches. The caller must have locked the coefficients. */
export async function applyCoefficients(db: Db, cases: readonly CoefficientCase[]): Promise<number> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
    AS c (competition_cc numeric, phase text, is_derby boolean, coefficient numeric)`
  const differs = sql`m.competition_cc = c.competition_cc AND m.phase = c.phase AND m.is_derby = c.is_derby
    AND m.coefficient <> c.coefficient`
  await sql`SELECT FROM matches m JOIN ${wanted} ON ${differs} ORDER BY m.id FOR NO KEY UPDATE OF m`.execute(db)
  const result = await sql`
    UPDATE matches m SET coefficient = c.coefficient, updated_at = now() FROM ${wanted} WHERE ${differs}`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
