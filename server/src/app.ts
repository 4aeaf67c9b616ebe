import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import type { CountryRankingSource } from '@tribune/football/country-ranking/source.ts'
import type { FootballFeed } from '@tribune/football/feed.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type pg from 'pg'
import type { IdentityProvider } from './accounts/identities.ts'
import type { Organisation } from './accounts/saml.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createDatabase, createPool, type Database } from './database/pool.ts'
import { Studio } from './drawing/studio.ts'
import { createAccounts } from './features/accounts/service.ts'
import { presentLive } from './features/matches/present.ts'
import { liveRows } from './features/matches/queries.ts'
import { Pictures } from './features/media/service.ts'
import { FEATURES } from './features.ts'
import { SchedulerRealtime } from './functions/scheduler-realtime.ts'
import { installErrorHandling, refuse, refuseUnreadable } from './http/errors.ts'
import { letNativeAppIn } from './http/native-app.ts'
import { collectOpenApi } from './http/openapi.ts'
import { createForeignCheck } from './http/origins.ts'
import { installPages } from './http/pages.ts'
import { Refusal } from './http/refusal.ts'
import { createRouter } from './http/route.ts'
import { createSessions, type Sessions } from './http/session.ts'
import { Snapshots } from './http/snapshot.ts'
import { Jobs } from './jobs/queue.ts'
import { Bus } from './live/bus.ts'
import { LiveHub } from './live/hub.ts'
import type { Mailer } from './mail/mailer.ts'
import type { ProviderOrigins } from './media/destination.ts'
import { Downloader } from './media/download.ts'
import { openPictureStore } from './media/open-store.ts'
import type { SmsSender } from './sms/sender.ts'

const BODY_LIMIT = 64 * 1024
const REQUEST_LIMIT_MS = 30_000
const BALLOT_CONNECTIONS = 4
const COMPRESS_FROM_BYTES = 2_048

/** What every feature may use. One object per server; nothing in it that another server cannot rebuild. */
export interface App {
  readonly config: Config
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly pool: pg.Pool
  /** Connections of the ledger alone: whatever else is asked for, ballots do not queue behind it. */
  readonly ballotPool: pg.Pool
  readonly db: Database
  readonly bus: Bus
  readonly snapshots: Snapshots
  readonly pictures: Pictures
  /** Makes pictures to share. */
  readonly studio: Studio
  readonly sessions: Sessions
  readonly feed: FootballFeed
  readonly countries: CountryRankingSource
  readonly mailer: Mailer
  readonly sms: SmsSender
  readonly identityProviders: readonly IdentityProvider[]
  /** Whose people sign in over SAML; `null`: nobody's. */
  readonly organisation: Organisation | null
  readonly jobs: Jobs
  readonly realtime: SchedulerRealtime
  readonly live: LiveHub
  /** Address people reach the product at, without a trailing slash. */
  readonly publicUrl: string
}

/** What stands at the other end of each wire. */
export interface AppParts {
  readonly config: Config
  readonly clock: Clock
  readonly databaseUrl: string
  readonly feed: FootballFeed
  readonly pictureOrigins: ProviderOrigins
  readonly countries: CountryRankingSource
  readonly mailer: Mailer
  readonly sms: SmsSender
  /** Who may vouch for a fan, in the order in which they are offered. */
  readonly identityProviders: readonly IdentityProvider[]
  readonly organisation: Organisation | null
  readonly publicUrl: string
  /** `null`: no built web app to serve (tests of the API alone). */
  readonly webDir: string | null
  /** Pages of stand-ins, such as the mail outbox. */
  readonly plugins: readonly FastifyPluginAsync[]
}

export interface Tribune {
  readonly app: App
  readonly http: FastifyInstance
  /** Ends what is in flight, then lets go of everything. */
  close(): Promise<void>
}

/** The composition root: builds one server on a migrated database. Jobs run only after `app.jobs.start()`. */
export async function createTribune(parts: AppParts): Promise<Tribune> {
  const http = createHttp(parts.config)
  letNativeAppIn(http, parts.publicUrl)
  const onLost = (error: Error) => http.log.warn({ err: error }, 'idle database connection lost')
  const pool = createPool(parts.databaseUrl, onLost)
  const ballotPool = createPool(parts.databaseUrl, onLost, BALLOT_CONNECTIONS)
  const bus = new Bus(pool)
  const snapshots = new Snapshots()
  const sessions = createSessions({ pool, bus, clock: parts.clock, config: parts.config })
  const jobs = new Jobs(parts.databaseUrl, http.log)
  const db = createDatabase(pool)
  const store = openPictureStore(parts.config)
  const downloader = new Downloader({ providers: parts.pictureOrigins })
  const pictures = new Pictures({ db, clock: parts.clock, log: http.log, store, downloader })
  const studio = new Studio()
  const shared = { ...parts, log: http.log, pool, ballotPool, db, bus, snapshots, pictures, studio, sessions, jobs }
  const realtime = new SchedulerRealtime(shared as unknown as App)
  const live = new LiveHub({
    ...shared,
    room: parts.config.live,
    read: async (ids) => (await liveRows(db, ids)).map(presentLive),
    onWatched: () => realtime.request(),
  })
  // Nobody's stream or picture holds up a server that stops.
  http.addHook('preClose', async () => void (await Promise.all([live.close(), studio.close()])))
  const app: App = Object.assign(shared, { realtime, live })
  await http.register(rateLimit, { global: false })
  await http.register(compress, { global: false, threshold: COMPRESS_FROM_BYTES })
  await collectOpenApi(http, app)
  const route = createRouter(http, { sessions, isForeign: createForeignCheck(parts.publicUrl), clock: parts.clock })
  const closers: (() => Promise<void> | void)[] = []
  for (const register of FEATURES) closers.push(register(route, app) ?? (() => {}))
  await http.register(createAccounts(app))
  await installPages(http, app, parts)
  dropSnapshotsOnChange(app)
  await bus.start()
  return {
    app,
    http,
    async close() {
      await http.close()
      await jobs.stop()
      await pictures.close()
      for (const close of closers) await close()
      bus.stop()
      await app.db.destroy()
      await ballotPool.end()
    },
  }
}

function createHttp(config: Config): FastifyInstance {
  const http = Fastify({
    logger: { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    requestTimeout: REQUEST_LIMIT_MS,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: refuseUnreadable,
  })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  http.decorateRequest('fan', null)
  // Bodies are read as they are: what is packed would be taken for what it is not.
  http.addHook('onRequest', async ({ headers }) => {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal('unsupported_media')
  })
  installErrorHandling(http)
  return http
}

/** The one place that says which change makes which kept answers old. */
function dropSnapshotsOnChange({ bus, snapshots }: App): void {
  bus.on('matches', ({ ids }) => {
    snapshots.drop('home', ...ids.map((id) => `match:${id}`))
  })
  bus.on('lineups', ({ ids }) => {
    snapshots.drop(...ids.map((id) => `match:${id}`))
  })
  bus.on('season', () => snapshots.drop('season'))
  bus.on('competitions', () => snapshots.dropAll())
  bus.on('reset', () => snapshots.dropAll())
}
