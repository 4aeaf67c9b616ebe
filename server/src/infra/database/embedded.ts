import { freePort } from '../../kernel/free-port.ts'
import {
  type Cluster,
  clusterIn,
  hasData,
  initialise,
  runningPostmaster,
  startCluster,
  stopCluster,
  urlOf,
} from '../postgres/cluster.ts'
import type { StartProgress } from './migrate.ts'

const WATCH_MS = 500

/** An embedded PostgreSQL server. `url` stays valid across restarts of the server. */
export interface EmbeddedDatabase {
  readonly url: string
  /** Stops it, or lets its clients end first, for a time. */
  stop(when?: 'now' | 'once unused'): Promise<void>
}

/**
 * Starts PostgreSQL from the npm package in `dir`, or takes over one that a killed process left running there. Restarts it if it dies.
 * `durable: false` trades safety for speed; only for tests.
 */
export async function startEmbeddedDatabase(
  dir: string,
  options: { durable?: boolean; onEvent?: (message: string) => void } = {},
): Promise<EmbeddedDatabase> {
  const onEvent = options.onEvent ?? (() => {})
  const cluster = await clusterIn(dir)
  if (!hasData(cluster)) await initialise(cluster)
  const running = runningPostmaster(cluster)
  const port = running?.port ?? (await freePort())
  const flags = options.durable === false ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []
  const start = () => startCluster(cluster, port, flags)
  if (running === null) await start()
  else onEvent(`database already running on port ${running.port}, taken over`)
  const watch = supervise(cluster, start, onEvent)
  return {
    url: urlOf(cluster, port),
    async stop(when = 'now') {
      await watch.end()
      if (when === 'once unused') await stopCluster(cluster, 'smart').catch(() => {})
      if (when === 'now' || runningPostmaster(cluster) !== null) await stopCluster(cluster)
    },
  }
}

function supervise(
  cluster: Cluster,
  start: () => Promise<void>,
  onEvent: (message: string) => void,
): { end(): Promise<void> } {
  let ended = false
  let restart: Promise<void> | null = null
  const look = () => {
    if (ended || restart !== null || runningPostmaster(cluster) !== null) return
    onEvent('database server died, starting it again')
    restart = start()
      .catch((error: unknown) => onEvent(`database could not be started: ${String(error)}`))
      .finally(() => {
        restart = null
      })
  }
  const timer = setInterval(look, WATCH_MS)
  timer.unref()
  return {
    async end() {
      ended = true
      clearInterval(timer)
      await restart
    },
  }
}

/** The PostgreSQL server of an installation, running. */
export interface InstalledDatabase {
  readonly url: string
  /** Stops it, or lets its clients end first, for a time. */
  stop(when?: 'now' | 'once unused'): Promise<void>
}

/** Starts the installation's own PostgreSQL, unless another is configured, which `stop` leaves running. */
export async function startInstalledDatabase(
  { databaseUrl, dataDir }: { readonly databaseUrl: string | null; readonly dataDir: string },
  onProgress: StartProgress,
): Promise<InstalledDatabase> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: () => Promise.resolve() }
  onProgress('database: starting PostgreSQL')
  return startEmbeddedDatabase(dataDir, { onEvent: onProgress })
}
