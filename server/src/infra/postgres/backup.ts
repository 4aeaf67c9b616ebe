import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { wireSettings } from '../database/pool.ts'
import { type Cluster, giveToOwner, PASSWORD_FILE } from './cluster.ts'
import {
  copyFile,
  type FileSum,
  filesBelow,
  MANIFEST,
  type Manifest,
  manifestText,
  progressOf,
  readManifest,
  requireRoom,
  sizeOf,
  UnusableBackup,
} from './copied-files.ts'

type Progress = (line: string) => void

/** Folders whose files PostgreSQL makes again, or which belong to one machine. The write-ahead log is copied apart, at the end. */
const LEFT_OUT_BELOW = /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const LEFT_OUT =
  /(?:^|\/)(?:postmaster\.(?:pid|opts)|server\.log|current_logfiles|(?:backup_label|tablespace_map)(?:\.old)?|backup_manifest|(?:standby|recovery)\.signal|pg_internal\.init(?:\.\d+)?|pgsql_tmp.*|.*\.tmp)$/
/** PostgreSQL requires these folders, even if they are empty. */
const FOLDERS = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
]
/** Copied last, as `pg_basebackup` does. */
const CONTROL = 'global/pg_control'
const SEGMENT = /^[0-9A-F]{24}$/
const DATA = 'postgres'
const PART = '.part'
/** Names of backups sort by their time. */
const IS_BACKUP = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}$/

const dataFiles = (dataDir: string) => filesBelow(dataDir, (path) => !LEFT_OUT_BELOW.test(path) && !LEFT_OUT.test(path))

/** Any number that nothing else locks. */
const LOCK = 724_198_411

/**
 * Copies the data of a running PostgreSQL, while it writes, into a new folder of `backups`. An interrupted copy has a name that ends in `.part`,
 * and is deleted by the next one. Returns the folder.
 */
export async function backUp(cluster: Cluster, url: string, backups: string, onProgress: Progress): Promise<string> {
  const { folder, dataDir } = cluster
  await mkdir(backups, { recursive: true, mode: 0o700 })
  return onSession(url, async (client) => {
    const { locked } = await ask<{ locked: boolean }>(client, `SELECT pg_try_advisory_lock(${LOCK}) AS locked`)
    if (!locked) throw new Error('Another backup of this database is running')
    for (const name of await readdir(backups))
      if (name.endsWith(PART)) await rm(join(backups, name), { recursive: true })
    const total = await sizeOf(dataDir, await dataFiles(dataDir))
    await requireRoom(backups, total)
    const began = await clockOf(client)
    const name = began.toISOString().slice(0, 19).replaceAll(':', '-')
    const part = join(backups, name + PART)
    const report = progressOf(total, 'copied', onProgress)
    const { ended, sums } = await copyWhileRunning(client, { dataDir, to: join(part, DATA) }, report)
    const data = sums.map((sum) => ({ ...sum, path: `${DATA}/${sum.path}` }))
    const password = await copyFile(join(folder, PASSWORD_FILE), join(part, PASSWORD_FILE))
    if (password === null) throw new Error(`${folder} has no ${PASSWORD_FILE}`)
    const files = [...data, { path: PASSWORD_FILE, ...password }]
    await writeSummed(part, MANIFEST, manifestText({ version: 1, began, ended, files }))
    await syncFolder(part)
    await rename(part, join(backups, name))
    await syncFolder(backups)
    return join(backups, name)
  })
}

/** Deletes the oldest backups, so that as many as wanted remain. Returns their names. */
export async function prune(backups: string, wanted: number): Promise<string[]> {
  const found = (await readdir(backups)).filter((name) => IS_BACKUP.test(name)).sort()
  const old = found.slice(0, Math.max(0, found.length - wanted))
  for (const name of old) await rm(join(backups, name), { recursive: true })
  return old
}

/**
 * Puts a backup into a cluster that has no data, and compares each file with its sum. Leaves nothing behind if it fails.
 * PostgreSQL replays the log when it starts there.
 */
export async function restoreFiles(backup: string, cluster: Cluster, onProgress: Progress): Promise<Manifest> {
  if (existsSync(cluster.dataDir)) throw new Error(`${cluster.dataDir} exists: a backup does not replace a database`)
  const manifest = await readManifest(backup)
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  await requireRoom(cluster.folder, total)
  const part = `${cluster.dataDir}${PART}`
  await rm(part, { recursive: true, force: true })
  try {
    const report = progressOf(total, 'restored', onProgress)
    for (const { path, sha256 } of manifest.files) {
      const sum = await copyFile(join(backup, path), join(part, path))
      if (sum?.sha256 !== sha256) throw new UnusableBackup(`${backup}: ${path} was altered or is damaged`)
      report(sum.bytes)
    }
    await makeStartable(cluster, join(part, DATA))
    giveToOwner(cluster, join(part, PASSWORD_FILE))
    await rename(join(part, PASSWORD_FILE), join(cluster.folder, PASSWORD_FILE))
    await rename(join(part, DATA), cluster.dataDir)
    await syncFolder(cluster.folder)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
  return manifest
}

/** Adds the folders that PostgreSQL requires, and gives all of it to the user that runs it. */
export async function makeStartable(cluster: Cluster, dataDir: string): Promise<void> {
  for (const folder of FOLDERS) await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  giveToOwner(cluster, dataDir)
  for (const path of await readdir(dataDir, { recursive: true })) giveToOwner(cluster, join(dataDir, path))
}

/** Runs work on a session of the database, without limits of time. */
export async function onSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(wireSettings(url, 'backup'))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SET statement_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

async function ask<Row extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row> {
  return (await client.query<Row>(text, values)).rows[0] as Row
}

const clockOf = async (client: pg.Client) => (await ask<{ now: Date }>(client, 'SELECT clock_timestamp() AS now')).now

/**
 * PostgreSQL's low-level backup: the data while it changes, then the part of the write-ahead log that makes it consistent. `ended`: all that was
 * committed before is in the copy.
 */
export async function copyWhileRunning(
  client: pg.Client,
  { dataDir, to }: { readonly dataDir: string; readonly to: string },
  report: (bytes: number) => void,
): Promise<{ ended: Date; sums: FileSum[] }> {
  // Retains the segments until the session ends.
  await ask(client, 'SELECT pg_create_physical_replication_slot($1, true, true)', [`tribune_backup_${process.pid}`])
  await ask(client, 'SELECT pg_backup_start($1, true)', ['tribune'])
  const sums: FileSum[] = []
  const add = async (path: string) => {
    const sum = await copyFile(join(dataDir, path), join(to, path))
    if (sum === null) return
    report(sum.bytes)
    sums.push({ path, ...sum })
  }
  for (const path of await dataFiles(dataDir)) if (path !== CONTROL) await add(path)
  await add(CONTROL)
  const ended = await clockOf(client)
  const { lsn, label } = await ask<{ lsn: string; label: string }>(
    client,
    'SELECT lsn::text, labelfile AS label FROM pg_backup_stop(false)',
  )
  const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1] ?? ''
  const { last } = await ask<{ last: string }>(client, 'SELECT pg_walfile_name($1::pg_lsn) AS last', [lsn])
  const isNeeded = (name: string) => name.endsWith('.history') || (SEGMENT.test(name) && name >= first && name <= last)
  for (const name of (await readdir(join(dataDir, 'pg_wal'))).filter(isNeeded).sort()) await add(`pg_wal/${name}`)
  if (!sums.some(({ path }) => path === `pg_wal/${last}`))
    throw new Error(`The segment ${last} of the write-ahead log is missing`)
  sums.push(await writeSummed(to, 'backup_label', label))
  return { ended, sums }
}

async function writeSummed(folder: string, path: string, text: string): Promise<FileSum> {
  const file = await open(join(folder, path), 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return { path, bytes: Buffer.byteLength(text), sha256: hash('sha256', text) }
}

/** Makes new names in a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
