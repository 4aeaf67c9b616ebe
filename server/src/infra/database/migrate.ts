import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'

const DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url))

/** Migrates the database to the newest version. Servers that start at the same time wait for each other. */
export async function migrate(databaseUrl: string): Promise<void> {
  await runner({
    databaseUrl,
    dir: DIRECTORY,
    direction: 'up',
    migrationsTable: 'migrations',
    checkOrder: true,
    log: () => {},
    lockValue: 7_241_984_001,
    advisoryLockMode: 'wait',
  })
}
