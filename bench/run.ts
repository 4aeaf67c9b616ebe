import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { ballotsOf, HOME, picks, voteOf } from './calls.ts'
import { type Call, percentile, say } from './harness.ts'
import { type FanOut, fanOut, openListeners } from './live.ts'
import { answersPerSecond } from './pipelines.ts'
import type { Order } from './processes/server.ts'
import { rankingTime } from './ranking.ts'
import { simulatorTimes } from './simulator.ts'
import { type Ports, startServer, stopServer } from './start-server.ts'
import { benchFans, fillBenchDatabase, MATCHES, startBenchDatabase } from './world.ts'

const FANS = 20_000
const SECONDS = 6
const ROUNDS = 3
const LISTENERS = 2_000
const EVENTS = 40
/** Different ballots that are sent. */
const PREPARED = 40_000
/** Connections of the baseline of ballots to PostgreSQL. */
const WRITERS = 16
const median = (values: readonly number[]) => percentile(values, 0.5)
const whole = (value: number) => Math.round(value).toLocaleString('en')

/** `npm run bench -- live ballots` measures these parts alone. */
const parts = process.argv.slice(2)
const isWanted = (part: string) => parts.length === 0 || parts.includes(part)

const database = await startBenchDatabase()
try {
  await fillBenchDatabase(database.url, FANS)
  const fans = await benchFans(database.url)
  const { child, ports } = await startServer(database.url)
  if (isWanted('ballots')) await benchBallots(database.url, ports.tribune, fans)
  if (isWanted('reads')) await benchReads(ports)
  if (isWanted('live')) await benchLive(child, ports)
  await stopServer(child)
  if (isWanted('ranking')) await benchRanking(database.url)
  if (isWanted('simulator')) await benchSimulator()
} finally {
  await database.stop()
}

/** Measures both alternately, so that noise of the machine affects both. */
async function benchBallots(url: string, port: number, fans: readonly string[]): Promise<void> {
  const next = ballotsOf(fans)
  const calls = Array.from({ length: PREPARED }, () => voteOf(next()))
  const ballots = (seconds: number) => answersPerSecond({ port, depth: 32, seconds, calls, expected: 200 })
  await ballots(2)
  const single: number[] = []
  const ledger: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    single.push(await singleRowUpserts(url, fans, SECONDS))
    ledger.push(await ballots(SECONDS))
  }
  const ratio = median(ledger) / median(single)
  say('(a) durable complete ballots, over HTTP, session + window + tally + experience')
  say(
    `    ${whole(median(ledger))}/s; single-row upserts on the same PostgreSQL ${whole(median(single))}/s; ratio ${ratio.toFixed(2)} (aim 1.2)`,
  )
}

/** Measures the baseline: rows of ballots alone per second, one per statement, written directly to the same PostgreSQL. */
async function singleRowUpserts(url: string, fans: readonly string[], seconds: number): Promise<number> {
  const clients = Array.from({ length: WRITERS }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  let written = 0
  const start = performance.now()
  const write = async (client: pg.Client) => {
    while (performance.now() < start + seconds * 1_000) {
      const fan = fans[Math.floor(Math.random() * fans.length)]
      await client.query({
        name: 'single',
        text: `INSERT INTO votes AS v (user_id, match_id, first_id, second_id, third_id) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (user_id, match_id) DO UPDATE SET first_id = excluded.first_id, second_id = excluded.second_id,
          third_id = excluded.third_id, updated_at = clock_timestamp()`,
        values: [fan, 900_000 + Math.floor(Math.random() * MATCHES), ...picks()],
      })
      written += 1
    }
  }
  await Promise.all(clients.map(write))
  const perSecond = written / ((performance.now() - start) / 1_000)
  await Promise.all(clients.map((client) => client.end()))
  return perSecond
}

async function benchReads(ports: Ports): Promise<void> {
  say('(b) reads, against a bare Fastify route of the same size')
  for (const [name, { path }] of [
    ['home', HOME],
    ['match', { path: '/api/rpc/get_match_screen?match_id=1' }],
  ] as const) {
    const headers = { 'accept-encoding': 'identity' }
    const answer = await fetch(`http://127.0.0.1:${ports.tribune}${path}`, { headers })
    const bytes = (await answer.arrayBuffer()).byteLength
    const known = { 'if-none-match': answer.headers.get('etag') ?? '' }
    const bare: number[] = []
    const full: number[] = []
    const unchanged: number[] = []
    const reads = (port: number, call: Call, expected: 200 | 304) =>
      answersPerSecond({ port, depth: 16, seconds: SECONDS / 2, calls: [call], expected })
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await reads(ports.bare, { path: `/${bytes}` }, 200))
      full.push(await reads(ports.tribune, { path }, 200))
      unchanged.push(await reads(ports.tribune, { path, headers: known }, 304))
    }
    const ratio = (values: readonly number[]) => (median(values) / median(bare)).toFixed(2)
    say(
      `    ${name} (${whole(bytes)} bytes): bare ${whole(median(bare))}/s; full ${whole(median(full))}/s, ratio ${ratio(full)} (aim 0.8); ` +
        `unchanged ${whole(median(unchanged))}/s, ratio ${ratio(unchanged)} (aim 0.8)`,
    )
  }
}

/** Compares a change pushed to all listeners with the same bytes written to as many sockets by a server that does nothing else. */
async function benchLive(child: ChildProcess, ports: Ports): Promise<void> {
  const live = await openListeners(ports.tribune, '/api/live?home=1', LISTENERS)
  const bare = await openListeners(ports.bareStream, '/', LISTENERS)
  const change: Order = { do: 'change', matchId: 1 }
  const text = await live.nextText(child, change)
  const ours: FanOut[] = []
  const theirs: FanOut[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await fanOut(child, bare, { do: 'write', text }, EVENTS))
    ours.push(await fanOut(child, live, change, EVENTS))
  }
  for (const listeners of [live, bare]) listeners.close()
  const [cpu, bareCpu] = [ours, theirs].map((rounds) => median(rounds.map((round) => round.cpuPerWrite)))
  const [last, bareLast] = [ours, theirs].map((rounds) => median(rounds.map((round) => round.lastMs)))
  say(
    `(d) a change pushed to ${whole(LISTENERS)} listeners, against a bare http server writing the same ${text.length} bytes`,
  )
  say(
    `    server processor per event and listener ${cpu?.toFixed(1)} µs, bare ${bareCpu?.toFixed(1)} µs, ratio ${((cpu ?? 0) / (bareCpu ?? 1)).toFixed(2)}; ` +
      `last listener has it after ${last?.toFixed(0)} ms, bare ${bareLast?.toFixed(0)} ms`,
  )
}

async function benchRanking(url: string): Promise<void> {
  say('(c) ranking one match from its running tally')
  const times: number[] = []
  for (const [index, ballots] of [1_000, 10_000, 1_000_000].entries()) {
    const ms = await rankingTime(url, 101 + index, ballots)
    times.push(ms)
    say(
      `    ${whole(ballots)} ballots: ${ms.toFixed(2)} ms, ratio to the first ${(ms / (times[0] ?? ms)).toFixed(2)} (aim: flat)`,
    )
  }
}

async function benchSimulator(): Promise<void> {
  const { answerMs, bareMs } = await simulatorTimes()
  say('(e) twenty full records from the simulator, against parsing and writing the same bytes')
  say(`    ${answerMs.toFixed(1)} ms, bare ${bareMs.toFixed(1)} ms, ratio ${(answerMs / bareMs).toFixed(1)}`)
}
