import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '@tribune/server/config.ts'
import { newestWrite, serversConnected } from '@tribune/server/features/operator/recovery/queries.ts'
import {
  checkDatabase,
  type Restored,
  reportLines,
  settle,
} from '@tribune/server/features/operator/recovery/service.ts'
import { startEmbeddedDatabase } from '@tribune/server/infra/database/embedded.ts'
import { migrate } from '@tribune/server/infra/database/migrate.ts'
import { restoreFiles } from '@tribune/server/infra/postgres/backup.ts'
import { clusterIn, hasData, PASSWORD_FILE, runningPostmaster } from '@tribune/server/infra/postgres/cluster.ts'
import { onRestored, openDatabase, recorderOf } from './restored-database.ts'

const USAGE = `npm run restore -- <backup> [--broken <data folder>]
       DATABASE_URL=<restored> npm run restore -- --restored [--broken <address>]`

type Say = (line: string) => void
type Env = Readonly<Record<string, string | undefined>>

/** Restores a backup into `DATA_DIR`, or makes one's own restored PostgreSQL ready for servers, and prints what was lost. */
export async function restore(args: readonly string[], env: Env, say: Say): Promise<void> {
  const { backup, broken } = optionsOf(args)
  // A secret must not be made where that of the broken folder is still to be copied to.
  const { dataDir, databaseUrl } = readConfig({ SECRET: randomBytes(32).toString('hex'), ...env })
  if ((backup === null) !== (databaseUrl !== null)) {
    throw new Error(
      backup === null
        ? '--restored is for your own PostgreSQL: DATABASE_URL is not set'
        : 'DATABASE_URL names your own PostgreSQL: restore it with its own tools, then use --restored',
    )
  }
  if (backup === null) await settleOwn(readConfig(env), broken, say)
  else await restoreEmbedded({ backup, broken: broken === null ? null : resolve(broken), dataDir, env }, say)
}

interface Embedded {
  readonly backup: string
  readonly broken: string | null
  readonly dataDir: string
  readonly env: Env
}

async function restoreEmbedded({ backup, broken, dataDir, env }: Embedded, say: Say): Promise<void> {
  const cluster = await clusterIn(dataDir)
  if (existsSync(cluster.dataDir)) {
    throw new Error(`${dataDir} has a database, over which nothing is restored. Stop the server, rename the folder, then name it here:
  mv ${dataDir} ${dataDir}-broken
  npm run restore -- ${backup} --broken ${dataDir}-broken`)
  }
  if (broken !== null) {
    if (!existsSync(broken)) throw new Error(`${broken} does not exist`)
    for (const name of ['secret', 'vapid-key', 'demo-password']) {
      const [from, to] = [join(broken, name), join(dataDir, name)]
      if (existsSync(from) && !existsSync(to)) copyFileSync(from, to)
    }
  }
  const config = readConfig(env)
  // The data gets its place at the end: no server starts from a restore that was interrupted.
  const folder = join(cluster.folder, 'restoring')
  rmSync(folder, { recursive: true, force: true })
  const restoring = await clusterIn(folder)
  const { ended } = await restoreFiles(backup, restoring, say)
  const database = await startEmbeddedDatabase(folder, { onEvent: say })
  try {
    say('PostgreSQL has started from the backup')
    await withBroken(broken, say, (brokenUrl) => settleAt({ url: database.url, config, until: ended, brokenUrl }, say))
  } finally {
    await database.stop()
  }
  renameSync(join(restoring.folder, PASSWORD_FILE), join(cluster.folder, PASSWORD_FILE))
  renameSync(restoring.dataDir, cluster.dataDir)
  rmSync(folder, { recursive: true, force: true })
}

async function settleOwn(config: Config, broken: string | null, say: Say): Promise<void> {
  const url = config.databaseUrl ?? ''
  const db = openDatabase(url)
  let until: Date
  try {
    if ((await serversConnected(db)) > 0) throw new Error('Servers use this database: stop them first')
    until = await newestWrite(db)
  } finally {
    await db.destroy()
  }
  await settleAt({ url, config, until, brokenUrl: broken }, say)
}

interface Place {
  readonly url: string
  readonly config: Config
  readonly until: Date
  readonly brokenUrl: string | null
}

async function settleAt({ brokenUrl, ...place }: Place, say: Say): Promise<void> {
  await migrate(place.url, { onProgress: say })
  await onRestored(place, async (restored) => {
    const { rows, matches, problems } = await checkDatabase(restored)
    say(`checked: ${rows} rows read, ${matches} matches recounted`)
    const settled = await settleWith(restored, place.config, brokenUrl)
    for (const line of reportLines(settled, restored)) say(line)
    if (problems.length > 0) say(`\nProblems of the backup:\n  - ${problems.join('\n  - ')}`)
  })
}

async function settleWith(restored: Restored, config: Config, brokenUrl: string | null) {
  if (brokenUrl === null) return settle(restored, null)
  const db = openDatabase(brokenUrl, 'SET default_transaction_read_only = on')
  const recorder = recorderOf(brokenUrl, config)
  try {
    // No result is recounted: the logs alone are carried over.
    return await settle(restored, { db, check: () => recorder.check(new Date('9999-01-01')) })
  } finally {
    await recorder.close()
    await db.destroy()
  }
}

/** Starts the broken database, if it can. Works with its address, or `null`. */
async function withBroken(broken: string | null, say: Say, work: (url: string | null) => Promise<void>): Promise<void> {
  const database = broken === null ? null : await startBroken(broken, say)
  try {
    await work(database?.url ?? null)
  } finally {
    await database?.stop()
  }
}

async function startBroken(folder: string, say: Say) {
  const cluster = await clusterIn(folder)
  if (!hasData(cluster)) throw new Error(`${folder} has no database`)
  if (runningPostmaster(cluster) !== null) throw new Error(`A server still runs on ${folder}: stop it first`)
  try {
    return await startEmbeddedDatabase(folder)
  } catch (error) {
    say(`The broken database does not start, and nothing is carried over: ${String(error)}`)
    return null
  }
}

function optionsOf(args: readonly string[]): { backup: string | null; broken: string | null } {
  try {
    const options = { broken: { type: 'string' }, restored: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [backup = null, ...others] = positionals
    if (others.length === 0 && (backup === null) === (values.restored === true)) {
      return { backup, broken: values.broken ?? null }
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw new Error(`usage: ${USAGE}`)
}

/** `npm run restore`: reads the settings of the server. */
if (import.meta.main) {
  try {
    await restore(process.argv.slice(2), process.env, (line) => process.stdout.write(`${line}\n`))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
