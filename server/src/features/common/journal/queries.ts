import type { OperatorAction } from '@tribune/contract/operator/actions.ts'
import { PARIS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'

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

/** A text that acts are searched by. */
export interface SearchedText {
  readonly text: string
  /** Its words, as `nameKey` returns them; empty without any. */
  readonly key: string
  /** Actions whose French name has it. */
  readonly actions: readonly OperatorAction[]
}

export interface JournalFilter {
  readonly action?: OperatorAction | undefined
  /** Beginning of the subject. */
  readonly subject?: string | undefined
  /** First and last day in Paris, `YYYY-MM-DD`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly text?: SearchedText | undefined
  /** Only rows before this id. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Selects rows newest first, with the operator's address while their account exists. */
export function journalPage(db: Db, { action, subject, from, to, text, before, limit }: JournalFilter) {
  let query = db
    .selectFrom('operator_journal as j')
    .leftJoin('auth.user as u', 'u.id', 'j.operator_id')
    .selectAll('j')
    .select('u.email as operator')
  if (action !== undefined) query = query.where('j.action', '=', action)
  if (subject !== undefined) query = query.where(sql<boolean>`starts_with(j.subject, ${subject})`)
  if (from !== undefined) query = query.where(sql<boolean>`j.created_at >= ${midnight(from, 0)}`)
  if (to !== undefined) query = query.where(sql<boolean>`j.created_at < ${midnight(to, 1)}`)
  if (text !== undefined) query = query.where(hasText(text))
  if (before !== undefined) query = query.where('j.id', '<', before)
  return query.orderBy('j.id', 'desc').limit(limit).execute()
}

/** The beginning of a day in Paris, or of one so many days later. */
const midnight = (day: string, later: number) =>
  sql`(${day}::date + ${sql.lit(later)}::integer)::timestamp AT TIME ZONE ${sql.lit(PARIS)}`

/** Returns whether an act has a text: in its action, its values or its operator's address, or in the name of its match, competition or season. */
function hasText({ text, key, actions }: SearchedText) {
  const stored = sql<boolean>`position(lower(${text}) IN lower(concat_ws(' ', j.subject, j.before::text, j.after::text, u.email))) > 0`
  const ofAction = sql<boolean>`j.action = ${anyOf(actions)}`
  if (key === '') return sql<boolean>`(${stored} OR ${ofAction})`
  const id = (kind: string) => sql`substring(j.subject FROM ${`^${kind}:([0-9]{1,9})$`})::bigint`
  const like = `%${key}%`
  return sql<boolean>`(${stored} OR ${ofAction}
    OR EXISTS (SELECT FROM matches m JOIN teams t ON t.id IN (m.home_team_id, m.away_team_id)
      WHERE m.id = ${id('match')} AND name_key(t.name) LIKE ${like})
    OR EXISTS (SELECT FROM available_competitions c WHERE c.id = ${id('competition')} AND name_key(c.name) LIKE ${like})
    OR EXISTS (SELECT FROM seasons s WHERE s.id = ${id('season')} AND name_key(s.name || ' ' || s.label) LIKE ${like}))`
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
