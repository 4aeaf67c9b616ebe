import { randomUUID } from 'node:crypto'
import { readConfig } from '@tribune/server/config.ts'
import { resetOperatorFactor } from '@tribune/server/features/fans/people/service.ts'
import { Bus } from '@tribune/server/infra/bus.ts'
import { startInstalledDatabase } from '@tribune/server/infra/database/embedded.ts'
import { createDatabase, createPool } from '@tribune/server/infra/database/pool.ts'
import { systemClock } from '@tribune/server/kernel/clock.ts'

/** `npm run reset-second-factor`: lets the operator sign in who has lost their second factor. Reads the settings of the server. */
const config = readConfig(process.env)
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const database = await startInstalledDatabase(config, say)
const fail = (error: unknown) => console.error(error)
const pool = createPool(database.url, fail)
const bus = new Bus({ databaseUrl: database.url, onTrouble: fail })
try {
  await bus.start()
  const app = { db: createDatabase(pool), clock: systemClock, bus }
  const had = await resetOperatorFactor(app, config.adminEmail, randomUUID())
  if (had === null) {
    console.error(`No account at ${config.adminEmail}: sign up there first.`)
    process.exitCode = 1
  } else {
    say(
      had
        ? `The second factor of ${config.adminEmail} is removed, and all their sessions have ended. Sign in, and turn a new one on in /profile.`
        : `${config.adminEmail} had no second factor. All their sessions have ended.`,
    )
  }
} finally {
  bus.stop()
  await pool.end()
  await database.stop()
}
