import type { Drill } from './drill.ts'
import { clients } from './scenarios/clients.ts'
import { clock } from './scenarios/clock.ts'
import { connections } from './scenarios/connections.ts'
import { disk } from './scenarios/disk.ts'
import { failover } from './scenarios/failover.ts'
import { fuzz } from './scenarios/fuzz.ts'
import { kills } from './scenarios/kills.ts'
import { provider } from './scenarios/provider.ts'
import { spike } from './scenarios/spike.ts'
import { streams } from './scenarios/streams.ts'

/** `npm run drill [name] [count] [seed]`: causes faults while ballots are cast, and prints the assertions of each fault and their outcome. */
const DRILLS: readonly Drill[] = [kills, failover, spike, streams, disk, connections, clients, fuzz, provider, clock]
const [name, count, seed = '1'] = process.argv.slice(2)
const chosen = DRILLS.filter((drill) => name === undefined || drill.name === name)
if (chosen.length === 0) {
  console.error(`No such drill. There are: ${DRILLS.map((drill) => drill.name).join(', ')}`)
  process.exitCode = 2
}
for (const drill of chosen) {
  const started = performance.now()
  const say = (line: string) =>
    process.stderr.write(`${String(Math.round((performance.now() - started) / 1_000)).padStart(4)} s  ${line}\n`)
  const run = { count: Number(count ?? drill.count), seed: Number(seed), say }
  process.stdout.write(`\n${drill.name} ${run.count}, seed ${seed}\n`)
  const findings = await drill
    .run(run)
    .catch((error: unknown) => [{ asserted: 'the drill ends', found: String(error), ok: false }])
  const width = Math.max(...findings.map(({ asserted }) => asserted.length))
  for (const { asserted, found, ok } of findings) {
    process.stdout.write(`  ${ok ? 'ok ' : 'NOT'}  ${asserted.padEnd(width)}  ${found}\n`)
    if (!ok) process.exitCode = 1
  }
}
// Sockets of a drill that failed may still be open.
process.exit()
