import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a database from the migrated template, or from another one, on the run's server. Copying its files costs half as much as logging its pages. */
export async function createTestDatabase(serverUrl: string, template = 'template_tribune'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Makes a folder that PostgreSQL's user can reach, so that all its data stays there. */
export function makeDatabaseFolder(parent = tmpdir()): string {
  const dir = mkdtempSync(join(parent, 'tribune-test-'))
  chmodSync(dir, 0o755)
  return dir
}

/** Linux's file system in memory. On a disk, half the cost of a new database is that of its 300 files. */
const MEMORY = '/dev/shm'
/** What the databases of a run may take; containers often give that file system 64 MB. */
const MIN_MEMORY_BYTES = 2 * 1024 ** 3

/** Returns the folder in memory where it exists and is large enough, else that on the disk. */
export function fastestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MIN_MEMORY_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
