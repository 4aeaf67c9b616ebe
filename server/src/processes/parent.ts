import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Config, hasStandIns } from '../config.ts'
import { gatherSeries } from '../infra/metrics/metrics.ts'
import { Fleet } from './fleet.ts'
import {
  exitAfter,
  type Outside,
  type OutsideOrder,
  type OutsideReport,
  type Running,
  STOP_LIMIT_MS,
} from './messages.ts'

interface ParentParts {
  readonly config: Config
  readonly port: number
  readonly ready: Promise<unknown>
  readonly exec: string
  readonly teller: {
    progress(message: string): void
    ready(running: Running): void
    trouble(facts: object, message: string): void
    restarting(): void
    stopping(signal: string): void
  }
}

/** Runs several servers on one port until a signal. This process has none of the product: it starts, replaces, restarts and stops processes. */
export async function runSeveral({ config, port, ready, exec, teller }: ParentParts): Promise<void> {
  const url = config.publicUrl ?? `http://localhost:${port}`
  const outside = startOutside(config, url, teller.progress)
  let fleet: Fleet | null = null
  let isStopping = false
  const stop = async (): Promise<void> => {
    const areEnded = (await fleet?.stop()) ?? true
    const isEnded = await outside.stop()
    if (!(areEnded && isEnded)) throw new Error('Not all processes ended in order')
  }
  const end = (cause?: unknown) => {
    if (isStopping) return
    isStopping = true
    const stopped = stop().then(() => {
      if (cause !== undefined) throw cause
    })
    exitAfter(stopped, config.drainMs + 3 * STOP_LIMIT_MS)
  }
  const onStop = (signal: NodeJS.Signals) => {
    if (!isStopping) teller.stopping(signal)
    end()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onStop)
  process.on('SIGHUP', (signal) => {
    // A terminal sends it when it closes.
    if (process.stdout.isTTY) return onStop(signal)
    if (isStopping || fleet === null) return
    teller.restarting()
    void fleet.restart()
  })
  try {
    const parts = {
      exec,
      count: config.servers,
      port,
      works: true,
      onProgress: teller.progress,
      onTrouble: teller.trouble,
    }
    const started = await outside.started
    if (isStopping) return
    gatherSeries()
    fleet = new Fleet({ ...parts, outside: started })
    for (const failure of [outside.failure, fleet.failure]) failure.catch(end)
    const { running, all } = await fleet.start(ready)
    teller.ready(running)
    await all
    teller.progress(`${config.servers} servers serve`)
  } catch (error) {
    end(error)
  }
}

interface OutsideProcess {
  readonly started: Promise<Outside>
  /** Rejects if it dies. */
  readonly failure: Promise<never>
  /** Stops it, and returns whether it ended in order. */
  stop(): Promise<boolean>
}

/** Starts the process of the embedded database and the stand-ins, if there are any. */
function startOutside(config: Config, url: string, onProgress: (message: string) => void): OutsideProcess {
  const { databaseUrl } = config
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  if (databaseUrl !== null && !hasStandIns(config)) {
    return {
      started: Promise.resolve({ databaseUrl, standIns: null }),
      failure: failure.promise,
      stop: async () => true,
    }
  }
  const child = fork(fileURLToPath(new URL('./outside.ts', import.meta.url)))
  const exited = once(child, 'exit')
  exited.then(([code, signal]) => failure.reject(new Error(`The process of stand-ins ended with ${signal ?? code}`)))
  const started = new Promise<Outside>((resolve) => {
    child.on('message', (report: OutsideReport) => {
      if (report.is === 'progress') onProgress(report.message)
      else resolve(report.outside)
    })
  })
  const order: OutsideOrder = { do: 'start', url }
  child.send(order)
  return {
    started: Promise.race([started, failure.promise]),
    failure: failure.promise,
    async stop() {
      if (child.connected) child.disconnect()
      await exited
      return child.exitCode === 0
    },
  }
}
