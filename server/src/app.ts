import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import type { CountryRankingSource } from '@tribune/football/country-ranking/source.ts'
import type { FootballFeed } from '@tribune/football/feed.ts'
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { createAccounts } from './accounts/gateway.ts'
import { type AccountsApp, createParts } from './accounts/parts.ts'
import type { Config } from './config.ts'
import type { App, IdentityProvider, Organisation, PasswordHashing } from './context.ts'
import { SchedulerRealtime } from './features/feed/ingestion/jobs.ts'
import { feedInFrench } from './features/feed/ingestion/present.ts'
import { presentLive } from './features/matches/matches/present.ts'
import { liveRows } from './features/matches/matches/queries.ts'
import { serveUnsubscribe } from './features/messages/digest/routes.ts'
import { ActionHandlers, registerAdminControl } from './features/operator/admin-control/routes.ts'
import { serveMetrics } from './features/operator/metrics/routes.ts'
import { PictureService } from './features/public/media/service.ts'
import { headOf } from './features/public/share/service.ts'
import { RecordThread } from './features/results/audit/service.ts'
import { RuleThread } from './features/results/integrity/service.ts'
import { prepareSeasons } from './features/season/seasons/jobs.ts'
import { StoredSeasons } from './features/season/seasons/service.ts'
import { FEATURES } from './features.ts'
import { createDevices } from './http/device.ts'
import { Draining } from './http/draining.ts'
import { answerUnusual, installErrorHandling, RefusalPace, refuse, refuseUnreadable } from './http/errors.ts'
import { requireOwnHost, warnOfUncountedProxy } from './http/hosts.ts'
import { allowNativeApp } from './http/native-app.ts'
import { collectOpenApi } from './http/openapi.ts'
import { createForeignCheck } from './http/origins.ts'
import { installPages } from './http/pages/pages.ts'
import { measureRequests } from './http/request-metrics.ts'
import { createRouter } from './http/route.ts'
import { createSessions } from './http/session.ts'
import { serveAppLinks, serveSecurityText } from './http/well-known.ts'
import { Bus } from './infra/bus.ts'
import { createDatabase } from './infra/database/pool.ts'
import { openPools, requireConnections } from './infra/database/pools.ts'
import { Studio } from './infra/drawing/studio.ts'
import { Backfill } from './infra/jobs/backfill.ts'
import { Jobs } from './infra/jobs/queue.ts'
import type { Mailer } from './infra/mail/mailer.ts'
import type { ProviderOrigins } from './infra/media/destination.ts'
import { Downloader } from './infra/media/download.ts'
import { openPictureStore } from './infra/media/store.ts'
import { countedSenders, Metrics } from './infra/metrics/metrics.ts'
import type { PushSender } from './infra/push/sender.ts'
import type { SmsSender } from './infra/sms/sender.ts'
import { PublicReads } from './infra/snapshots/public-reads.ts'
import { Snapshots } from './infra/snapshots/snapshot.ts'
import { LiveHub } from './infra/sse/hub.ts'
import type { Clock } from './kernel/clock.ts'
import { LOOP_METER, type LoopMeter } from './kernel/loop-meter.ts'
import { Refusal } from './kernel/refusal.ts'

const BODY_LIMIT = 64 * 1024
const REQUEST_LIMIT_MS = 30_000
const COMPRESS_FROM_BYTES = 2_048

/** The external parts of a server. */
export interface AppParts {
  readonly config: Config
  readonly clock: Clock
  readonly databaseUrl: string
  readonly feed: FootballFeed
  readonly pictureOrigins: ProviderOrigins
  readonly countries: CountryRankingSource
  readonly mailer: Mailer
  readonly sms: SmsSender
  readonly push: PushSender
  /** Identity providers, in the order in which they are offered. */
  readonly identityProviders: readonly IdentityProvider[]
  readonly organisation: Organisation | null
  /** Hashes passwords; the accounts library does if unset. */
  readonly passwordHashing?: PasswordHashing
  readonly publicUrl: string
  /** Folder of the built web app; `null` for none, as in tests of the API. */
  readonly webDir: string | null
  /** Pages of stand-ins, such as the mail outbox. */
  readonly plugins: readonly FastifyPluginAsync[]
  /** Meters of the event loop; the process's own if unset. */
  readonly meter?: LoopMeter
}

export interface Tribune {
  readonly app: AccountsApp
  readonly http: FastifyInstance
  /** Finishes work in flight, then releases everything. */
  close(): Promise<void>
}

/** The composition root: builds one server on a migrated database. Nothing runs by itself before `app.jobs.open` and `startSchedules`. */
export async function createTribune(parts: AppParts): Promise<Tribune> {
  const { meter = LOOP_METER } = parts
  const metrics = new Metrics()
  const http = createHttp(parts.config, meter, metrics)
  warnOfUncountedProxy(http, parts.config.trustedProxies)
  requireOwnHost(http, parts.publicUrl)
  allowNativeApp(http, parts.publicUrl)
  const pools = openPools(parts.databaseUrl, parts.config.connections, http.log)
  const { shared: pool, ballots: ballotPool } = pools
  const bus = new Bus({
    databaseUrl: parts.databaseUrl,
    onTrouble: (error) => http.log.warn({ err: error }, 'bus: connection lost or message not sent'),
  })
  const reads = new PublicReads({ connections: parts.config.connections.shared, meter })
  const snapshots = new Snapshots(reads)
  const sessions = createSessions({ pool: pools.sessions, bus, clock: parts.clock, config: parts.config })
  const devices = createDevices(parts)
  const jobs = new Jobs({ pool: pools.jobs, log: http.log })
  const db = createDatabase(pool)
  const store = openPictureStore(parts.config)
  const draining = new Draining(http)
  const downloader = new Downloader({ providers: parts.pictureOrigins })
  const pictures = new PictureService({ db, clock: parts.clock, log: http.log, store, downloader })
  const studio = new Studio()
  const rule = new RuleThread({ databaseUrl: parts.databaseUrl, log: http.log })
  const { host } = new URL(parts.publicUrl)
  const { secrets } = parts.config
  const recorder = new RecordThread({ databaseUrl: parts.databaseUrl, host, secrets }, http.log)
  const shared = {
    ...parts,
    ...countedSenders(parts, metrics),
    metrics,
    feed: feedInFrench(parts.feed),
    log: http.log,
    pool,
    ballotPool,
    db,
    bus,
    reads,
    snapshots,
    seasons: new StoredSeasons({ db, bus }),
    pictures,
    studio,
    rule,
    recorder,
    sessions,
    devices,
    jobs,
    backfill: new Backfill(),
    draining,
  }
  const realtime = new SchedulerRealtime(shared)
  const live = new LiveHub({
    ...shared,
    limits: parts.config.live,
    read: async (ids) => (await liveRows(db, ids)).map(presentLive),
    onWatched: () => realtime.request(),
  })
  // No stream, picture or rule may delay a stopping server.
  http.addHook(
    'preClose',
    async () => void (await Promise.all([live.close(), studio.close(), rule.close(), recorder.close()])),
  )
  if (parts.config.metricsToken !== null) {
    const { watch: _, ...measured } = pools
    const caches = { snapshots: snapshots.reads, sessions: sessions.reads }
    metrics.gauge({ caches, pools: measured, listeners: () => live.listeners })
  }
  const core: App = { ...shared, realtime, live }
  const app: AccountsApp = { ...core, accounts: createParts(core) }
  await http.register(compress, { global: false, threshold: COMPRESS_FROM_BYTES })
  await collectOpenApi(http, app)
  const route = createRouter(http, {
    sessions,
    isForeign: createForeignCheck(parts.publicUrl),
    clock: parts.clock,
    reads,
    snapshots,
  })
  const closers: (() => Promise<void> | void)[] = []
  const handlers = new ActionHandlers()
  for (const register of FEATURES) closers.push(register(handlers.remembering(route), app) ?? (() => {}))
  registerAdminControl(route, handlers)
  await http.register(createAccounts(app))
  serveMetrics(http, app)
  serveAppLinks(http, parts.config)
  serveSecurityText(http, parts)
  await serveUnsubscribe(http, app)
  await installPages(http, { ...parts, snapshots, headOf: (path, query) => headOf(app, path, query) })
  dropSnapshotsOnChange(app)
  await requireConnections(pool, parts.config.connections, parts.config.servers)
  await bus.start()
  await prepareSeasons(app)
  return {
    app,
    http,
    async close() {
      await draining.close()
      await jobs.stop()
      await pictures.close()
      for (const close of closers) await close()
      bus.stop()
      await app.db.destroy()
      await Promise.all([ballotPool.end(), pools.sessions.end(), pools.jobs.end()])
      pools.watch.close()
    },
  }
}

function createHttp(config: Config, meter: LoopMeter, metrics: Metrics): FastifyInstance {
  const http = Fastify({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      hooks: { logMethod: metrics.countingLines() },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // All requests share one logger: a child for each would slow every answer. Log lines add `reqId` themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    requestTimeout: REQUEST_LIMIT_MS,
    // Node and Fastify would answer these by themselves, without a code and its sentence: hosts.ts and draining.ts do.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: refuseUnreadable,
  })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  http.decorateRequest('fan', null)
  http.decorateRequest('refusal', null)
  if (config.metricsToken !== null) measureRequests(http, metrics)
  // Request bodies are never decompressed.
  http.addHook('onRequest', ({ headers }, _reply, done) => {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal('unsupported_media')
    done()
  })
  installErrorHandling(http, new RefusalPace(meter))
  answerUnusual(http)
  return http
}

/** Defines which change drops which snapshots. */
function dropSnapshotsOnChange({ bus, snapshots }: App): void {
  bus.on('matches', ({ ids }) => {
    snapshots.drop('home', ...ids.map((id) => `match:${id}`))
  })
  bus.on('lineups', ({ ids }) => {
    snapshots.drop(...ids.map((id) => `match:${id}`))
  })
  bus.on('season', () => snapshots.drop('season'))
  bus.on('notice', () => snapshots.drop('notice'))
  bus.on('competitions', () => snapshots.dropAll())
  bus.on('reset', () => snapshots.dropAll())
}
