import { createServer } from 'node:net'

const MAX_TRIES = 100
const LOOPBACK = '127.0.0.1'
/** Below the ephemeral ports of outgoing connections, which could take a port between the probe and its use. */
const BELOW_EPHEMERAL = { from: 20_000, to: 32_000 }

/** Finds a port of the loopback interface that nobody listens on. */
export function freePort(): Promise<number> {
  const { from, to } = BELOW_EPHEMERAL
  return freePortFrom(from + Math.floor(Math.random() * (to - from)), LOOPBACK)
}

/** Finds the first port from `first` on that nobody listens on. Throws if the next 100 are taken. */
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
