import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from './config.ts'
import { systemClock } from './kernel/clock.ts'
import { freePortFrom } from './kernel/free-port.ts'
import { type Product, startProduct } from './product.ts'

const PREFERRED_PORT = 3000
/** Longest stop, after the time in which load balancers learn of it. */
const STOP_LIMIT_MS = 20_000
const started = performance.now()
const say = (message: string) => process.stdout.write(`${message}\n`)
const progress = (message: string) =>
  say(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${message}`)

/** Runs the product until a signal; it serves nobody before `ready`. A signal during the start stops what has started. */
export async function run(ready: Promise<unknown>): Promise<void> {
  const config = readConfig(process.env)
  const interruption = new AbortController()
  const starting = start(config, ready, interruption.signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (interruption.signal.aborted) return
      say(`\n${signal}: stopping, the last ballots are being written.`)
      interruption.abort(new Error(`Interrupted by ${signal}`))
      end(starting, config)
    })
  }
  const product = await starting.catch((error: unknown) => {
    if (!interruption.signal.aborted) throw error
    return null
  })
  if (product !== null && !interruption.signal.aborted) welcome(product, config)
}

async function start(config: Config, ready: Promise<unknown>, interrupted: AbortSignal): Promise<Product> {
  say('Tribune\n')
  return startProduct({
    config,
    clock: systemClock,
    port: config.port ?? (await freePortFrom(PREFERRED_PORT, config.host)),
    webDir: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    onProgress: (message) => {
      interrupted.throwIfAborted()
      progress(message)
    },
    ready,
    history: 'behind',
  })
}

function welcome({ url, people, outbox, texts, pushes }: Product, { production, apiDocs }: Config): void {
  progress('ready')
  say(`\n  Site         ${url}`)
  if (apiDocs) say(`  API          ${url}/api/docs`)
  if (outbox !== null) say(`  Mails        ${url}/dev/mails`)
  if (texts !== null) say(`  Texts        ${url}/dev/sms`)
  if (pushes !== null) say(`  Pushes       ${url}/dev/push`)
  if (people !== null && !production) {
    say(`\n  Supporter    ${people.fan.email}   password ${people.fan.password}`)
    say(`  Operator     ${people.admin.email}   password ${people.admin.password}`)
  }
  say('\n  Ctrl-C stops it.')
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
