import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createStaticCountryRanking } from '@tribune/football/country-ranking/static-source.ts'
import { createTribune } from '../app.ts'
import { readConfig } from '../config.ts'
import { startEmbeddedDatabase } from '../infra/database/embedded.ts'
import { migrate } from '../infra/database/migrate.ts'
import { createMailer } from '../infra/mail/mailer.ts'
import { systemClock } from '../kernel/clock.ts'

/**
 * The real server on a durable PostgreSQL of its own, in a process of its own, to be killed by a test. Only football and mail
 * lead nowhere. Says where it is, then what its database does, one JSON per line.
 */
const NOWHERE = '127.0.0.1:9'
const config = readConfig(process.env)
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
const database = await startEmbeddedDatabase(config.dataDir, { onEvent: (event) => say({ event }) })
await migrate(database.url)
const tribune = await createTribune({
  config,
  clock: systemClock,
  databaseUrl: database.url,
  feed: createApiFootballFeed({ baseUrl: `http://${NOWHERE}`, apiKey: 'none', now: () => systemClock.now() }),
  pictureOrigins: new Map(),
  countries: createStaticCountryRanking(),
  mailer: createMailer({ smtpUrl: `smtp://${NOWHERE}`, from: config.mailFrom }),
  publicUrl: 'http://tribune.invalid',
  identityProviders: [],
  organisation: null,
  sms: { send: () => Promise.reject(new Error('No SMS here')) },
  webDir: null,
  plugins: [],
})
const url = await tribune.http.listen({ port: config.port ?? 0, host: config.host })
say({ url, databaseUrl: database.url })
process.once('SIGTERM', async () => {
  await tribune.close()
  await database.stop()
  process.exit(0)
})
