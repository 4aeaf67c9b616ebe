import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedLog } from '@tribune/football/api-football/calls/log.ts'
import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createLiveCountryRanking } from '@tribune/football/country-ranking/live-source.ts'
import { createStaticCountryRanking } from '@tribune/football/country-ranking/static-source.ts'
import { createSimulator, type Simulator } from '@tribune/football/simulator/server.ts'
import { readOrganisation } from './accounts/methods/saml/organisation-metadata.ts'
import { createTribune, type Tribune } from './app.ts'
import type { Config } from './config.ts'
import { foldMailboxes } from './features/fans/account-upkeep/service.ts'
import { type InstalledDatabase, startInstalledDatabase } from './infra/database/installed.ts'
import { migrate } from './infra/database/migrate.ts'
import { QUEUES } from './infra/jobs/queue.ts'
import { createMailer } from './infra/mail/mailer.ts'
import { createPushSender, type PushSettings } from './infra/push/sender.ts'
import { vapidKeysOf } from './infra/push/signing.ts'
import { createSmsSender } from './infra/sms/sender.ts'
import type { Clock } from './kernel/clock.ts'
import type { StartProgress } from './kernel/progress.ts'
import { startSchedules } from './schedules.ts'
import { type Outbox, startOutbox } from './standins/mail/outbox.ts'
import { outboxPages } from './standins/mail/outbox-pages.ts'
import { startIdentities } from './standins/openid/identities.ts'
import { keptVapidKey } from './standins/push/kept-key.ts'
import { pushPages } from './standins/push/pages.ts'
import { type PushStandIn, startPushStandIn } from './standins/push/services.ts'
import { type SmsOutbox, startSmsOutbox } from './standins/sms/outbox.ts'
import { smsOutboxPages } from './standins/sms/outbox-pages.ts'
import { startFans } from './standins/world/fans.ts'
import { fillHistory, startFilling } from './standins/world/history.ts'
import type { DemoPeople } from './standins/world/people.ts'
import { prepareWorld } from './standins/world/prepare.ts'

export interface ProductOptions {
  readonly config: Config
  readonly clock: Clock
  readonly port: number
  readonly webDir: string | null
  readonly onProgress: StartProgress
  /** The product serves no requests before this resolves. */
  readonly ready: Promise<unknown>
  /** The database, if it is being started already. */
  readonly database?: Promise<InstalledDatabase>
  /** Whether the demonstration's older history is filled in behind the first visitors, or before them. */
  readonly history: 'behind' | 'before'
}

/** The whole product running: server, jobs, and a stand-in for each outside part that is not configured. */
export interface Product {
  readonly url: string
  readonly tribune: Tribune
  readonly simulator: Simulator | null
  readonly outbox: Outbox | null
  readonly texts: SmsOutbox | null
  readonly pushes: PushStandIn | null
  readonly people: DemoPeople | null
  stop(): Promise<void>
}

/** Origin of the simulator's pictures: addresses are stored, so they must not contain the port of one start. */
const STANDIN_PICTURES = 'http://media.tribune.invalid'

/** Starts everything in order, and stops it in reverse order, also when a step fails. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { config, clock, onProgress } = options
  const ends: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const database = await (options.database ?? startInstalledDatabase(config, onProgress))
    ends.push(() => database.stop())
    await migrate(database.url, { onProgress })
    let log: FeedLog | null = null
    const url = config.publicUrl ?? `http://localhost:${options.port}`
    const outside = await startOutside(options, ends, (event, facts) => log?.(event, facts))
    const { identities, organisation, notOffered } = await startSignIn(config, url, onProgress)
    ends.push(() => identities.close())
    const pushed = await startPushServices(config, url, ends)
    const push = createPushSender(pushed.settings)
    ends.push(() => push.close())
    const tribune = await createTribune({
      config,
      clock,
      databaseUrl: database.url,
      publicUrl: url,
      webDir: options.webDir,
      feed: outside.feed,
      pictureOrigins: outside.pictureOrigins,
      countries: outside.countries,
      mailer: outside.mailer,
      sms: createSmsSender(config.smsUrl ?? outside.texts?.url ?? ''),
      push,
      identityProviders: identities.providers,
      organisation,
      plugins: [
        ...(outside.outbox === null ? [] : [outboxPages(outside.outbox)]),
        ...(outside.texts === null ? [] : [smsOutboxPages(outside.texts)]),
        ...(pushed.standIn === null ? [] : [pushPages(pushed.standIn)]),
      ],
    })
    ends.push(() => tribune.close())
    log = (event, facts) => tribune.app.log.warn({ ...facts, event }, 'feed')
    for (const line of notOffered) tribune.app.log.warn(line)
    await foldMailboxes(tribune.app)
    await tribune.app.jobs.open(QUEUES)
    const people = outside.simulator === null ? null : await prepareWorld(tribune.app, onProgress)
    const filling = { crowd: people?.crowd ?? [], onProgress }
    if (options.history === 'before' && tribune.app.backfill.underWay) await fillHistory(tribune.app, filling)
    ends.push(await startSchedules(tribune.app))
    await options.ready
    await tribune.http.listen({ port: options.port, host: config.host })
    ends.push(startFilling(tribune.app, filling))
    if (people !== null && config.fans) ends.push(startFans(tribune.app, people, `http://127.0.0.1:${options.port}`))
    const { simulator, outbox, texts } = outside
    const drained = async () => {
      tribune.app.draining.announce()
      await sleep(config.drainMs)
      await stop()
    }
    return { url, tribune, simulator, outbox, texts, pushes: pushed.standIn, people, stop: drained }
  } catch (error) {
    await stop()
    throw error
  }
}

type Ends = (() => Promise<void> | void)[]

/** Starts the identity providers and loads the organisation. `notOffered` has a line for each that does not answer: it is off until the next start. */
async function startSignIn({ identities: keys, saml }: Config, url: string, onProgress: StartProgress) {
  const notOffered: string[] = []
  const onMissing = (line: string) => {
    onProgress(line)
    notOffered.push(line)
  }
  const identities = await startIdentities(keys, url, onMissing)
  const organisation = await readOrganisation(saml, onMissing)
  return { identities, organisation, notOffered }
}

/** Starts the stand-in of push services if one of them is not configured, and returns how each is reached. */
async function startPushServices({ push, dataDir }: Config, origin: string, ends: Ends) {
  const { vapid, services, fcm, apns, phoneStandIns } = push
  const isNeeded = vapid === null || (phoneStandIns && (fcm === null || apns === null))
  const standIn = isNeeded ? await startPushStandIn() : null
  if (standIn !== null) ends.push(() => standIn.close())
  const own = { privateKey: vapid === null ? keptVapidKey(dataDir) : '', subject: 'mailto:push@tribune.invalid' }
  const web = (key: { privateKey: string; subject: string }, at: string | null) => {
    return { keys: vapidKeysOf(key.privateKey), subject: key.subject, origin, services, standIn: at }
  }
  const phones = phoneStandIns ? standIn : null
  const settings: PushSettings = {
    web: vapid === 'off' ? null : web(vapid ?? own, vapid === null ? (standIn?.url ?? null) : null),
    fcm: fcm ?? phones?.fcm ?? null,
    apns: apns ?? phones?.apns ?? null,
  }
  return { standIn, settings }
}

async function startOutside({ config, clock, onProgress }: ProductOptions, ends: Ends, feedLog: FeedLog) {
  const now = () => clock.now()
  const simulator = config.footballApi === null ? createSimulator({ now, mediaOrigin: STANDIN_PICTURES }) : null
  if (simulator !== null) ends.push(() => simulator.close())
  const football = simulator === null ? config.footballApi : { url: (await simulator.listen()).url, key: 'stand-in' }
  if (football === null) throw new Error('No football data')
  const mediaUrl = simulator === null ? {} : { mediaUrl: `${STANDIN_PICTURES}/media` }
  const { origin } = new URL(football.url)
  const pictureOrigins = new Map([[simulator === null ? origin : STANDIN_PICTURES, origin]])
  const feed = createApiFootballFeed({ baseUrl: football.url, apiKey: football.key, now, log: feedLog, ...mediaUrl })
  const outbox = config.smtpUrl === null ? await startOutbox(join(config.dataDir, 'mail')) : null
  if (outbox !== null) ends.push(() => outbox.close())
  const mailer = createMailer({ smtpUrl: config.smtpUrl ?? outbox?.smtpUrl ?? '', from: config.mailFrom })
  ends.push(() => mailer.close())
  const texts = config.smsUrl === null ? await startSmsOutbox() : null
  if (texts !== null) ends.push(() => texts.close())
  const countries = config.uefaLive ? createLiveCountryRanking({ now }) : createStaticCountryRanking()
  onProgress(simulator === null ? 'football data: provider' : 'football data: match-day simulator')
  return { simulator, feed, pictureOrigins, outbox, mailer, texts, countries }
}
