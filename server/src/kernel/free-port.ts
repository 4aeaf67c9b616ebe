import { createServer } from 'node:net'

/** How many ports are tried before giving up. */
const TRIED = 100
const LOOPBACK = '127.0.0.1'
/** Below the ports that operating systems lend to outgoing connections, one of which may be lent between our look and our listening. */
const UNLENT = { from: 20_000, to: 32_000 }

/** A port of loopback that nobody listens on. */
export function freePort(): Promise<number> {
  const { from, to } = UNLENT
  return freePortFrom(from + Math.floor(Math.random() * (to - from)), LOOPBACK)
}

/** The first port from `first` on that nobody listens on. Throws where none of the next is free. */
export async function freePortFrom(first: number, host: string): Promise<number> {
  for (let port = first; port < first + TRIED; port += 1) if (await isFree(port, host)) return port
  throw new Error(`No free port from ${first} to ${first + TRIED - 1}`)
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
