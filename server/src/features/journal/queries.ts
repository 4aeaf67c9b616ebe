import type { OperatorAction } from '@tribune/contract/operator/actions.ts'
import { sql } from 'kysely'
import { anyOf } from '../../infra/database/any-of.ts'
import type { Db } from '../../infra/database/pool.ts'

export interface JournalRow {
  readonly operatorId: string
  readonly action: OperatorAction
  readonly subject: string
  readonly before: object | null
  readonly after: object | null
  readonly correlationId: string
  readonly at: Date
}

export async function insertEntry(db: Db, row: JournalRow): Promise<void> {
  await db
    .insertInto('operator_journal')
    .values({
      operator_id: row.operatorId,
      action: row.action,
      subject: row.subject,
      before: jsonOf(row.before),
      after: jsonOf(row.after),
      correlation_id: row.correlationId,
      created_at: row.at,
    })
    .execute()
}

/** Selects the moment of the last of these acts on these subjects. */
export async function lastChange(
  db: Db,
  subjects: readonly string[],
  actions: readonly OperatorAction[],
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('operator_journal')
    .select('created_at')
    .where('subject', '=', anyOf(subjects))
    .where('action', '=', anyOf(actions))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value))

export interface JournalFilter {
  readonly action?: OperatorAction | undefined
  /** Beginning of the subject. */
  readonly subject?: string | undefined
  /** Only rows before this id. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Selects rows newest first, with the operator's address while their account exists. */
export function journalPage(db: Db, { action, subject, before, limit }: JournalFilter) {
  let query = db
    .selectFrom('operator_journal as j')
    .leftJoin('auth.user as u', 'u.id', 'j.operator_id')
    .selectAll('j')
    .select('u.email as operator')
  if (action !== undefined) query = query.where('j.action', '=', action)
  if (subject !== undefined) query = query.where(sql<boolean>`starts_with(j.subject, ${subject})`)
  if (before !== undefined) query = query.where('j.id', '<', before)
  return query.orderBy('j.id', 'desc').limit(limit).execute()
}

/** Selects the names of players by id. */
export async function playerNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('players_ref').select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Selects the names of competitions, seasons and matches by subject, as « competition:61 ». */
export async function subjectNames(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const idsOf = (wanted: string) =>
    subjects.flatMap((subject) => {
      const [kind, id] = subject.split(':')
      return kind === wanted && Number.isSafeInteger(Number(id)) ? [Number(id)] : []
    })
  const [competitions, seasons, matches] = await Promise.all([
    db
      .selectFrom('available_competitions')
      .select(['id', 'name'])
      .where('id', '=', anyOf(idsOf('competition')))
      .execute(),
    db
      .selectFrom('seasons')
      .select(['id', 'name', 'label'])
      .where('id', '=', anyOf(idsOf('season')))
      .execute(),
    db
      .selectFrom('matches as m')
      .innerJoin('teams as home', 'home.id', 'm.home_team_id')
      .innerJoin('teams as away', 'away.id', 'm.away_team_id')
      .select(['m.id', 'home.name as home', 'away.name as away'])
      .where('m.id', '=', anyOf(idsOf('match')))
      .execute(),
  ])
  return new Map([
    ...competitions.map(({ id, name }) => [`competition:${id}`, name] as const),
    ...seasons.map(({ id, name, label }) => [`season:${id}`, `${name} ${label}`] as const),
    ...matches.map(({ id, home, away }) => [`match:${id}`, `${home} – ${away}`] as const),
  ])
}
