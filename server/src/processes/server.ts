import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config.ts'
import type { Clock } from '../kernel/clock.ts'
import { allocateRequestsYoung } from '../kernel/memory.ts'
import type { Product } from '../product.ts'
import {
  type Assignment,
  end,
  exitAfter,
  ignoreSignals,
  onOrder,
  type ServerOrder,
  type ServerReport,
  STOP_LIMIT_MS,
} from './messages.ts'

/** One of several servers of a machine, as its parent orders. Resolves once it serves. */
export async function serve(clock: Clock): Promise<void> {
  ignoreSignals()
  allocateRequestsYoung()
  const config = readConfig(process.env)
  const report = (message: ServerReport) => process.connected && process.send?.(message)
  const assigned = Promise.withResolvers<Assignment>()
  const opened = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const interruption = new AbortController()
  const onProgress = (message: string) => {
    interruption.signal.throwIfAborted()
    report({ is: 'progress', message })
  }
  const start = async () => {
    // Loaded after this file listens for messages: a module of the product may listen too, and Node delivers earlier messages to the first listener.
    const { startProduct } = await import('../product.ts')
    const { port, outside, works } = await assigned.promise
    const { databaseUrl, standIns } = outside
    return startProduct({
      config,
      clock,
      port,
      webDir: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
      onProgress,
      database: Promise.resolve({ url: databaseUrl, stop: async () => {} }),
      ...(standIns !== null && { standIns }),
      ready: opened.promise,
      history: 'behind',
      works,
    })
  }
  for (const { promise } of [assigned, opened]) promise.catch(() => {})
  const stop = () => {
    if (interruption.signal.aborted) return
    const reason = new Error('Stopped during the start')
    interruption.abort(reason)
    for (const { reject } of [assigned, opened]) reject(reason)
    end(starting, config)
  }
  const leave = ({ leave }: Product) => {
    interruption.abort()
    const onLeft = () => {
      report({ is: 'left' })
      return finished.promise
    }
    exitAfter(leave(onLeft), 2 * STOP_LIMIT_MS)
  }
  const starting = Promise.resolve().then(start)
  onOrder((order: ServerOrder) => {
    if (order.do === 'start') assigned.resolve(order.assignment)
    if (order.do === 'open') opened.resolve()
    if (order.do === 'work') void starting.then((product) => product.work())
    if (order.do === 'leave') void starting.then(leave)
    if (order.do === 'finish') finished.resolve()
    if (order.do === 'stop') stop()
  })
  cluster.worker?.once('disconnect', () => {
    if (cluster.worker === undefined) return
    // Otherwise Node ends the process at once, with ballots under way.
    cluster.worker.exitedAfterDisconnect = true
    finished.resolve()
    stop()
  })
  const product = await starting.catch((error: unknown) => {
    if (!interruption.signal.aborted) throw error
    return null
  })
  if (product !== null) report({ is: 'ready', running: { url: product.url, people: product.people } })
}
