import { join } from 'node:path'
import { createSimulator, type Simulator } from '@tribune/football/simulator/server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { type Config, hasPushStandIn } from '../config.ts'
import type { IdentityProvider } from '../context.ts'
import type { ApnsSettings } from '../infra/push/apns.ts'
import type { FcmSettings } from '../infra/push/fcm.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Outbox, outboxPages, startOutbox } from './mail.ts'
import { callbackOf, startOpenIdStandIn, unknownProviders } from './openid/stand-in.ts'
import { type PushStandIn, pushPages, startPushStandIn, storedVapidKey } from './push.ts'
import { type SmsOutbox, smsOutboxPages, startSmsOutbox } from './sms.ts'

/** Origin of the simulator's pictures: addresses are stored, so they must not contain the port of one start. */
export const STANDIN_PICTURES = 'http://media.tribune.invalid'

/** How a server reaches the stand-ins, which may run in another process; `null` for what is configured. */
export interface StandInAddresses {
  /** The match-day simulator. */
  readonly football: string | null
  readonly smtp: string | null
  readonly sms: string | null
  readonly identities: readonly IdentityProvider[]
  readonly push: {
    /** Origin of the push services, with the key of messages to browsers. */
    readonly web: { readonly at: string; readonly privateKey: string } | null
    readonly fcm: FcmSettings | null
    readonly apns: ApnsSettings | null
  }
}

/** The stand-ins of the outside parts that are not configured, running in this process. */
export interface StandIns {
  readonly addresses: StandInAddresses
  readonly simulator: Simulator | null
  readonly outbox: Outbox | null
  readonly texts: SmsOutbox | null
  readonly pushes: PushStandIn | null
  /** Pages that show what they have received. */
  readonly pages: readonly FastifyPluginAsync[]
  close(): Promise<void>
}

type Settings = Pick<Config, 'footballApi' | 'smtpUrl' | 'smsUrl' | 'identities' | 'push' | 'dataDir'>

/** Starts a stand-in for each outside part that is not configured. @param url The product's own address. */
export async function startStandIns(config: Settings, clock: Clock, url: string): Promise<StandIns> {
  const ends: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  const started = <T extends { close(): Promise<unknown> }>(part: T): T => {
    ends.push(() => part.close())
    return part
  }
  try {
    const simulated = { now: () => clock.now(), mediaOrigin: STANDIN_PICTURES }
    const simulator = config.footballApi === null ? started(createSimulator(simulated)) : null
    const football = simulator === null ? null : (await simulator.listen()).url
    const outbox = config.smtpUrl === null ? started(await startOutbox(join(config.dataDir, 'mail'))) : null
    const texts = config.smsUrl === null ? started(await startSmsOutbox()) : null
    const unknown = unknownProviders(config.identities)
    const openId = unknown.length === 0 ? null : started(await startOpenIdStandIn(unknown, callbackOf(url)))
    const pushes = hasPushStandIn(config) ? started(await startPushStandIn()) : null
    const { vapid, phoneStandIns } = config.push
    const phones = phoneStandIns ? pushes : null
    return {
      addresses: {
        football,
        smtp: outbox?.smtpUrl ?? null,
        sms: texts?.url ?? null,
        identities: openId?.providers ?? [],
        push: {
          web:
            pushes !== null && vapid === null ? { at: pushes.url, privateKey: storedVapidKey(config.dataDir) } : null,
          fcm: phones?.fcm ?? null,
          apns: phones?.apns ?? null,
        },
      },
      simulator,
      outbox,
      texts,
      pushes,
      pages: [
        ...(outbox === null ? [] : [outboxPages(outbox)]),
        ...(texts === null ? [] : [smsOutboxPages(texts)]),
        ...(pushes === null ? [] : [pushPages(pushes)]),
      ],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
