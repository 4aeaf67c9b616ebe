import { createECDH, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createTribune } from '@tribune/server/app.ts'
import { readConfig } from '@tribune/server/config.ts'
import { planPushes, SENDING_LANES, sendPushes } from '@tribune/server/features/messages/announcements/jobs.ts'
import type { ApnsSettings } from '@tribune/server/infra/push/apns.ts'
import type { FcmSettings } from '@tribune/server/infra/push/fcm.ts'
import { createPushSender } from '@tribune/server/infra/push/sender.ts'
import { vapidKeysOf } from '@tribune/server/infra/push/signing.ts'
import { seal } from '@tribune/server/infra/push/web-push.ts'
import { ShiftedClock } from '@tribune/server/testing/clock.ts'
import { partsOfNowhere, SILENT_MAILER } from '@tribune/server/testing/nowhere.ts'

/** Order of the bench: where the stand-ins are, with which keys, and how far the clock is ahead. */
export interface PushOrder {
  readonly standIn: string
  readonly vapidKey: string
  readonly fcm: FcmSettings
  readonly apns: ApnsSettings
  readonly aheadMs: number
  /** Messages that are only sealed first, to compare with. */
  readonly sealed: number
}

/** Report of the process: processor time since the fan-out began, or of bare encryption, in microseconds. */
export type PushReport = { readonly cpu: number } | { readonly bare: number } | { readonly planned: number }

const PAYLOAD_BYTES = 320
const report = (said: PushReport) => process.send?.(said)
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

process.once('message', (order: PushOrder) => void work(order))

/** A whole server that does nothing but plan and send push messages, until it is killed. */
async function work({ standIn, vapidKey, fcm, apns, aheadMs, sealed }: PushOrder): Promise<void> {
  if (sealed > 0) report({ bare: sealOnly(sealed) / sealed })
  const config = readConfig({ ...process.env, LOG_LEVEL: 'error', NODE_ENV: 'test' })
  const clock = new ShiftedClock()
  clock.advance(aheadMs)
  const keys = vapidKeysOf(vapidKey)
  const web = {
    keys,
    subject: 'mailto:push@tribune.invalid',
    origin: 'https://tribune.invalid',
    services: ['push.example'],
    standIn,
  }
  const { app } = await createTribune({
    ...partsOfNowhere(() => clock.now()),
    config,
    clock,
    databaseUrl: config.databaseUrl ?? '',
    publicUrl: 'http://localhost',
    mailer: SILENT_MAILER,
    push: createPushSender({ web, fcm, apns }),
  })
  const planning = performance.now()
  await planPushes(app)
  report({ planned: performance.now() - planning })
  const before = cpu()
  setInterval(() => report({ cpu: cpu() - before }), 100)
  for (;;) {
    await Promise.all(Array.from({ length: SENDING_LANES }, () => sendPushes(app)))
    await pause(200)
  }
}

/** Seals as many messages of the usual length, and returns the processor time. */
function sealOnly(count: number): number {
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys(), auth: randomBytes(16) }
  const payload = Buffer.alloc(PAYLOAD_BYTES, 'x')
  const before = cpu()
  for (let done = 0; done < count; done += 1) seal(payload, keys)
  return cpu() - before
}
