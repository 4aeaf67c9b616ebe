import { DEFAULT_NOTIFICATIONS, type NotificationSettings } from '@tribune/domain/messages/notification.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest'
import type { JobContext } from '../context.ts'
import { planPushes, sendPushes } from '../features/messages/announcements/jobs.ts'
import { publishDueMatches } from '../features/results/rankings/service.ts'
import { createPushSender, type PushSender } from '../infra/push/sender.ts'
import { makeVapidKey, vapidKeysOf } from '../infra/push/signing.ts'
import { type PushStandIn, startPushStandIn } from '../standins/push.ts'
import { call, startTestServer, type TestServer } from './app.ts'
import { PushBrowser } from './browsers.ts'
import { type BuiltMatch, finishMatch } from './builders.ts'
import { ORIGIN } from './constants.ts'
import { type SignedIn, signInMany } from './people.ts'

/** A server whose push messages go to stand-ins of their services, for the tests of one file. Each test begins without matches and follows. */
export class PushServer {
  server = {} as TestServer
  services = {} as PushStandIn
  push = {} as PushSender
  readonly vapidKey = makeVapidKey()
  #browsers = 0

  async start(): Promise<void> {
    this.services = await startPushStandIn()
    const { url: standIn, fcm, apns } = this.services
    const keys = vapidKeysOf(this.vapidKey)
    const services = ['push.example']
    const web = { keys, subject: 'mailto:push@tribune.invalid', origin: ORIGIN, services, standIn }
    this.push = createPushSender({ web, fcm, apns })
    // Noon in Paris, which is outside the default quiet hours.
    const noon = new Date()
    noon.setUTCHours(35, 0, 0, 0)
    this.server = await startTestServer(inject('databaseUrl'), { push: this.push, at: noon.toISOString() })
  }

  async clear(): Promise<void> {
    const { db } = this.server.app
    await db.deleteFrom('follows').execute()
    await db.deleteFrom('push_occasions').execute()
    await db.deleteFrom('matches').execute()
  }

  async close(): Promise<void> {
    await this.server.close()
    this.push.close()
    await this.services.close()
  }

  minutesAgo(minutes: number): Date {
    return new Date(this.server.clock.now().getTime() - minutes * 60_000)
  }

  /** A match whose vote has just opened. */
  startedNow(): { readonly kickoffAt: Date } {
    return { kickoffAt: this.minutesAgo(80) }
  }

  /** Subscribes a new browser of a fan. */
  async subscribe({ cookie }: SignedIn): Promise<PushBrowser> {
    this.#browsers += 1
    const browser = new PushBrowser(`https://push.example/${this.#browsers}`)
    const body = browser.subscription
    const answer = await call(this.server, 'POST', '/api/me/push/subscriptions', { cookie, body })
    expect(answer.statusCode).toBe(200)
    return browser
  }

  /** Signs in fans who follow the home club of a match, with a browser each, all with the keys of one. */
  async addFollowers(match: BuiltMatch, count: number): Promise<void> {
    const fans = await signInMany(this.server, count)
    const { p256dh, auth } = new PushBrowser('').subscription.keys
    await sql`
      WITH followers AS (
        INSERT INTO follows (user_id, kind, target_id)
        SELECT fan, 'club', home_team_id FROM unnest(${fans.map(({ id }) => id)}::uuid[]) AS fan, matches WHERE matches.id = ${match.id}
        RETURNING user_id
      )
      INSERT INTO push_subscriptions (user_id, session_id, kind, endpoint, endpoint_hash, p256dh, auth, created_at)
      SELECT user_id, session.id, 'web', 'https://push.example/of/' || user_id, sha256(user_id::text::bytea),
        ${Buffer.from(p256dh, 'base64url')}, ${Buffer.from(auth, 'base64url')}, ${this.server.clock.now()}
      FROM followers JOIN auth.session USING (user_id)`.execute(this.server.app.db)
  }

  choose({ cookie }: SignedIn, settings: Partial<NotificationSettings>) {
    const body = { ...DEFAULT_NOTIFICATIONS, ...settings }
    return call(this.server, 'PUT', '/api/me/push/settings', { cookie, body })
  }

  async followClub(fan: SignedIn, match: BuiltMatch): Promise<void> {
    const { db } = this.server.app
    const { home_team_id: target_id } = await db
      .selectFrom('matches')
      .select('home_team_id')
      .where('id', '=', match.id)
      .executeTakeFirstOrThrow()
    await db.insertInto('follows').values({ user_id: fan.id, kind: 'club', target_id }).execute()
  }

  /** Plans and sends what is due now. */
  async pass(app: JobContext = this.server.app): Promise<void> {
    await planPushes(app)
    await sendPushes(app)
  }

  /** Ends a match an hour ago, publishes its result, and sends what is due by then. */
  async publish(match: BuiltMatch): Promise<void> {
    await finishMatch(this.server.app.db, match.id, this.minutesAgo(61))
    await publishDueMatches(this.server.app)
    await planPushes(this.server.app)
    this.server.clock.advance(61_000)
    await this.pass()
  }

  /** Reads what a browser has received since the file began, oldest first. */
  readBy(browser: PushBrowser) {
    return this.services
      .list()
      .filter(({ endpoint }) => endpoint === browser.endpoint)
      .map(({ body }) => browser.read(body))
      .reverse()
  }

  /** Returns the devices of a fan, and their settings. */
  async listedFor({ cookie }: SignedIn) {
    const answer = await call(this.server, 'GET', '/api/me/push', { cookie })
    return answer.json() as {
      readonly items: readonly { readonly id: string }[]
      readonly settings: NotificationSettings
    }
  }
}

export function pushServerForFile(): PushServer {
  const world = new PushServer()
  beforeAll(() => world.start())
  beforeEach(() => world.clear())
  afterAll(() => world.close())
  return world
}
