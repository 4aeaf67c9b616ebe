import { isTimeZone, MAX_A_DAY, SUBSCRIPTION_KINDS } from '@tribune/domain/messages/notification.ts'
import { z } from 'zod'
import { endpoint, instant, text } from '../endpoint.ts'

/** A subscription as its fan sees it; the address itself, which is a secret, never comes back. */
export const pushSubscription = z.object({
  id: z.string(),
  kind: z.enum(SUBSCRIPTION_KINDS),
  /** Host of a browser's push service; `null` for phones. */
  service: z.string().nullable(),
  since: instant,
  last_success: instant.nullable(),
})
export type PushSubscription = z.output<typeof pushSubscription>

const minuteOfDay = z.number().int().min(0).max(1439)

/** A fan's wishes: see `NotificationSettings` of domain/messages/notification.ts. */
export const notificationSettings = z.strictObject({
  opening: z.boolean(),
  reminder: z.boolean(),
  result: z.boolean(),
  spoilers: z.boolean(),
  quiet_from: minuteOfDay,
  quiet_until: minuteOfDay,
  time_zone: text(60).refine(isTimeZone),
  max_a_day: z.number().int().min(1).max(MAX_A_DAY),
})

export const getPush = endpoint({
  method: 'GET',
  path: '/api/me/push',
  summary: 'The caller’s push subscriptions and settings, and what may subscribe',
  access: 'fan',
  output: z.object({
    /** VAPID key in base64url; `null` if browsers cannot subscribe. */
    public_key: z.string().nullable(),
    /** Kinds of phone that may subscribe. */
    phones: z.array(z.enum(SUBSCRIPTION_KINDS).exclude(['web'])),
    items: z.array(pushSubscription),
    settings: notificationSettings,
  }),
})

/** Characters of base64url, with or without padding. */
const BASE64URL = /^[\w-]+=*$/
const browserAddress = text(2048)
const browserSecret = text(30).regex(BASE64URL)
const browserKeys = z.object({ p256dh: text(100).regex(BASE64URL), auth: browserSecret })

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/api/me/push/subscriptions',
  summary: 'Adds a browser or phone, or renews it; beyond the most of one fan, their oldest one goes',
  access: 'fan',
  body: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('web'),
      endpoint: browserAddress,
      keys: browserKeys,
    }),
    z.strictObject({ kind: z.literal('fcm'), token: text(1024).regex(/^[\w:.-]{20,}$/) }),
    z.strictObject({ kind: z.literal('apns'), token: text(200).regex(/^[\dA-Fa-f]{64,200}$/) }),
  ]),
  output: z.object({ id: z.string() }),
  // `not_found` for a kind that is not offered.
  errors: ['not_found', 'push_service_unknown'],
})

export const removePushSubscription = endpoint({
  method: 'POST',
  path: '/api/me/push/subscriptions/remove',
  summary: 'Removes one of the caller’s push subscriptions',
  access: 'fan',
  body: z.strictObject({ id: z.uuid() }),
  output: z.object({ removed: z.literal(true) }),
  errors: ['not_found'],
})

export const putPushSettings = endpoint({
  method: 'PUT',
  path: '/api/me/push/settings',
  summary: 'Changes the wishes about push messages that it names, and returns all of the caller’s',
  access: 'fan',
  body: notificationSettings.partial().refine((change) => Object.keys(change).length > 0),
  output: notificationSettings,
})

/** A message reaches a whole stadium behind one address at once. Both calls ask for a secret that no one can guess. */
const STADIUM_PER_MINUTE = 600

export const renewPushSubscription = endpoint({
  method: 'POST',
  path: '/api/push/renew',
  summary:
    'Moves a browser’s subscription to its new address, by the secret of the old one; needs no session, and stays its fan’s',
  access: 'public',
  callsPerMinute: STADIUM_PER_MINUTE,
  body: z.object({
    old: z.object({ endpoint: browserAddress, auth: browserSecret }),
    endpoint: browserAddress,
    keys: browserKeys,
  }),
  output: z.object({ renewed: z.literal(true) }),
  // `not_found` also for a secret that is not the old address's.
  errors: ['not_found', 'push_service_unknown'],
})

export const turnPushOff = endpoint({
  method: 'POST',
  path: '/api/push/off',
  summary:
    'Turns one kind of push message off, by the proof that a message carries; needs no session and reveals nothing',
  access: 'public',
  callsPerMinute: STADIUM_PER_MINUTE,
  body: z.strictObject({ proof: text(100).regex(/^[\w-]+$/) }),
  output: z.object({ off: z.literal(true) }),
})

/** Reasons why a fan receives no digest even if they want one: no confirmed address, or a closed right to vote. */
const OBSTACLES = ['no_address', 'voting_closed'] as const

const digestChoice = z.object({
  wanted: z.boolean(),
  /** Whether it was turned off because the fan's mail server refused it again and again. */
  ended_by_mailbox: z.boolean(),
  obstacle: z.enum(OBSTACLES).nullable(),
})
export type DigestChoice = z.output<typeof digestChoice>

export const getDigest = endpoint({
  method: 'GET',
  path: '/api/me/digest',
  summary: 'Whether the caller wishes the weekly digest by mail, and where it goes',
  access: 'fan',
  output: digestChoice,
})

export const putDigest = endpoint({
  method: 'PUT',
  path: '/api/me/digest',
  summary: 'Turns the caller’s weekly digest on or off; setting the same value again is accepted',
  access: 'fan',
  body: z.strictObject({ wanted: z.boolean() }),
  output: digestChoice,
})
