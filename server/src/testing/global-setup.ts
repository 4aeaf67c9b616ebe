import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../infra/database/embedded.ts'
import { migrate } from '../infra/database/migrate.ts'
import { fastestFolder, makeDatabaseFolder } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server that holds the migrated database `template_tribune`. */
    databaseUrl: string
  }
}

/** One PostgreSQL server for the run, one migrated template: each test file works on a copy of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = makeDatabaseFolder(fastestFolder())
  const database = await startEmbeddedDatabase(dir, { durable: false })
  const client = new pg.Client(database.url)
  await client.connect()
  // A password that is quick to check: a run makes two thousand connections.
  await client.query(`SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${new URL(database.url).password}'`)
  await client.query('CREATE DATABASE template_tribune')
  await client.end()
  await migrate(withDatabase(database.url, 'template_tribune'))
  project.provide('databaseUrl', database.url)
  return async () => {
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
