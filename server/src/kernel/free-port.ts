import { createServer } from 'node:net'

const MAX_TRIES = 100
const LOOPBACK = '127.0.0.1'
/**
 * Below the ephemeral ports of outgoing connections, which could take a port between the probe and its use. A product uses some of its ports a minute
 * after it has found them, so each process has ports of its own: those that start together have neighbouring ids.
 */
const BELOW_EPHEMERAL = { from: 20_000, to: 32_000 }
const OF_A_PROCESS = 100
let found = 0

/** Finds a free port of the loopback interface that this process has not found before. */
export async function freePort(): Promise<number> {
  const { from, to } = BELOW_EPHEMERAL
  const first = from + OF_A_PROCESS * (process.pid % ((to - from) / OF_A_PROCESS))
  const wanted = first + (found % OF_A_PROCESS)
  found += 1
  const port = await freePortFrom(wanted, LOOPBACK)
  found += port - wanted
  return port
}

/** Finds the first free port from `first` on. Throws if the next 100 are taken. */
export async function freePortFrom(first: number, host: string): Promise<number> {
  for (let port = first; port < first + MAX_TRIES; port += 1) if (await isFree(port, host)) return port
  throw new Error(`No free port from ${first} to ${first + MAX_TRIES - 1}`)
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
