import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './server.ts'

/** The secret of the benches' servers, with which a bench signs sessions itself. */
export const SECRET = 'only-for-the-bench-only-for-the-bench'

/** Where the real server and the bare one beside it are reached. */
export interface Ports {
  readonly tribune: number
  readonly bare: number
  readonly bareStream: number
}

interface Wishes {
  /** Settings beside the database and the secret. */
  readonly env?: Readonly<Record<string, string>>
  readonly webDir?: string
  /** Its log is thrown away. */
  readonly silent?: true
}

/** Starts server.ts in a process of its own. Fails when it ends before it listens. */
export async function startServer(
  databaseUrl: string,
  { env = {}, webDir, silent }: Wishes = {},
): Promise<{ child: ChildProcess; ports: Ports }> {
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), webDir === undefined ? [] : [webDir], {
    env: { ...process.env, DATABASE_URL: databaseUrl, SECRET, ...env },
    ...(silent === undefined ? {} : { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  })
  const ports = await new Promise<Ports>((done, fail) => {
    child.once('message', (message) => done(message as Ports))
    child.once('exit', (code) => fail(new Error(`The server ended with code ${code}`)))
  })
  return { child, ports }
}

/** Ends a server in good order. */
export async function stopServer(child: ChildProcess): Promise<void> {
  child.send({ do: 'stop' } satisfies Order)
  await once(child, 'exit')
}

/** The time below which so large a share of them lies, in ms. */
export function percentile(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
