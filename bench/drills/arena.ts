import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { startEmbeddedDatabase } from '@tribune/server/infra/database/embedded.ts'
import { migrate } from '@tribune/server/infra/database/migrate.ts'
import { createDatabase, createPool } from '@tribune/server/infra/database/pool.ts'
import { type Cluster, clusterIn } from '@tribune/server/infra/postgres/cluster.ts'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import { finishMatch } from '@tribune/server/testing/builders.ts'
import { NOWHERE, SETTINGS_OF_NOWHERE } from '@tribune/server/testing/nowhere.ts'
import { type Relay, startRelay } from '@tribune/server/testing/relay.ts'
import { SECRET } from '../start-server.ts'
import { benchFans, fillBenchDatabase, MATCHES } from '../world.ts'
import { type Finding, judge, SEE_PUBLICATIONS } from './judge.ts'
import { Random } from './random.ts'
import { Voting } from './voting.ts'

const START_LIMIT_MS = 120_000
const PUBLICATION_LIMIT_MS = 120_000
/** The vote of a match ends this long after `close`. */
const CLOSES_IN_MS = 1_500

/** One of several servers on a database, at a port of its own. It is started again after each kill. */
interface Server {
  readonly port: number
  child: ChildProcess
  ready: Promise<void>
  isUp: boolean
  starts: number
}

interface ArenaOptions {
  readonly seed: number
  readonly servers?: number
  readonly fans?: number
  /** Folder that holds PostgreSQL's data; a new one below the folder for temporary files if unset. */
  readonly folder?: string
  /** Whether servers reach PostgreSQL through a relay. */
  readonly relayed?: boolean
  /** Settings of a server by its number. */
  readonly env?: (server: number) => Readonly<Record<string, string>>
  readonly players?: ReadonlyMap<number, readonly number[]>
}

/** Several server processes on one durable PostgreSQL, with fans who vote for open matches. */
export interface Arena {
  readonly cluster: Cluster
  readonly url: string
  readonly relay: Relay | null
  readonly servers: readonly Server[]
  readonly random: Random
  readonly fans: readonly string[]
  readonly voting: Voting
  /** Kills a server, and starts it again unless `isFinal`. */
  kill(server: Server, isFinal?: boolean): void
  /** Ends the vote of the next match, while ballots go on. */
  close(url?: string): Promise<void>
  /** Closes all matches, waits until they are published, and judges. */
  verdict(url?: string): Promise<Finding[]>
  stop(): Promise<void>
}

const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

function settingsOf(databaseUrl: string, port: number): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: '8',
    PORT: String(port),
    SECRET,
    ...SETTINGS_OF_NOWHERE,
    SMTP_URL: `smtp://${NOWHERE}`,
    VAPID_PRIVATE_KEY: 'off',
    SEASON_START: day(-30),
    SEASON_END: day(300),
    LOG_LEVEL: 'fatal',
    DRAIN_MS: '0',
    PATH: process.env.PATH ?? '',
  }
}

/** Findings about servers that must outlast a fault without a restart or an unexpected error. */
export function survived({ servers, voting }: Pick<Arena, 'servers' | 'voting'>): Finding[] {
  return [
    { asserted: 'no answer 500', found: JSON.stringify(voting.answers), ok: voting.answers[500] === undefined },
    {
      asserted: 'starts of each server',
      found: servers.map(({ starts }) => starts).join(', '),
      ok: servers.every(({ starts }) => starts === 1),
    },
  ]
}

export async function openArena(options: ArenaOptions): Promise<Arena> {
  const { seed, fans = 3_000, relayed = false, env = () => ({}) } = options
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'tribune-drill-'))
  chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  const database = await startEmbeddedDatabase(data)
  const pool = createPool(database.url, () => {}, { name: 'drill', size: 2 })
  await migrate(database.url)
  await fillBenchDatabase(database.url, fans)
  await pool.query(SEE_PUBLICATIONS)
  const relay = relayed ? await startRelay(database.url) : null
  const servers: Server[] = []
  let isStopping = false

  function launch(server: Server, number: number): void {
    server.isUp = false
    server.starts += 1
    const child = fork(fileURLToPath(new URL('../processes/product.ts', import.meta.url)), [], {
      env: {
        ...settingsOf(relay?.url ?? database.url, server.port),
        DATA_DIR: join(folder, `server-${number}`),
        ...env(number),
      },
      stdio: ['ignore', 'ignore', process.env.DRILL_LOG === undefined ? 'ignore' : 'inherit', 'ipc'],
    })
    server.child = child
    server.ready = new Promise<void>((done) => {
      child.once('message', () => {
        server.isUp = server.child === child
        done()
      })
      child.once('exit', () => {
        if (server.child === child) server.isUp = false
        done()
      })
    })
    child.once('exit', () => {
      if (!isStopping && server.child === child) setTimeout(() => launch(server, number), 200)
    })
  }

  for (let number = 0; number < (options.servers ?? 3); number += 1) {
    const server = { port: await freePort(), isUp: false, starts: 0 } as Server
    servers.push(server)
    launch(server, number)
    // The first migrates, and the others find it done.
    await within(server.ready)
  }
  const open = Array.from({ length: MATCHES }, (_, index) => index + 1)
  const closed: number[] = []
  const random = new Random(seed)
  const ids = await benchFans(database.url)
  const portOf = (lane: number) => {
    const up = servers.filter(({ isUp }) => isUp)
    return up[lane % Math.max(1, up.length)]?.port ?? null
  }
  const voting = new Voting({ fans: ids, matches: open, random, portOf }, options.players)

  async function close(url = database.url): Promise<void> {
    const match = open.shift()
    if (match === undefined) return
    closed.push(match)
    const db = createDatabase(createPool(url, () => {}, { name: 'drill', size: 1 }))
    try {
      await retried(() => finishMatch(db, match, new Date(Date.now() - HOUR_MS + CLOSES_IN_MS)))
    } finally {
      await db.destroy()
    }
  }

  return {
    cluster: await clusterIn(data),
    url: database.url,
    relay,
    servers,
    random,
    fans: ids,
    voting,
    close,
    kill(server, isFinal = false) {
      server.isUp = false
      if (isFinal) server.child.removeAllListeners('exit')
      server.child.kill('SIGKILL')
    },
    async verdict(url = database.url) {
      while (open.length > 0) await close(url)
      await voting.end()
      for (const { ready } of servers) await within(ready)
      const wanted = [...closed]
      await published(url, wanted)
      return judge(url, voting.sent, wanted)
    },
    async stop() {
      isStopping = true
      await voting.end()
      for (const { child } of servers) {
        const ended =
          child.exitCode !== null || child.signalCode !== null ? null : new Promise((done) => child.once('exit', done))
        child.kill('SIGKILL')
        await ended
      }
      await relay?.close()
      await pool.end()
      await database.stop().catch(() => {})
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function within(work: Promise<void>): Promise<void> {
  const limit = new AbortController()
  const late = pause(START_LIMIT_MS, null, { signal: limit.signal, ref: false }).then(
    () => Promise.reject(new Error('A server did not start in time')),
    () => {},
  )
  await Promise.race([work, late])
  limit.abort()
}

/** Repeats work that a fault of the drill may meet. */
async function retried<T>(work: () => Promise<T>, limitMs = 60_000): Promise<T> {
  for (const end = performance.now() + limitMs; ; await pause(200)) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}

/** Waits until matches are published and their records are written. */
async function published(url: string, matches: readonly number[]): Promise<void> {
  const pool = createPool(url, () => {}, { name: 'drill', size: 1 })
  const end = performance.now() + PUBLICATION_LIMIT_MS
  const missing = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM matches WHERE id = ANY ($1) AND published_at IS NULL) + (SELECT count(*) FROM audit_pending) AS n`,
      [matches],
    )
    return rows[0]?.n ?? 0
  }
  try {
    while ((await retried(missing)) > 0 && performance.now() < end) await pause(200)
  } finally {
    await pool.end()
  }
}

/** Process of PostgreSQL that supervises the others: line 1 of its file. */
export function postmasterOf({ dataDir }: Cluster): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
}
