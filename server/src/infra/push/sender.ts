import type { SubscriptionKind } from '@tribune/domain/messages/notification.ts'
import { type ApnsSettings, createApns } from './apns.ts'
import { createFcm, type FcmSettings } from './fcm.ts'
import { InDoubt, OwnFault, type PushMessage, type PushOutcome, type PushService } from './message.ts'
import { createWebPush, isPushAddress, type WebPushSettings } from './web-push.ts'
import { PushWire, stoppedByUs } from './wire.ts'

/** Configured services; `null` for those that are not offered. */
export interface PushSettings {
  readonly web: WebPushSettings | null
  readonly fcm: FcmSettings | null
  readonly apns: ApnsSettings | null
}

/** Sends push messages. */
export interface PushSender {
  /** Key with which browsers subscribe, in base64url; `null` if Web Push is not offered. */
  readonly publicKey: string | null
  offers(kind: SubscriptionKind): boolean
  /** Whether messages may be sent to the address that a browser gives. */
  accepts(address: string): boolean
  /** Makes one attempt. Never rejects: what goes wrong on the way is `later`. */
  send(message: PushMessage, now: Date): Promise<PushOutcome>
  close(): void
}

export function createPushSender({ web, fcm, apns }: PushSettings): PushSender {
  const wire = new PushWire()
  const services: Readonly<Record<SubscriptionKind, PushService | null>> = {
    web: web === null ? null : createWebPush(wire, web),
    fcm: fcm === null ? null : createFcm(wire, fcm),
    apns: apns === null ? null : createApns(wire, apns),
  }
  return {
    publicKey: web?.keys.publicKey ?? null,
    offers: (kind) => services[kind] !== null,
    accepts: (address) => web !== null && isPushAddress(address, web.standIn, web.services),
    async send(message, now) {
      const service = services[message.target.kind]
      if (service === null) return stoppedByUs('not configured')
      try {
        return await service.send(message, now)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const [ours, inDoubt] = [error instanceof OwnFault, error instanceof InDoubt]
        return { outcome: 'later', afterMs: null, reason, ours, inDoubt }
      }
    },
    close: () => wire.close(),
  }
}
