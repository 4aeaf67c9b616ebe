import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import type { ApnsSettings } from '../infra/push/apns.ts'
import type { FcmSettings } from '../infra/push/fcm.ts'
import { BROWSERS_PUSH_SERVICES } from '../infra/push/web-push.ts'
import { type Checked, domainList, type Fault, isAddress, refuseHttp, requireTogether, text } from './parts.ts'

/** An address, alone or behind a name. A comma in a name without quotes would make two senders of it. */
const SENDER = /^(?:[^<>@,;:"]*<[^\s<>@]+@[^\s<>@]+>|"[^"]*"\s*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,;:"]+@[^\s<>@,;:"]+)$/

/** How mails and texts are sent. */
export const messageSettings = {
  SMTP_URL: text.refine(isMailServer, 'smtp://user:password@host:port is expected, or smtps://').optional(),
  MAIL_FROM: text.regex(SENDER, 'an address is expected, or name <address>').optional(),
  CONTACT_EMAIL: z.email().optional(),
  LEGAL_PUBLISHER: text.optional(),
  LEGAL_DIRECTOR: text.optional(),
  LEGAL_HOST: text.optional(),
  DIGEST_PER_MINUTE: z.coerce.number().int().min(1).max(60_000).default(600),
  SMS_URL: z.url().optional(),
  SMS_PER_HOUR: z.coerce.number().int().min(0).max(1_000_000).default(1_000),
  SMS_COUNTRIES: text
    .regex(/^\d{1,3}(\s*,\s*\d{1,3})*$/, 'calling codes, with commas')
    .default('33,262,508,590,594,596,687,689,32,41,352,377'),
}

export interface MessageConfig {
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Contact in the privacy policy; `null` if there is none yet. */
  readonly contactEmail: string | null
  /** The publisher and the host of the site, which French law has named on /legal; `null` where it is not configured. */
  readonly legal: { readonly publisher: string | null; readonly director: string | null; readonly host: string | null }
  /** Maximum number of weekly digests that are sent in a minute, so that the mail server has room for sign-in mails. */
  readonly digestPerMinute: number
  readonly smsUrl: string | null
  /** Rate limit of texts per hour, over all servers, which bounds the bill. */
  readonly smsPerHour: number
  /** Calling codes of countries to which texts are sent; others are too expensive to abuse. */
  readonly smsCountries: ReadonlySet<string>
}

function isMailServer(value: string): boolean {
  if (!isAddress(value, /^smtps?:$/)) return false
  const { hostname, pathname } = new URL(value)
  return hostname !== '' && /^\/?$/.test(pathname)
}

export function readMessages(e: Checked<typeof messageSettings>): MessageConfig {
  return {
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM ?? 'Tribune <bonjour@tribune.invalid>',
    contactEmail: e.CONTACT_EMAIL ?? null,
    legal: {
      publisher: e.LEGAL_PUBLISHER ?? null,
      director: e.LEGAL_DIRECTOR ?? null,
      host: e.LEGAL_HOST ?? null,
    },
    digestPerMinute: e.DIGEST_PER_MINUTE,
    smsUrl: e.SMS_URL ?? null,
    smsPerHour: e.SMS_PER_HOUR,
    smsCountries: new Set(e.SMS_COUNTRIES.split(',').map((code) => code.trim())),
  }
}

const APPLE = 'https://api.push.apple.com'
const FIREBASE = 'https://fcm.googleapis.com'

const serviceAccount = text.transform((json, context) => {
  try {
    return accountShape.parse(JSON.parse(json))
  } catch {
    context.addIssue({ code: 'custom', message: 'the JSON of a service account is expected' })
    return z.NEVER
  }
})
const accountShape = z.object({
  project_id: text,
  client_email: text,
  private_key: text.refine((pem) => isKey(pem, 'rsa')),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
})
/** Environment files hold line breaks as `\n`. */
const pem = text
  .transform((value) => value.replaceAll('\\n', '\n'))
  .refine((value) => isKey(value, 'ec'), 'a P-256 key in PEM is expected')

/** How push messages are sent. */
export const pushSettings = {
  VAPID_PRIVATE_KEY: z.union([z.literal('off'), text.regex(/^[\w-]{43}$/, '32 bytes in base64url')]).optional(),
  PUSH_SERVICES: domainList.default([]),
  VAPID_SUBJECT: text.regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'mailto: or https:').optional(),
  FCM_SERVICE_ACCOUNT: serviceAccount.optional(),
  FCM_URL: z.url({ protocol: /^https?$/ }).default(FIREBASE),
  APNS_KEY: pem.optional(),
  APNS_KEY_ID: text.optional(),
  APNS_TEAM_ID: text.optional(),
  APNS_TOPIC: text.optional(),
  APNS_URL: z.url({ protocol: /^https?$/ }).default(APPLE),
}

export interface PushConfig {
  readonly push: {
    /** `null` for a stand-in, `off` for no messages to browsers. */
    readonly vapid: { readonly privateKey: string; readonly subject: string } | 'off' | null
    /** Push services to which messages to browsers may be sent, each with its subdomains. */
    readonly services: readonly string[]
    readonly fcm: FcmSettings | null
    readonly apns: ApnsSettings | null
    /** Whether services of phones that are not configured have a stand-in; where strangers may reach the product, they are not offered. */
    readonly phoneStandIns: boolean
  }
}

const NO_SUBJECT: Fault = { name: 'VAPID_SUBJECT', message: 'needed with VAPID_PRIVATE_KEY' }
type Settings = Checked<typeof pushSettings>

/** Returns the faults of settings that need each other, and of addresses without TLS in production. */
export function pushFaults(e: Settings & { readonly NODE_ENV: 'development' | 'production' | 'test' }): Fault[] {
  return [
    ...(vapidOf(e) === null && e.VAPID_PRIVATE_KEY !== undefined ? [NO_SUBJECT] : []),
    ...requireTogether(
      e,
      ['APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'],
      'APNS_KEY, _KEY_ID, _TEAM_ID and _TOPIC',
    ),
    ...refuseHttp(e, 'FCM_URL', e.FCM_URL, 'https: is needed in production'),
    ...refuseHttp(e, 'FCM_SERVICE_ACCOUNT', e.FCM_SERVICE_ACCOUNT?.token_uri, 'https: is needed in production'),
    ...refuseHttp(e, 'APNS_URL', e.APNS_URL, 'https: is needed in production'),
  ]
}

/** @param exposed Whether strangers may reach the product. */
export function readPush(e: Settings, exposed: boolean): PushConfig {
  const account = e.FCM_SERVICE_ACCOUNT
  const { APNS_KEY: privateKey, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic } = e
  const fcm = account && {
    projectId: account.project_id,
    clientEmail: account.client_email,
    privateKey: account.private_key,
    tokenUri: account.token_uri,
    url: e.FCM_URL,
  }
  const apns = privateKey && keyId && teamId && topic ? { privateKey, keyId, teamId, topic, url: e.APNS_URL } : null
  const services = [...BROWSERS_PUSH_SERVICES, ...e.PUSH_SERVICES]
  return { push: { vapid: vapidOf(e), services, fcm: fcm ?? null, apns, phoneStandIns: !exposed } }
}

function vapidOf({ VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject }: Settings): PushConfig['push']['vapid'] {
  if (privateKey === 'off') return 'off'
  return privateKey === undefined || subject === undefined ? null : { privateKey, subject }
}

function isKey(value: string, type: string): boolean {
  try {
    return createPrivateKey(value).asymmetricKeyType === type
  } catch {
    return false
  }
}
