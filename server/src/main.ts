import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { pino } from 'pino'
import { type Config, hasPushStandIn, readConfig } from './config.ts'
import { startInstalledDatabase } from './infra/database/embedded.ts'
import { systemClock } from './kernel/clock.ts'
import { freePortFrom } from './kernel/free-port.ts'
import { allocateRequestsYoung } from './kernel/memory.ts'
import { end, type Running } from './processes/messages.ts'
import type { Product } from './product.ts'

const PREFERRED_PORT = 3000

/** Tells how the product starts and stops, and what goes wrong with one of several servers. */
export interface Teller {
  progress(message: string): void
  ready(running: Running): void
  trouble(facts: object, message: string): void
  restarting(): void
  stopping(signal: string): void
}

/**
 * Runs the product until a signal. It serves no requests before `ready` resolves. A signal during the start stops the parts that have started.
 * @param exec This module, by which several servers start, even after a restart.
 */
export async function run(ready: Promise<unknown>, exec = fileURLToPath(import.meta.url)): Promise<void> {
  allocateRequestsYoung()
  const config = readConfig(process.env)
  const teller = config.production ? createLoggingTeller(config) : createTerminalTeller(config)
  const port = config.port ?? (await freePortFrom(PREFERRED_PORT, config.host))
  if (config.servers > 1) {
    const { runSeveral } = await import('./processes/parent.ts')
    return runSeveral({ config, port, ready, teller, exec })
  }
  const interruption = new AbortController()
  // Once the signals below are listened for.
  const starting = Promise.resolve().then(() => start(config, port, ready, teller, interruption.signal))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (interruption.signal.aborted) return
      teller.stopping(signal)
      interruption.abort(new Error(`Interrupted by ${signal}`))
      end(starting, config)
    })
  }
  const product = await starting.catch((error: unknown) => {
    if (!interruption.signal.aborted) throw error
    return null
  })
  if (product !== null && !interruption.signal.aborted) teller.ready(product)
}

async function start(
  config: Config,
  port: number,
  ready: Promise<unknown>,
  teller: Teller,
  interrupted: AbortSignal,
): Promise<Product> {
  // PostgreSQL makes its files while the rest of the server is loaded, which takes as long.
  const database = startInstalledDatabase(config, teller.progress)
  database.catch(() => {})
  const { startProduct } = await import('./product.ts')
  return startProduct({
    config,
    clock: systemClock,
    port,
    webDir: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    onProgress: (message) => {
      interrupted.throwIfAborted()
      teller.progress(message)
    },
    database,
    ready,
    history: 'behind',
  })
}

/** Writes lines of the log: programs read the output of a product in production. */
function createLoggingTeller({ logLevel }: Config): Teller {
  const log = pino({ level: logLevel })
  return {
    progress: (message) => log.info(message),
    ready: ({ url }) => log.info({ url }, 'ready'),
    trouble: (facts, message) => log.error(facts, message),
    restarting: () => log.info('servers restart one after another'),
    stopping: (signal) => log.info({ signal }, 'stopping'),
  }
}

/** Writes for somebody at a terminal. */
function createTerminalTeller(config: Config): Teller {
  const started = performance.now()
  const say = (message: string) => process.stdout.write(`${message}\n`)
  const progress = (message: string) =>
    say(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${message}`)
  say('Tribune\n')
  return {
    progress,
    ready({ url, people }) {
      progress('ready')
      say(`\n  Site         ${url}`)
      if (config.apiDocs) say(`  API          ${url}/api/docs`)
      if (config.smtpUrl === null) say(`  Mails        ${url}/dev/mails`)
      if (config.smsUrl === null) say(`  Texts        ${url}/dev/sms`)
      if (hasPushStandIn(config)) say(`  Pushes       ${url}/dev/push`)
      if (people !== null) {
        say(`\n  Supporter    ${people.fan.email}   password ${people.fan.password}`)
        say(`  Operator     ${people.admin.email}   password ${people.admin.password}`)
      }
      say('\n  Ctrl-C stops it.')
    },
    trouble: (facts, message) => say(`  ${message} ${inspect(facts)}`),
    restarting: () => progress('servers restart one after another'),
    stopping: (signal) => say(`\n${signal}: stopping, the last ballots are being written.`),
  }
}

if (import.meta.main) {
  if (cluster.isPrimary) await run(Promise.resolve(), process.argv[1])
  else await (await import('./processes/server.ts')).serve(systemClock)
}
