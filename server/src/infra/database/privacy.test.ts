import { FOOTBALL_TABLES, KEPT, KEPT_ELSEWHERE, STORED } from '@tribune/contract/privacy.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseForFile } from '../../testing/for-file.ts'

const database = databaseForFile()

interface Column {
  readonly table: string
  readonly column: string
}

/** Every column of every table, but those of the migrations and of the job queue, whose jobs carry ids of matches. */
async function storedColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT c.table_schema || '.' || c.table_name AS "table", c.column_name AS "column"
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE '%migrations%'
      AND c.table_schema NOT IN ('pg_catalog', 'information_schema', 'pgboss')
    ORDER BY 1, 2`.execute(database.db)
  return rows
}

/** What no table about football may be made of: it would be about somebody. */
const PERSONAL = /user|fan|account|e?mail|phone|address|device|session|(^|_)ip(_|$)|network/

const WHAT_TO_DO = `
is stored, and the privacy policy does not say so. For each column:
  1. give it a line of the policy (or 'nobody') in STORED, contract/privacy.ts; a table about football alone goes to FOOTBALL_TABLES there;
  2. if no line tells it, add one to KEPT there, and its words, why and until when, to web/src/i18n/en-privacy.ts and fr-privacy.ts;
  3. move POLICY_UPDATED in web/src/features/privacy/policy.ts when the words changed.
`

test('every stored column has its line in the privacy policy', async () => {
  const football = new Set(FOOTBALL_TABLES.map((name) => `public.${name}`))
  const untold = (await storedColumns())
    .filter(({ table, column }) =>
      football.has(table) ? PERSONAL.test(column) : STORED[table]?.[column] === undefined,
    )
    .map(({ table, column }) => `${table}.${column}`)
  expect(untold, `${untold.join(', ')} ${WHAT_TO_DO}`).toEqual([])
})

test('every line of the policy is about something that is stored', async () => {
  const stored = await storedColumns()
  const told = new Set<string | undefined>([
    ...stored.flatMap(({ table, column }) => STORED[table]?.[column]),
    ...KEPT_ELSEWHERE,
  ])
  expect(KEPT.filter((id) => !told.has(id))).toEqual([])
})
