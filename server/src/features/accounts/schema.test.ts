import { getMigrations } from 'better-auth/db/migration'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { accountSettings } from '../../accounts/settings.ts'
import { signedClaims } from '../../accounts/signed-claims.ts'
import { createDatabase, createPool } from '../../database/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})

afterAll(() => database.drop())

it('the migrations hold every table and column that the accounts library wants', async () => {
  const db = createDatabase(createPool(database.url, () => {}))
  const warnings: string[] = []
  const plan = await getMigrations({
    ...accountSettings('https://tribune.invalid'),
    plugins: [signedClaims('https://tribune.invalid')],
    database: { db, type: 'postgres', schemaName: 'auth' },
    logger: { level: 'warn', log: (_level, message) => void warnings.push(message) },
  })
  const sql = await plan.compileMigrations()
  await db.destroy()
  expect({ sql, problems: plan.schemaProblems, warnings }).toEqual({ sql: ';', problems: [], warnings: [] })
})
