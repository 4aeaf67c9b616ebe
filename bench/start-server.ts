import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './processes/server.ts'

/** Secret of the benches' servers, with which the benches sign sessions themselves. */
export const SECRET = 'only-for-the-bench-only-for-the-bench'

/** Ports of the real server and of the bare ones. */
export interface Ports {
  readonly tribune: number
  readonly bare: number
  readonly bareHttp: number
  readonly bareStream: number
}

/** The time, the processor time in microseconds and the requests so far of a server. */
interface Look {
  readonly at: string
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

/** Gives the server an order, and returns once it is carried out. Rejects if it failed, or the server has ended. */
export async function order(child: ChildProcess, order: Order): Promise<Look> {
  const ended = new AbortController()
  const answer = once(child, 'message', { signal: ended.signal })
  const end = () => ended.abort()
  child.once('exit', end)
  try {
    child.send(order, (error) => error && end())
    const [look] = (await answer) as [Look]
    if (look.failed !== undefined) throw new Error(look.failed)
    return look
  } finally {
    child.off('exit', end)
  }
}
