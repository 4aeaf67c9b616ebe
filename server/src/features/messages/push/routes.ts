import {
  addPushSubscription,
  getPush,
  putPushSettings,
  removePushSubscription,
  renewPushSubscription,
  turnPushOff,
} from '@tribune/contract/own/messages.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { subscriptionsOf } from './queries.ts'
import {
  chooseNotifications,
  notificationsOf,
  presentSubscription,
  renew,
  subscribe,
  turnOffByProof,
  unsubscribe,
} from './service.ts'

const PHONES = ['fcm', 'apns'] as const

export function registerPush(route: Router, app: App): undefined {
  route(getPush, async ({ fan }) => {
    const [rows, settings] = await Promise.all([subscriptionsOf(app.db, fan.id), notificationsOf(app.db, fan.id)])
    const phones = PHONES.filter((kind) => app.push.offers(kind))
    return { public_key: app.push.publicKey, phones, items: rows.map(presentSubscription), settings }
  })
  route(addPushSubscription, async ({ fan, body }) => ({ id: await subscribe(app, fan, body) }))
  route(removePushSubscription, async ({ fan, body }) => {
    await unsubscribe(app, fan.id, body.id)
    return { removed: true as const }
  })
  route(putPushSettings, async ({ fan, body }) => {
    await chooseNotifications(app, fan.id, body)
    return notificationsOf(app.db, fan.id)
  })
  route(renewPushSubscription, async ({ body }) => {
    await renew(app, body)
    return { renewed: true as const }
  })
  route(turnPushOff, async ({ body }) => {
    await turnOffByProof(app, body.proof)
    return { off: true as const }
  })
}
