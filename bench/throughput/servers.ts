import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import { NOWHERE } from '@tribune/server/testing/nowhere.ts'
import { picks, voteOf } from '../calls.ts'
import { type Call, percentile, say } from '../harness.ts'
import { SECRET } from '../start-server.ts'
import { MATCHES } from '../world.ts'
import { processorOfFamily } from './costs.ts'
import { pipeline } from './pipelines.ts'

const COUNTS = [1, 2, 4]
const SECONDS = 6
const FANS = 2_000
const PHONES = { sockets: 1_000, depth: 1, expected: 200 } as const
const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/**
 * Sends changed ballots to the product as 1, 2 and 4 processes behind one port, and the same bodies to a bare `node:http` before each: the limit of this load
 * generator, which has one core. With as many cores as processes and load, the rate grows with the processes.
 */
export async function benchServers(url: string, bareHttp: number, fans: readonly string[]): Promise<void> {
  say('(f) changed ballots, by number of processes at one port')
  const dir = mkdtempSync(join(tmpdir(), 'tribune-bench-servers-'))
  for (const count of COUNTS) {
    const port = await freePort()
    const product = await startServers(url, dir, port, count)
    const calls = fans
      .slice(0, FANS)
      .map((fan, index) => voteOf({ fan, matchId: 1 + (index % MATCHES), picks: picks() }))
    // Each process reads the sessions of all fans, which come over any connection.
    await measure(port, calls)
    const bare = await measure(bareHttp, calls.slice(0, 1))
    const cpu = processorOfFamily(product.pid ?? 0)
    const ours = await measure(port, calls)
    const each = (processorOfFamily(product.pid ?? 0) - cpu) / ours.answered
    say(
      `    ${count}: ${ours.perSecond.toFixed(0)}/s, p99 ${ours.p99.toFixed(0)} ms, node ${each.toFixed(0)} µs; ` +
        `bare ${bare.perSecond.toFixed(0)}/s, p99 ${bare.p99.toFixed(0)} ms; ratio ${(ours.perSecond / bare.perSecond).toFixed(2)}`,
    )
    product.kill('SIGTERM')
    await once(product, 'exit')
  }
  rmSync(dir, { recursive: true, force: true })
}

async function measure(port: number, calls: readonly Call[]) {
  const { answered, seconds, times } = await pipeline({ ...PHONES, port, calls, seconds: SECONDS })
  return { answered, perSecond: answered / seconds, p99: percentile(times, 0.99) }
}

/** Starts the product by its own entry point. Resolves once all processes serve. */
async function startServers(url: string, dir: string, port: number, count: number): Promise<ChildProcess> {
  const product = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      SERVERS: String(count),
      PORT: String(port),
      DATABASE_URL: url,
      DATA_DIR: dir,
      SECRET,
      SMTP_URL: `smtp://${NOWHERE}`,
      SMS_URL: `http://${NOWHERE}`,
      FOOTBALL_API_URL: `http://${NOWHERE}`,
      FOOTBALL_API_KEY: 'none',
      GOOGLE_CLIENT_ID: 'off',
      APPLE_CLIENT_ID: 'off',
    },
  })
  const isReady = count === 1 ? / ready$/ : /servers serve$/
  for await (const line of createInterface({ input: product.stdout })) if (isReady.test(line)) break
  product.stdout.resume()
  return product
}
