import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FOOTBALL_TABLES, PERSONAL_DATA, PERSONAL_DATA_OUTSIDE_TABLES, STORED } from '@tribune/contract/privacy.ts'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { migrate } from './migrate.ts'
import { createDatabase, createPool, type Database } from './pool.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const database = databaseForFile()

/** Everything that migrations create, down to columns and constraints. */
async function shape(from: Database): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT table_schema, table_name, column_name, data_type, column_default, is_nullable, NULL AS definition
    FROM information_schema.columns WHERE table_schema IN ('public', 'auth')
    UNION ALL SELECT n.nspname, c.conrelid::regclass::text, c.conname, NULL, NULL, NULL, pg_get_constraintdef(c.oid)
    FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace WHERE n.nspname IN ('public', 'auth')
    ORDER BY 1, 2, 3, 7`.execute(from)
  return rows
}
const applied = async () => (await sql`SELECT * FROM migrations ORDER BY id`.execute(database.db)).rows

describe('migrations', () => {
  test('can run again, even concurrently', async () => {
    const before = [await shape(database.db), await applied()]
    await migrate(database.url)
    await Promise.all([migrate(database.url), migrate(database.url)])
    expect([await shape(database.db), await applied()]).toEqual(before)
  })

  test('of an empty database can be started by several servers at once', async () => {
    const empty = await createTestDatabase(inject('databaseUrl'), 'template1')
    await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)])
    const other = createDatabase(createPool(empty.url, () => {}))
    expect(await shape(other)).toEqual(await shape(database.db))
    await other.destroy()
    await empty.drop()
  })

  test('match the generated row types', async () => {
    const script = 'scripts/database-types.ts'
    const path = `${ROOT}/node_modules/.bin:${process.env.PATH}`
    const run = promisify(execFile)(process.execPath, [script, '--verify'], {
      cwd: ROOT,
      env: { ...process.env, PATH: path },
    })
    await expect(run).resolves.toBeTruthy()
  })
})

interface Column {
  readonly table: string
  readonly column: string
}

/** All columns except those of the migrations and of the job queue, whose jobs hold ids of matches. */
async function storedColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT c.table_schema || '.' || c.table_name AS "table", c.column_name AS "column"
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE '%migrations%'
      AND c.table_schema NOT IN ('pg_catalog', 'information_schema', 'pgboss')
    ORDER BY 1, 2`.execute(database.db)
  return rows
}

/** Column names that no table about football may have: they suggest personal data. */
const PERSONAL = /user|fan|account|e?mail|phone|address|device|session|(^|_)ip(_|$)|network/

const WHAT_TO_DO = `
is stored, but the privacy policy does not mention it. For each column:
  1. give it a kind of personal data (or 'nobody') in STORED, contract/privacy.ts; a table about football alone goes to FOOTBALL_TABLES there;
  2. if no kind fits, add one to PERSONAL_DATA there, and its text, why and until when, to web/src/features/privacy/english-words.ts and french/sentences/notices/privacy.ts;
  3. update POLICY_UPDATED in web/src/features/privacy/policy.ts if the text has changed.
`

test('every stored column is covered by a line of the privacy policy', async () => {
  const football = new Set(FOOTBALL_TABLES.map((name) => `public.${name}`))
  const uncovered = (await storedColumns())
    .filter(({ table, column }) =>
      football.has(table) ? PERSONAL.test(column) : STORED[table]?.[column] === undefined,
    )
    .map(({ table, column }) => `${table}.${column}`)
  expect(uncovered, `${uncovered.join(', ')} ${WHAT_TO_DO}`).toEqual([])
})

test('every line of the privacy policy covers data that is stored', async () => {
  const stored = await storedColumns()
  const covered = new Set<string | undefined>([
    ...stored.flatMap(({ table, column }) => STORED[table]?.[column]),
    ...PERSONAL_DATA_OUTSIDE_TABLES,
  ])
  expect(PERSONAL_DATA.filter((id) => !covered.has(id))).toEqual([])
})
