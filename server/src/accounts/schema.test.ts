import { getMigrations } from 'better-auth/db/migration'
import { expect, it } from 'vitest'
import { databaseForFile } from '../testing/for-file.ts'
import { byPhone } from './methods/phone.ts'
import { samlSignIn } from './methods/saml/saml.ts'
import { secondFactor } from './second-factor/totp.ts'
import { accountSettings } from './settings.ts'
import { signedClaims } from './signed-claims.ts'

const database = databaseForFile()

it('the migrations hold every table and column that the accounts library wants', async () => {
  const warnings: string[] = []
  const plan = await getMigrations({
    ...accountSettings('https://tribune.invalid'),
    plugins: [
      signedClaims('https://tribune.invalid'),
      secondFactor({} as never),
      byPhone({ config: { secrets: ['a secret of a test'] } } as never, {} as never, {} as never),
      samlSignIn(null, ''),
    ],
    database: { db: database.db, type: 'postgres', schemaName: 'auth' },
    logger: { level: 'warn', log: (_level, message) => void warnings.push(message) },
  })
  const sql = await plan.compileMigrations()
  expect({ sql, problems: plan.schemaProblems, warnings }).toEqual({ sql: ';', problems: [], warnings: [] })
})
