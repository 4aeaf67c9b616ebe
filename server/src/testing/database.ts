import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A fresh copy of the migrated template on the run's server, or of another one. */
export async function createTestDatabase(serverUrl: string, template = 'template_tribune'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
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

/** A folder that PostgreSQL's own user can reach too, so that nothing of it ends up elsewhere. */
export function makeDatabaseFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tribune-test-'))
  chmodSync(dir, 0o755)
  return dir
}
