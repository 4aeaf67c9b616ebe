import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createStaticCountryRanking } from '@tribune/football/country-ranking/source.ts'
import type { Mailer } from '../infra/mail/mailer.ts'
import { createPushSender } from '../infra/push/sender.ts'

/** Refuses every connection at once. */
export const NOWHERE = '127.0.0.1:9'

/** Settings of a product in a process of its own that reaches no outside service. The caller adds those of mail. */
export const SETTINGS_OF_NOWHERE = {
  FOOTBALL_API_URL: `http://${NOWHERE}`,
  FOOTBALL_API_KEY: 'none',
  SMS_URL: `http://${NOWHERE}`,
  GOOGLE_CLIENT_ID: 'off',
  APPLE_CLIENT_ID: 'off',
} as const

/** Accepts every mail, and sends none. */
export const SILENT_MAILER: Mailer = {
  send: async () => {},
  sendInBulk: async () => ({ outcome: 'sent' }),
  close: () => {},
}

/** Parts of a product that reaches no outside service and shows no pages, for tests and benchmarks that need neither. The caller adds the mailer. */
export function partsOfNowhere(now: () => Date) {
  return {
    feed: createApiFootballFeed({ baseUrl: `http://${NOWHERE}`, apiKey: 'none', now }),
    pictureOrigins: new Map<string, string>(),
    countries: createStaticCountryRanking(),
    identityProviders: [],
    organisation: null,
    push: createPushSender({ web: null, fcm: null, apns: null }),
    sms: { send: () => Promise.reject(new Error('No SMS here')) },
    webDir: null,
    plugins: [],
  }
}
