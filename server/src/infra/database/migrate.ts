import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationBuilder, runner } from 'node-pg-migrate'
import pg from 'pg'
import { wireSettings } from './pool.ts'

const DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url))
const LOCK = 7_241_984_001
const LOCK_POLL_MS = 100
const POLLS_PER_REPORT = 100
/** Marks a file whose parts run one after another, outside a transaction. After a kill all of them run again. */
const WITHOUT_TRANSACTION = /^-- Up Migration, without a transaction$/m
const NEXT_PART = /^-- Next part$/m

interface MigrateOptions {
  /** Called with what migrations report by `RAISE INFO`, and with warnings. If it throws, the migration ends and its server does not start. */
  readonly onProgress?: StartProgress
  /** How many migrations to run at most: of an empty database, the number of the last one. */
  readonly upTo?: number
}

/** Migrates the database to the newest version. Servers that start at the same time wait for each other. */
export async function migrate(
  databaseUrl: string,
  { onProgress = () => {}, upTo = Number.POSITIVE_INFINITY }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client(wireSettings(databaseUrl, 'migrations'))
  // The query under way fails too.
  client.on('error', () => {})
  client.on('notice', ({ message = '' }) => {
    try {
      onProgress(message)
    } catch {
      client.end().catch(() => {})
    }
  })
  await client.connect()
  try {
    // PostgreSQL then reports `INFO` and warnings alone.
    await client.query('SET client_min_messages = warning')
    // Timeouts that the role or the database sets are meant for short queries.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    await lock(client, onProgress)
    await runner({
      dbClient: client,
      dir: DIRECTORY,
      direction: 'up',
      migrationsTable: 'migrations',
      checkOrder: true,
      timestamp: true,
      count: upTo,
      log: () => {},
      noLock: true,
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader: load }],
    })
  } finally {
    await client.end()
  }
}

/** Waits for the lock in short queries: `CREATE INDEX CONCURRENTLY` waits for every long one, and would wait for those who wait for it. */
async function lock(client: pg.Client, onProgress: StartProgress): Promise<void> {
  const isLocked = async () => (await client.query(`SELECT pg_try_advisory_lock(${LOCK}) AS is`)).rows[0]?.is === true
  for (let polls = 0; !(await isLocked()); polls += 1) {
    if (polls % POLLS_PER_REPORT === 0) onProgress('waits for the migrations of another server')
    await sleep(LOCK_POLL_MS)
  }
}

/** Reads SQL files. */
function load(paths: readonly string[]) {
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path, 'utf8')
      const up = (builder: MigrationBuilder) => {
        const hasTransaction = !WITHOUT_TRANSACTION.test(text)
        if (!hasTransaction) builder.noTransaction()
        for (const part of hasTransaction ? [text] : text.split(NEXT_PART)) builder.sql(part)
      }
      return { id: path, filePaths: [path], actions: { up, down: false as const } }
    }),
  )
}

/** Reports the progress of the product's start. */
export type StartProgress = (message: string) => void
