import { once } from 'node:events'
import Fastify from 'fastify'
import { readConfig } from '../config.ts'
import { onThisMachine } from '../http/pages/development-page.ts'
import { startInstalledDatabase } from '../infra/database/embedded.ts'
import { systemClock } from '../kernel/clock.ts'
import { type StandIns, startStandIns } from '../standins/start.ts'
import { ignoreSignals, type Outside, type OutsideOrder, type OutsideReport, onOrder } from './messages.ts'

/** The embedded database and all stand-ins, in one process of their own that every server reaches: they last while servers come and go. */
ignoreSignals()
const report = (message: OutsideReport) => process.connected && process.send?.(message)
const config = readConfig(process.env)
onOrder((order: OutsideOrder) => void start(order))

async function start({ url }: OutsideOrder): Promise<void> {
  const ended = once(process, 'disconnect')
  const database = await startInstalledDatabase(config, (message) => report({ is: 'progress', message }))
  let standIns: StandIns | null = null
  try {
    standIns = await startStandIns(config, systemClock, url)
    const outside: Outside = {
      databaseUrl: database.url,
      standIns: { addresses: standIns.addresses, pages: await servePages(standIns) },
    }
    report({ is: 'started', outside })
    await ended
  } finally {
    await standIns?.close()
    // If the parent died, the servers are still answering.
    await database.stop('once unused')
  }
  process.exit(0)
}

async function servePages({ pages }: StandIns): Promise<string> {
  const http = Fastify()
  for (const page of pages) await http.register(onThisMachine(page))
  return http.listen({ port: 0, host: '127.0.0.1' })
}
