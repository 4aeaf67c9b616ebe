import { HOME } from '../calls.ts'
import { type Call, say } from '../harness.ts'
import type { Ports } from '../start-server.ts'
import { type Cost, costOf, medianOf, type Subject } from './costs.ts'
import { pipeline } from './pipelines.ts'

const SECONDS = 3
const ROUNDS = 3
const PIPES = { sockets: 32, depth: 16 }
const MATCH: Call = { path: '/api/rpc/get_match_screen?match_id=1' }

/** Compares reads with a bare Fastify route of the same size, by processor time and by rate. Returns the cells of the history. */
export async function benchReads(subject: Subject, ports: Ports): Promise<string[]> {
  const cells: string[] = []
  say('(b) reads, against a bare Fastify route of the same size')
  for (const [name, { path }] of [
    ['home', HOME],
    ['match', MATCH],
  ] as const) {
    const headers = { 'accept-encoding': 'identity' }
    const answer = await fetch(`http://127.0.0.1:${ports.tribune}${path}`, { headers })
    const bytes = (await answer.arrayBuffer()).byteLength
    const known = { 'if-none-match': answer.headers.get('etag') ?? '' }
    const bare: Cost[] = []
    const full: Cost[] = []
    const unchanged: Cost[] = []
    const reads = (port: number, call: Call, expected: 200 | 304) =>
      costOf(subject, () => pipeline({ ...PIPES, port, seconds: SECONDS, calls: [call], expected }))
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await reads(ports.bare, { path: `/${bytes}` }, 200))
      full.push(await reads(ports.tribune, { path }, 200))
      unchanged.push(await reads(ports.tribune, { path, headers: known }, 304))
    }
    const base = medianOf(bare)
    const line = (what: string, { perSecond, node }: Cost) =>
      `${what} ${node.toFixed(1)} µs (${(base.node / node).toFixed(2)}), ${perSecond.toFixed(0)}/s (${(perSecond / base.perSecond).toFixed(2)})`
    say(
      `    ${name}, ${bytes} bytes: ${line('bare', base)}; ${line('full', medianOf(full))}; ${line('unchanged', medianOf(unchanged))} (aim 0.85)`,
    )
    cells.push((base.node / medianOf(full).node).toFixed(2))
  }
  return cells
}
