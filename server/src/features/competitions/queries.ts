import type { Phase } from '@tribune/domain/coefficient.ts'
import { sql } from 'kysely'
import { nameWithCountry, sharedNameCountry } from '../../infra/database/competition-names.ts'
import type { Db } from '../../infra/database/pool.ts'

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
    .executeTakeFirst()
}

export async function setCompetitionCoefficient(db: Db, id: number, coefficient: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('available_competitions')
    .set({ coefficient })
    .where('id', '=', id)
    .executeTakeFirst()
  await db.updateTable('matches').set({ competition_cc: coefficient }).where('competition_id', '=', id).execute()
  return numUpdatedRows > 0n
}

export async function setPhaseCoefficient(db: Db, phase: Phase, coefficient: number): Promise<void> {
  await db.updateTable('match_coefficients').set({ coefficient }).where('phase', '=', phase).execute()
}

/** The few combinations of competition coefficient, phase and derby that matches have. */
export function coefficientCases(db: Db) {
  return db.selectFrom('matches').select(['competition_cc', 'phase', 'is_derby']).distinct().execute()
}

export interface CoefficientCase {
  readonly competition_cc: number
  readonly phase: string
  readonly is_derby: boolean
  readonly coefficient: number
}

/** Writes the coefficient of every match from its case; gives how many matches changed. */
export async function applyCoefficients(db: Db, cases: readonly CoefficientCase[]): Promise<number> {
  const result = await sql`
    UPDATE matches m SET coefficient = c.coefficient, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
      AS c (competition_cc numeric, phase text, is_derby boolean, coefficient numeric)
    WHERE m.competition_cc = c.competition_cc AND m.phase = c.phase AND m.is_derby = c.is_derby
      AND m.coefficient <> c.coefficient`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
