import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../kernel/free-port.ts'
import { makeDatabaseFolder } from '../../testing/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../database/embedded.ts'
import { backUp, prune, restoreFiles } from './backup.ts'
import { clusterIn, startCluster, stopCluster, urlOf } from './cluster.ts'
import { MANIFEST, readManifest } from './copied-files.ts'

const folder = makeDatabaseFolder()
const backups = join(folder, 'backups')
const lines: string[] = []
let database: EmbeddedDatabase
let client: pg.Client
let backup = ''
/** Numbers that PostgreSQL had acknowledged before the backup ended. */
let acknowledged = 0

beforeAll(async () => {
  database = await startEmbeddedDatabase(join(folder, 'data'))
  client = new pg.Client(database.url)
  await client.connect()
  await client.query('CREATE TABLE numbers (n integer PRIMARY KEY, text text)')
  const writing = { ended: false, last: 0 }
  const acknowledgedAt: number[] = []
  const write = async () => {
    while (!writing.ended) {
      await client.query(`INSERT INTO numbers VALUES (${writing.last + 1}, repeat('x', 2000))`)
      writing.last += 1
      acknowledgedAt.push(Date.now())
    }
  }
  const work = write()
  backup = await backUp(await clusterIn(join(folder, 'data')), database.url, backups, (line) => lines.push(line))
  writing.ended = true
  await work
  const { ended } = await readManifest(backup)
  acknowledged = acknowledgedAt.filter((at) => at < ended.getTime()).length
})
afterAll(async () => {
  await client.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

let copies = 0
async function restored() {
  copies += 1
  const cluster = await clusterIn(join(folder, `restored-${copies}`))
  return { cluster, done: restoreFiles(backup, cluster, () => {}) }
}

test('a backup that is taken during writes has all that was acknowledged before its end, and is consistent', async () => {
  const { cluster, done } = await restored()
  await done
  const port = await freePort()
  await startCluster(cluster, port)
  const copy = new pg.Client(urlOf(cluster, port))
  await copy.connect()
  const { rows } = await copy.query(
    'SELECT count(*)::integer AS n, max(n) AS last, min(length(text)) AS length FROM numbers',
  )
  await copy.end()
  await stopCluster(cluster)
  expect(acknowledged).toBeGreaterThan(10)
  expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged)
  expect(rows).toEqual([{ n: rows[0].last, last: rows[0].last, length: 2_000 }])
})

test('reports how far the copy is', () => {
  expect(lines.length).toBeGreaterThan(5)
  expect(lines[0]).toMatch(/^copied \d+ of \d+ MB$/)
})

test('does not replace a database', async () => {
  const cluster = await clusterIn(join(folder, 'data'))
  await expect(restoreFiles(backup, cluster, () => {})).rejects.toThrow('does not replace a database')
})

test.each([
  ['has another byte', 'was altered or is damaged', () => flip('postgres/base/1/1259')],
  [
    'has a longer file',
    'was altered or cut',
    () => change('postgres/global/pg_control', (path) => appendFileSync(path, 'x')),
  ],
  ['misses a file', 'is missing', () => change('postgres/PG_VERSION', (path) => rmSync(path))],
  [
    'has a file more',
    'does not belong to it',
    () => change('postgres/postgresql.conf.mine', (path) => writeFileSync(path, '')),
  ],
  [
    'has another list of files',
    'was altered or cut',
    () => change(MANIFEST, (path) => edit(path, '"version": 1', '"version": 2')),
  ],
  ['was interrupted before its list', 'or was interrupted', () => change(MANIFEST, (path) => rmSync(path))],
])('refuses a backup that %s, and leaves no data behind', async (_, problem, damage) => {
  const mend = damage()
  const { cluster, done } = await restored()
  await expect(done).rejects.toThrow(problem)
  expect(await readdir(cluster.folder)).toEqual([])
  mend()
})

/** Changes a file of the backup. Returns what restores it. */
function change(file: string, by: (path: string) => void): () => void {
  const path = join(backup, file)
  const bytes = existsSync(path) ? readFileSync(path) : null
  by(path)
  return () => (bytes === null ? rmSync(path) : writeFileSync(path, bytes))
}

const edit = (path: string, from: string, to: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))

function flip(file: string): () => void {
  return change(file, (path) => {
    const bytes = readFileSync(path)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(path, bytes)
  })
}

test('deletes interrupted copies, and of the others the oldest', async () => {
  const interrupted = join(backups, '2026-01-01T00-00-00.part')
  writeFileSync(join(backups, 'notes.txt'), 'not a backup')
  mkdirSync(interrupted)
  const next = await backUp(await clusterIn(join(folder, 'data')), database.url, backups, () => {})
  expect(existsSync(interrupted)).toBe(false)
  const old = await prune(backups, 1)
  expect(old.map((name) => join(backups, name))).toEqual([backup])
  expect((await readdir(backups)).sort().map((name) => join(backups, name))).toEqual([next, join(backups, 'notes.txt')])
})
