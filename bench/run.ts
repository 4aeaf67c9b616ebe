import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { percentile, say } from './harness.ts'
import { type FanOut, fanOut, openListeners } from './live.ts'
import type { Order } from './processes/server.ts'
import { rankingTime } from './ranking.ts'
import { simulatorTimes } from './simulator.ts'
import { type Ports, startServer, stopServer } from './start-server.ts'
import { benchBallots, COLD, ROUNDS, WARM } from './throughput/ballots.ts'
import { benchPublication } from './throughput/publication.ts'
import { benchReads } from './throughput/reads.ts'
import { benchServers } from './throughput/servers.ts'
import { benchFans, fillBenchDatabase, startBenchDatabase } from './world.ts'

const LISTENERS = 2_000
const EVENTS = 40
const median = (values: readonly number[]) => percentile(values, 0.5)
const whole = (value: number) => Math.round(value).toLocaleString('en')

/** `npm run bench -- live ballots` measures these parts alone. */
const parts = process.argv.slice(2)
const isWanted = (part: string) => parts.length === 0 || parts.includes(part)

const database = await startBenchDatabase()
try {
  await fillBenchDatabase(database.url, WARM + ROUNDS * COLD)
  const fans = await benchFans(database.url)
  const { child, ports } = await startServer(database.url)
  const client = new pg.Client(database.url)
  // After a failure the database stops before this connection ends.
  client.on('error', () => {})
  await client.connect()
  const ballots = isWanted('ballots') ? await benchBallots(database.url, { child, client }, ports, fans) : []
  const reads = isWanted('reads') ? await benchReads({ child, client }, ports) : []
  if (ballots.length > 0 && reads.length > 0) say(`for history.md: | ${[...ballots, ...reads].join(' | ')} |`)
  if (isWanted('publication')) await benchPublication(database.url, { child, client }, ports, fans)
  if (isWanted('servers')) await benchServers(database.url, ports.bareHttp, fans)
  await client.end()
  if (isWanted('live')) await benchLive(child, ports)
  await stopServer(child)
  if (isWanted('ranking')) await benchRanking(database.url)
  if (isWanted('simulator')) await benchSimulator()
} finally {
  await database.stop()
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
