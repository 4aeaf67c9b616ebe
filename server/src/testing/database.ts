import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A worker's state for one server. The connection is reused, because opening one costs as much as dropping a database. */
interface Desk {
  readonly client: pg.Client
  /** Databases that no test uses any more. */
  readonly unused: string[]
}
const desks = new Map<string, Promise<Desk>>()

/**
 * Creates a database from the migrated template, or from another one, on the run's server. Copying its files costs half as much as logging its pages.
 * A dropped one is there until the next is created: what it is dropped through may be cut off by then.
 */
export async function createTestDatabase(serverUrl: string, template = 'template_tribune'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { client, unused } = await deskOf(serverUrl)
  for (const former of unused.splice(0)) await client.query(`DROP DATABASE ${former} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      unused.push(name)
    },
  }
}

function deskOf(serverUrl: string): Promise<Desk> {
  const existing = desks.get(serverUrl)
  if (existing !== undefined) return existing
  const opened = openDesk(serverUrl)
  desks.set(serverUrl, opened)
  return opened
}

async function openDesk(serverUrl: string): Promise<Desk> {
  const client = new pg.Client(serverUrl)
  // It ends with the run's server, or with a relay that a test closes.
  client.on('error', () => desks.delete(serverUrl))
  await client.connect()
  return { client, unused: [] }
}

/** Makes a folder that PostgreSQL's user can reach, so that all its data stays there. */
export function makeDatabaseFolder(parent = tmpdir()): string {
  const dir = mkdtempSync(join(parent, 'tribune-test-'))
  chmodSync(dir, 0o755)
  return dir
}

/** Linux's file system in memory. On a disk, half the cost of a new database is that of its 300 files. */
const MEMORY = '/dev/shm'
/** Space that the databases of a run may need; containers often give that file system 64 MB. */
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
