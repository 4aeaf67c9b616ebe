import { z } from 'zod'
import { type Checked, isAddress, text } from './parts.ts'

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
