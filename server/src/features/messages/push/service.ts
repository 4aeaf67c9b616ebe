import { hash } from 'node:crypto'
import type {
  addPushSubscription,
  PushSubscription,
  putPushSettings,
  renewPushSubscription,
} from '@tribune/contract/own/messages.ts'
import {
  DEFAULT_NOTIFICATIONS,
  MAX_SUBSCRIPTIONS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettings,
} from '@tribune/domain/messages/notification.ts'
import type { z } from 'zod'
import { changeOfFan } from '../../../accounts/queries.ts'
import type { App } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { AUTH_BYTES, isPublicKey } from '../../../infra/push/web-push.ts'
import { createProofs } from '../../../kernel/keys.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  deleteSubscription,
  moveSubscription,
  type NewSubscription,
  type Subscriber,
  type SubscriptionRow,
  saveSettings,
  saveSubscription,
  settingsOf,
  turnKindOff,
} from './queries.ts'

type Added = z.output<(typeof addPushSubscription)['body']>
type Chosen = z.output<(typeof putPushSettings)['body']>
type Renewed = z.output<(typeof renewPushSubscription)['body']>

/** Longest address that is stored. */
const MAX_ADDRESS_LENGTH = 2_048

/**
 * Adds a fan's browser or phone until their session ends, and returns its id. Refuses `not_found` for a kind that is not offered, `invalid_request`
 * for invalid keys and for another fan's address with other keys than theirs, `push_service_unknown` for an address to which nothing may be sent, and
 * `not_authenticated` for an account that has ended.
 */
export async function subscribe(app: App, subscriber: Subscriber, added: Added): Promise<string> {
  if (!app.push.offers(added.kind)) throw new Refusal('not_found')
  const row = subscriptionOf(app, added)
  if (row === null) throw new Refusal('invalid_request')
  const id = await changeOfFan(app.db, subscriber.id, (tx) =>
    saveSubscription(tx, subscriber, row, app.clock.now(), MAX_SUBSCRIPTIONS),
  )
  if (id === null) throw new Refusal('invalid_request')
  return id
}

function subscriptionOf(app: App, added: Added): NewSubscription | null {
  const { kind } = added
  if (kind !== 'web') {
    // Apple's tokens are hexadecimal, which phones write in either case: one phone is one subscription.
    const token = kind === 'apns' ? added.token.toLowerCase() : added.token
    return { kind, endpoint: token, endpoint_hash: hashOf(kind, token), p256dh: null, auth: null }
  }
  return browserOf(app, added)
}

function browserOf({ push }: Pick<App, 'push'>, { endpoint, keys }: Pick<Renewed, 'endpoint' | 'keys'>) {
  const auth = Buffer.from(keys.auth, 'base64url')
  if (!isPublicKey(keys.p256dh) || auth.length !== AUTH_BYTES || !URL.canParse(endpoint)) return null
  if (!push.accepts(endpoint)) throw new Refusal('push_service_unknown')
  const href = hrefOf(endpoint)
  // Written out, an address may be longer than it was sent.
  if (href.length > MAX_ADDRESS_LENGTH) return null
  const p256dh = Buffer.from(keys.p256dh, 'base64url')
  return { kind: 'web' as const, endpoint: href, endpoint_hash: hashOf('web', href), p256dh, auth }
}

/** Writes an address in the one form in which it is stored, without the fragment, which is never sent. */
function hrefOf(endpoint: string): string {
  const url = new URL(endpoint)
  url.hash = ''
  return url.href
}

const hashOf = (kind: string, endpoint: string) => hash('sha256', `${kind} ${endpoint}`, 'buffer')

/**
 * Moves a browser's subscription to the address that its push service has given it instead. The old address and its secret are the proof, so that it stays
 * its fan's without a session. Refuses `not_found` for a subscription that is not there, and `invalid_request` as {@link subscribe}.
 */
export async function renew(app: App, { old, ...added }: Renewed): Promise<void> {
  const row = browserOf(app, added)
  if (row === null || !URL.canParse(old.endpoint)) throw new Refusal('invalid_request')
  const endpoint_hash = hashOf('web', hrefOf(old.endpoint))
  const known = { endpoint_hash, auth: Buffer.from(old.auth, 'base64url') }
  const isMoved = await app.db.transaction().execute((transaction) => moveSubscription(transaction, known, row))
  if (!isMoved) throw new Refusal('not_found')
}

/** Removes a fan's subscription. Refuses `not_found`. */
export async function unsubscribe(app: App, fanId: string, id: string): Promise<void> {
  if (!(await deleteSubscription(app.db, fanId, id))) throw new Refusal('not_found')
}

/** Returns a fan's settings, or the defaults. */
export async function notificationsOf(db: Db, fanId: string): Promise<NotificationSettings> {
  return (await settingsOf(db, fanId)) ?? DEFAULT_NOTIFICATIONS
}

/**
 * Changes some of a fan's settings. The other stored settings stay unchanged, even if the fan's screen shows other values. Refuses
 * `not_authenticated` for an account that has ended.
 */
export async function chooseNotifications(app: App, fanId: string, change: Chosen): Promise<void> {
  // JSON has no undefined.
  const chosen = change as Partial<NotificationSettings>
  await changeOfFan(app.db, fanId, (tx) => saveSettings(tx, fanId, chosen, DEFAULT_NOTIFICATIONS, app.clock.now()))
}

/** Returns what makes and reads the proofs by which messages are turned off. */
export function offProofsOf({ config }: Pick<App, 'config'>): OffProofs {
  return createOffProofs(config.secrets)
}

/**
 * Turns one kind off by the proof of a message. Refuses `invalid_request` for a proof that is not ours. One whose account has ended, or whose kind the
 * fan has turned on again since, is accepted without a word and changes nothing.
 */
export async function turnOffByProof(app: App, proof: string): Promise<void> {
  const good = offProofsOf(app).read(proof)
  if (good === null) throw new Refusal('invalid_request')
  await turnKindOff(app.db, good, DEFAULT_NOTIFICATIONS)
}

const PURPOSE = 'turning a kind of push message off for a fan'
/** Milliseconds since 1970, until the year 10889. */
const TIME_BYTES = 6

/**
 * Allows to turn off a kind that a fan wished when the message was sent. It names the fan, not the device, which may end and be added again while the
 * message lies on a screen.
 */
interface OffProof {
  readonly fanId: string
  readonly kind: NotificationKind
  readonly issuedAt: Date
}

/** Makes and reads the proofs that messages carry, each good for turning one kind off for one fan, and for nothing else. */
interface OffProofs {
  make(proof: OffProof): string
  /** Returns what a proof is good for, or `null` if it is not ours. */
  read(proof: string): OffProof | null
}

/** @param secrets Newest first: the first signs, the others only verify. */
export function createOffProofs(secrets: readonly [string, ...string[]]): OffProofs {
  const proofs = createProofs(secrets, PURPOSE, 1 + TIME_BYTES)
  return {
    make({ fanId: id, kind, issuedAt }) {
      const details = Buffer.alloc(1 + TIME_BYTES)
      details.writeUInt8(NOTIFICATION_KINDS.indexOf(kind))
      details.writeUIntBE(issuedAt.getTime(), 1, TIME_BYTES)
      return proofs.make({ id, details })
    },
    read(proof) {
      const proven = proofs.read(proof)
      const kind = NOTIFICATION_KINDS[proven?.details[0] ?? -1]
      if (proven === null || kind === undefined) return null
      return { fanId: proven.id, kind, issuedAt: new Date(proven.details.readUIntBE(1, TIME_BYTES)) }
    },
  }
}

export function presentSubscription(row: SubscriptionRow): PushSubscription {
  return {
    id: row.id,
    kind: row.kind,
    service: row.kind === 'web' ? new URL(row.endpoint).host : null,
    since: row.created_at.toISOString(),
    last_success: row.last_success_at?.toISOString() ?? null,
  }
}
