import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './processes/server.ts'

/** Secret of the benchmark servers. Benchmarks sign sessions with it themselves. */
export const SECRET = 'only-for-the-bench-only-for-the-bench'

/** Ports of the real server and of the bare servers. */
export interface Ports {
  readonly tribune: number
  readonly bare: number
  readonly bareHttp: number
  readonly bareStream: number
}

/** A server's measurements so far. */
interface Measurements {
  /** Monotonic time, in nanoseconds. */
  readonly at: string
  /** Processor time, in microseconds. */
  readonly cpu: number
  readonly requests: number
  /** Why the order failed. */
  readonly failed?: string
}

interface ServerOptions {
  /** Settings besides the database and the secret. */
  readonly env?: Readonly<Record<string, string>>
  readonly webDir?: string
  /** Discards the server's log. */
  readonly silent?: true
}

/** Starts processes/server.ts in a process of its own. Rejects if it exits before it listens. */
export async function startServer(
  databaseUrl: string,
  { env = {}, webDir, silent }: ServerOptions = {},
): Promise<{ child: ChildProcess; ports: Ports }> {
  const child = fork(
    fileURLToPath(new URL('./processes/server.ts', import.meta.url)),
    webDir === undefined ? [] : [webDir],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, SECRET, ...env },
      ...(silent === undefined ? {} : { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    },
  )
  const ports = await new Promise<Ports>((done, fail) => {
    child.once('message', (message) => done(message as Ports))
    child.once('exit', (code) => fail(new Error(`The server ended with code ${code}`)))
  })
  return { child, ports }
}

/** Shuts a server down gracefully. */
export async function stopServer(child: ChildProcess): Promise<void> {
  child.send({ do: 'stop' } satisfies Order)
  await once(child, 'exit')
}

/** Sends the server an order, and returns its measurements once the order is done. Rejects if the order fails or the server exits. */
export async function order(child: ChildProcess, order: Order): Promise<Measurements> {
  const ended = new AbortController()
  const answer = once(child, 'message', { signal: ended.signal })
  const end = () => ended.abort()
  child.once('exit', end)
  try {
    child.send(order, (error) => error && end())
    const [measured] = (await answer) as [Measurements]
    if (measured.failed !== undefined) throw new Error(measured.failed)
    return measured
  } finally {
    child.off('exit', end)
  }
}
