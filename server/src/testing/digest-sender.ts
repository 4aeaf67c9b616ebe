import { createTribune } from '../app.ts'
import { readConfig } from '../config.ts'
import { workOnDigest } from '../features/messages/digest/jobs.ts'
import { createMailer } from '../infra/mail/mailer.ts'
import { ShiftedClock } from './clock.ts'
import { ORIGIN, SECRET } from './constants.ts'
import { partsOfNowhere } from './nowhere.ts'

/** Sends the digest that is due, in a process of its own, to be killed by a test: slowly, on a test's database, at the moment in `AT`. */
const clock = new ShiftedClock()
clock.advance(Date.parse(process.env.AT ?? '') - Date.now())
const config = readConfig({
  ...process.env,
  NODE_ENV: 'test',
  SECRET,
  LOG_LEVEL: 'silent',
  DIGEST_PER_MINUTE: '1200',
})
const { app } = await createTribune({
  ...partsOfNowhere(() => clock.now()),
  config,
  clock,
  databaseUrl: config.databaseUrl ?? '',
  mailer: createMailer({ smtpUrl: config.smtpUrl ?? '', from: config.mailFrom }),
  publicUrl: ORIGIN,
})
await workOnDigest(app)
process.exit(0)
