import cluster from 'node:cluster'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { readConfig } from '@tribune/server/config.ts'
import { ingestDetails } from '@tribune/server/features/feed/ingestion/service.ts'
import { publishDue } from '@tribune/server/features/feed/publication/jobs.ts'
import { workOnDigest } from '@tribune/server/features/messages/digest/jobs.ts'
import { startInstalledDatabase } from '@tribune/server/infra/database/embedded.ts'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import { Fleet } from '@tribune/server/processes/fleet.ts'
import { startProduct } from '@tribune/server/product.ts'
import { startStandIns } from '@tribune/server/standins/start.ts'
import { ShiftedClock } from '@tribune/server/testing/clock.ts'
import { startSamlProvider } from '@tribune/server/testing/saml-provider.ts'
import type { Order, WorldFacts } from './orders.ts'
import { AHEAD_MS, type ClockMessage } from './servers/clock.ts'
import { bringAbout } from './states.ts'

/** The minute at which a staged match starts, and for how long it is shared. */
const STAGED = { minute: 62, sharedForMs: 15 * MINUTE_MS }

/** Runs the whole product on a clock that the journeys move, in the given folder. Deletes the folder at the end unless the name is `prepared`. */
const [dataDir = '', name, hoursLater = '0'] = process.argv.slice(2)
const isConfigured = name === 'configured'
const organisation = isConfigured ? await startSamlProvider(['supporters.invalid']) : null
const saml = organisation && {
  SAML_METADATA: organisation.metadataUrl,
  SAML_DOMAINS: organisation.organisation.domains.join(','),
  SAML_EMAIL_ATTRIBUTE: organisation.organisation.emailAttribute,
}
const settings = {
  DATA_DIR: dataDir,
  FANS: 'off',
  LOG_LEVEL: 'error',
  // One journey has it on; the others would only wait.
  PROOF_OF_WORK: isConfigured ? '1' : 'off',
  ...saml,
}
const clock = new ShiftedClock()
clock.advance(Number(hoursLater) * 60 * MINUTE_MS)
/** With `SERVERS=4 npm run e2e`, so many processes serve the journeys, and this one does the jobs, at a port of its own. */
const count = name === 'prepared' ? 1 : Number(process.env.SERVERS ?? 1)
const port = await freePort()
const publicUrl = `http://localhost:${port}`
const config = { ...readConfig(settings), publicUrl }
const database = await startInstalledDatabase(config, () => {})
const standIns = await startStandIns(config, clock, publicUrl)
const own = count === 1 ? port : await freePort()
const product = await startProduct({
  config,
  clock,
  port: own,
  database: Promise.resolve(database),
  standIns,
  // The first start serves no fan, and may come before the app is built.
  webDir: name === 'prepared' ? null : fileURLToPath(new URL('../../web/dist', import.meta.url)),
  onProgress: () => {},
  ready: Promise.resolve(),
  history: 'before',
})
const { people } = product
if (people === null || product.outbox === null) throw new Error('The journeys need the demonstration world')
// Otherwise each world would render the same pictures again, which costs more than its start.
if (name === 'prepared') await product.tribune.app.pictures.warm()

const fleet = count === 1 ? null : await startFleet()
let shared = clock.offsetMs

const facts: WorldFacts = {
  url: product.url,
  fan: people.fan,
  admin: people.admin,
  crowd: people.crowd.map(({ email, password }) => ({ email, password })),
}
process.send?.({ ready: facts })

process.on('message', (order: Order) => {
  obey(order)
    .then(async (done) => {
      await shareClock()
      return done
    })
    .then(
      (done) => process.send?.({ id: order.id, done }),
      (error: unknown) => process.send?.({ id: order.id, failed: String(error) }),
    )
})

// Interrupted journeys must leave nothing running, even while the product is starting.
if (process.connected) process.on('disconnect', () => void end())
else await end()

async function startFleet(): Promise<Fleet> {
  const servers = new Fleet({
    exec: fileURLToPath(new URL('./servers/process.ts', import.meta.url)),
    count,
    port,
    outside: {
      databaseUrl: database.url,
      standIns: { addresses: standIns.addresses, pages: `http://127.0.0.1:${own}` },
    },
    works: false,
    env: { ...settings, PUBLIC_URL: publicUrl, [AHEAD_MS]: String(clock.offsetMs) },
    onProgress: () => {},
    onTrouble: (facts, message) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
  })
  await (await servers.start(Promise.resolve())).all
  return servers
}

/** Moves the clocks of all servers to that of the journeys. */
async function shareClock(): Promise<void> {
  if (fleet === null || shared === clock.offsetMs) return
  shared = clock.offsetMs
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const moved = workers.map(
    (worker) =>
      new Promise<void>((resolve) => {
        worker.on('message', (message: ClockMessage) => {
          if (message.aheadMs === shared) resolve()
        })
        const order: ClockMessage = { aheadMs: shared }
        worker.send(order)
      }),
  )
  await Promise.all(moved)
}

async function obey(order: Order): Promise<unknown> {
  if (order.do === 'advance') {
    clock.advance(order.minutes * MINUTE_MS)
    // The first call may join a run from before the clock moved; only then is the second one due.
    for (const _time of ['first', 'second']) await product.tribune.app.realtime.request()
    await publishDue(product.tribune.app)
    return clock.now().toISOString()
  }
  if (order.do === 'leap') {
    clock.advance(order.minutes * MINUTE_MS)
    await workOnDigest(product.tribune.app)
    return clock.now().toISOString()
  }
  if (order.do === 'stage') return stage()
  if (order.do === 'mail') return product.outbox?.waitFor(order.to)
  if (order.do !== 'stop') return bringAbout({ url: product.url, app: product.tribune.app, clock }, order)
  await end()
  return null
}

let staged = { id: 0, at: Number.NEGATIVE_INFINITY }

/** Reads the feed at once, even if the last run is recent. */
async function stage(): Promise<number> {
  const now = clock.now().getTime()
  if (now - staged.at < STAGED.sharedForMs) return staged.id
  if (product.simulator === null) throw new Error('The journeys need the simulator')
  const id = product.simulator.stage({ minute: STAGED.minute })
  const { app } = product.tribune
  await ingestDetails(app, await app.feed.matchesByIds([id]))
  staged = { id, at: now }
  return id
}

async function end(): Promise<void> {
  await fleet?.stop()
  await product.stop()
  await organisation?.close()
  if (name !== 'prepared') rmSync(dataDir, { recursive: true, force: true })
  setImmediate(() => process.exit(0))
}
