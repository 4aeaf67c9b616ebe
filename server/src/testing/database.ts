import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a database from the migrated template, or from another one, on the run's server. */
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

/** Makes a folder that PostgreSQL's user can reach, so that all its data stays there. */
export function makeDatabaseFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tribune-test-'))
  chmodSync(dir, 0o755)
  return dir
}
