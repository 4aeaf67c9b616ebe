import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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
