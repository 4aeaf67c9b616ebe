import { createTribune } from '../app.ts'
import { readConfig } from '../config.ts'
import { sendPushes } from '../features/messages/announcements/jobs.ts'
import { createPushSender } from '../infra/push/sender.ts'
import { vapidKeysOf } from '../infra/push/signing.ts'
import { ShiftedClock } from './clock.ts'
import { ORIGIN, SECRET } from './constants.ts'
import { partsOfNowhere, SILENT_MAILER } from './nowhere.ts'

/** Sends planned push messages, in a process of its own, to be killed by a test: to the services at `STAND_IN`, on a test's database, at the moment in `AT`. */
const { AT = '', STAND_IN = '', VAPID_KEY = '' } = process.env
const clock = new ShiftedClock()
clock.advance(Date.parse(AT) - Date.now())
const config = readConfig({ ...process.env, NODE_ENV: 'test', SECRET, LOG_LEVEL: 'silent' })
const web = {
  keys: vapidKeysOf(VAPID_KEY),
  subject: 'mailto:push@tribune.invalid',
  origin: ORIGIN,
  services: ['push.example'],
  standIn: STAND_IN,
}
const { app } = await createTribune({
  ...partsOfNowhere(() => clock.now()),
  config,
  clock,
  databaseUrl: config.databaseUrl ?? '',
  mailer: SILENT_MAILER,
  push: createPushSender({ web, fcm: null, apns: null }),
  publicUrl: ORIGIN,
})
await sendPushes(app)
process.exit(0)
