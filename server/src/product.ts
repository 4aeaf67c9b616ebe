import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedLog } from '@tribune/football/api-football/calls/http-get.ts'
import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createLiveCountryRanking } from '@tribune/football/country-ranking/live-source.ts'
import { createStaticCountryRanking } from '@tribune/football/country-ranking/source.ts'
import type { Simulator } from '@tribune/football/simulator/server.ts'
import { readOrganisation } from './accounts/methods/saml.ts'
import type { AccountsApp } from './accounts/parts.ts'
import { createTribune, type Tribune } from './app.ts'
import type { Config } from './config.ts'
import { fillMailboxes } from './features/fans/accounts/service.ts'
import { relayedPages } from './http/pages/development-page.ts'
import { type InstalledDatabase, startInstalledDatabase } from './infra/database/embedded.ts'
import { migrate, type StartProgress } from './infra/database/migrate.ts'
import { QUEUES } from './infra/jobs/queue.ts'
import { createMailer } from './infra/mail/mailer.ts'
import { createPushSender, type PushSettings } from './infra/push/sender.ts'
import { vapidKeysOf } from './infra/push/signing.ts'
import { createSmsSender } from './infra/sms/sender.ts'
import type { Clock } from './kernel/clock.ts'
import { startSchedules } from './schedules.ts'
import type { Outbox } from './standins/mail.ts'
import { findIdentities } from './standins/openid/stand-in.ts'
import type { PushStandIn } from './standins/push.ts'
import type { SmsOutbox } from './standins/sms.ts'
import { STANDIN_PICTURES, type StandInAddresses, type StandIns, startStandIns } from './standins/start.ts'
import { startFans } from './standins/world/fans.ts'
import { fillHistory, followFilling, startFilling } from './standins/world/history.ts'
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
  /** Stand-ins that run already, in this process or in another one, then with the origin of their pages. */
  readonly standIns?: StandIns | { readonly addresses: StandInAddresses; readonly pages: string }
  /** Whether the demonstration's older history is filled in behind the first visitors, or before them. */
  readonly history: 'behind' | 'before'
  /** Whether it runs the jobs from its start on, or leaves them to another process of this machine until `work`. */
  readonly works?: boolean
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
  /** Begins to run the jobs, which another process did until now. */
  work(): Promise<void>
  /** Stops, after the other processes of this machine have taken over. @param onLeft As for `Draining.handOver`. */
  leave(onLeft?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Connections that wait to be accepted, as after a restart, when all streams connect again. The system's own limit may be lower. */
const BACKLOG = 4_096

/** Starts everything in order, and stops it in reverse order, even when a step fails. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { config, clock, onProgress } = options
  const ends: Ends = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const database = await (options.database ?? startInstalledDatabase(config, onProgress))
    ends.push(() => database.stop())
    await migrate(database.url, { onProgress })
    let log: FeedLog | null = null
    const url = config.publicUrl ?? `http://localhost:${options.port}`
    const standIns = options.standIns ?? (await startStandIns(config, clock, url))
    if ('close' in standIns) ends.push(() => standIns.close())
    const outside = startOutside(options, standIns.addresses, ends, (event, facts) => log?.(event, facts))
    const { identities, organisation, notOffered } = await findSignIn(config, standIns.addresses, onProgress)
    const push = createPushSender(pushSettings(config, url, standIns.addresses))
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
      sms: createSmsSender(config.smsUrl ?? standIns.addresses.sms ?? ''),
      push,
      identityProviders: identities,
      organisation,
      plugins: 'close' in standIns ? standIns.pages : [relayedPages(standIns.pages)],
    })
    ends.push(() => tribune.close())
    const { app } = tribune
    log = (event, facts) => app.log.warn({ ...facts, event }, 'feed')
    for (const line of notOffered) app.log.warn(line)
    await fillMailboxes(app)
    await app.jobs.open(QUEUES)
    const work = new Work(options, app, standIns.addresses.football !== null)
    ends.push(() => work.stop())
    const people = options.works === false ? await work.leaveToOthers() : await work.prepare()
    await options.ready
    await tribune.http.listen({ port: options.port, host: config.host, backlog: BACKLOG })
    if (options.works !== false) work.beginFilling()
    const own: Pick<StandIns, 'simulator' | 'outbox' | 'texts' | 'pushes'> =
      'close' in standIns ? standIns : { simulator: null, outbox: null, texts: null, pushes: null }
    return {
      url,
      tribune,
      simulator: own.simulator,
      outbox: own.outbox,
      texts: own.texts,
      pushes: own.pushes,
      people,
      async work() {
        await work.prepare()
        work.beginFilling()
      },
      async leave(onLeft) {
        await app.draining.handOver(onLeft)
        await stop()
      },
      async stop() {
        app.draining.announce()
        await sleep(config.drainMs)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Ends = (() => Promise<void> | void)[]

/** The work that one process of a machine does for all: the jobs and, in the demonstration, its people and its history. */
class Work {
  readonly #options: ProductOptions
  readonly #app: AccountsApp
  readonly #isSimulated: boolean
  readonly #ends: Ends = []
  #people: DemoPeople | null = null

  constructor(options: ProductOptions, app: AccountsApp, isSimulated: boolean) {
    this.#options = options
    this.#app = app
    this.#isSimulated = isSimulated
  }

  async leaveToOthers(): Promise<null> {
    if (this.#isSimulated) this.#ends.push(await followFilling(this.#app))
    return null
  }

  /** Starts the jobs. Returns the people of the demonstration. */
  async prepare(): Promise<DemoPeople | null> {
    const app = this.#app
    await this.stop()
    this.#people = this.#isSimulated ? await prepareWorld(app, this.#options.onProgress) : null
    if (this.#options.history === 'before' && app.backfill.underWay) await fillHistory(app, this.#filling)
    this.#ends.push(await startSchedules(app))
    app.log.info('runs the jobs')
    return this.#people
  }

  /** Fills the history in and lets the simulated supporters vote, once somebody is served. */
  beginFilling(): void {
    const { config, port } = this.#options
    this.#ends.push(startFilling(this.#app, this.#filling))
    if (this.#people === null || !config.fans) return
    this.#ends.push(startFans(this.#app, this.#people, `http://127.0.0.1:${port}`))
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end()
  }

  get #filling() {
    return { crowd: this.#people?.crowd ?? [], onProgress: this.#options.onProgress }
  }
}

/** Finds the identity providers and the organisation. `notOffered` has a line for each that does not answer: it is off until the next start. */
async function findSignIn(config: Config, standIns: StandInAddresses, onProgress: StartProgress) {
  const notOffered: string[] = []
  const onMissing = (line: string) => {
    onProgress(line)
    notOffered.push(line)
  }
  const identities = await findIdentities(config.identities, standIns.identities, onMissing)
  const organisation = await readOrganisation(config.saml, onMissing)
  return { identities, organisation, notOffered }
}

/** Returns how each push service is reached. */
function pushSettings({ push }: Config, origin: string, standIns: StandInAddresses): PushSettings {
  const { vapid, services, fcm, apns } = push
  const { web } = standIns.push
  const own = web === null ? null : { privateKey: web.privateKey, subject: 'mailto:push@tribune.invalid' }
  const keys = vapid === 'off' ? null : (vapid ?? own)
  return {
    web: keys && {
      keys: vapidKeysOf(keys.privateKey),
      subject: keys.subject,
      origin,
      services,
      standIn: web?.at ?? null,
    },
    fcm: fcm ?? standIns.push.fcm,
    apns: apns ?? standIns.push.apns,
  }
}

function startOutside(
  { config, clock, onProgress }: ProductOptions,
  standIns: StandInAddresses,
  ends: Ends,
  feedLog: FeedLog,
) {
  const now = () => clock.now()
  const isSimulated = standIns.football !== null
  const football = standIns.football === null ? config.footballApi : { url: standIns.football, key: 'stand-in' }
  if (football === null) throw new Error('No football data')
  const mediaUrl = isSimulated ? { mediaUrl: `${STANDIN_PICTURES}/media` } : {}
  const { origin } = new URL(football.url)
  const pictureOrigins = new Map([[isSimulated ? STANDIN_PICTURES : origin, origin]])
  const feed = createApiFootballFeed({ baseUrl: football.url, apiKey: football.key, now, log: feedLog, ...mediaUrl })
  const mailer = createMailer({ smtpUrl: config.smtpUrl ?? standIns.smtp ?? '', from: config.mailFrom })
  ends.push(() => mailer.close())
  const countries = config.uefaLive ? createLiveCountryRanking({ now }) : createStaticCountryRanking()
  onProgress(isSimulated ? 'football data: match-day simulator' : 'football data: provider')
  return { feed, pictureOrigins, mailer, countries }
}
