import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { startInstalledDatabase } from './infra/database/installed.ts'
import { systemClock } from './kernel/clock.ts'
import { freePortFrom } from './kernel/free-port.ts'
import { allocateRequestsYoung } from './kernel/memory.ts'
import type { Product } from './product.ts'

const PREFERRED_PORT = 3000
/** Longest stop, after the time in which load balancers learn of it. */
const STOP_LIMIT_MS = 20_000

/** Tells how the product starts and stops. */
interface Teller {
  progress(message: string): void
  ready(product: Product): void
  stopping(signal: string): void
}

/** Runs the product until a signal. It serves no requests before `ready` resolves. A signal during the start stops the parts that have started. */
export async function run(ready: Promise<unknown>): Promise<void> {
  allocateRequestsYoung()
  const config = readConfig(process.env)
  const teller = config.production ? createLoggingTeller(config) : createTerminalTeller(config)
  const interruption = new AbortController()
  // Once the signals below are listened for.
  const starting = Promise.resolve().then(() => start(config, ready, teller, interruption.signal))
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
  ready: Promise<unknown>,
  teller: Teller,
  interrupted: AbortSignal,
): Promise<Product> {
  const port = config.port ?? (await freePortFrom(PREFERRED_PORT, config.host))
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
    stopping: (signal) => log.info({ signal }, 'stopping'),
  }
}

/** Writes for somebody at a terminal. */
function createTerminalTeller({ apiDocs }: Config): Teller {
  const started = performance.now()
  const say = (message: string) => process.stdout.write(`${message}\n`)
  const progress = (message: string) =>
    say(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${message}`)
  say('Tribune\n')
  return {
    progress,
    ready({ url, people, outbox, texts, pushes }) {
      progress('ready')
      say(`\n  Site         ${url}`)
      if (apiDocs) say(`  API          ${url}/api/docs`)
      if (outbox !== null) say(`  Mails        ${url}/dev/mails`)
      if (texts !== null) say(`  Texts        ${url}/dev/sms`)
      if (pushes !== null) say(`  Pushes       ${url}/dev/push`)
      if (people !== null) {
        say(`\n  Supporter    ${people.fan.email}   password ${people.fan.password}`)
        say(`  Operator     ${people.admin.email}   password ${people.admin.password}`)
      }
      say('\n  Ctrl-C stops it.')
    },
    stopping: (signal) => say(`\n${signal}: stopping, the last ballots are being written.`),
  }
}

/** Waits for the start to finish, then stops the product in order; ends the process in any case once that takes too long. */
export function end(starting: Promise<Pick<Product, 'stop'>>, { drainMs }: Pick<Config, 'drainMs'>): void {
  setTimeout(() => process.exit(1), drainMs + STOP_LIMIT_MS).unref()
  const stopped = starting.then(
    (product) => product.stop(),
    () => undefined,
  )
  stopped.then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
}

if (import.meta.main) await run(Promise.resolve())
