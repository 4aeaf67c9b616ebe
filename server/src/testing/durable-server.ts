import { createTribune } from '../app.ts'
import { readConfig } from '../config.ts'
import { startEmbeddedDatabase } from '../infra/database/embedded.ts'
import { migrate } from '../infra/database/migrate.ts'
import { createMailer } from '../infra/mail/mailer.ts'
import { systemClock } from '../kernel/clock.ts'
import { NOWHERE, partsOfNowhere } from './nowhere.ts'

/**
 * The real server on a durable PostgreSQL of its own, in a process of its own, to be killed by a test. Only football and mail
 * lead nowhere. Says where it is, then what its database does, one JSON per line.
 */
const config = readConfig(process.env)
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
const database = await startEmbeddedDatabase(config.dataDir, { onEvent: (event) => say({ event }) })
await migrate(database.url)
const tribune = await createTribune({
  ...partsOfNowhere(() => systemClock.now()),
  config,
  clock: systemClock,
  databaseUrl: database.url,
  mailer: createMailer({ smtpUrl: `smtp://${NOWHERE}`, from: config.mailFrom }),
  publicUrl: 'http://tribune.invalid',
})
const url = await tribune.http.listen({ port: config.port ?? 0, host: config.host })
say({ url, databaseUrl: database.url })
process.once('SIGTERM', async () => {
  await tribune.close()
  await database.stop()
  process.exit(0)
})
