import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '@tribune/server/config.ts'
import { checkDatabase } from '@tribune/server/features/operator/recovery/service.ts'
import { startEmbeddedDatabase } from '@tribune/server/infra/database/embedded.ts'
import { backUp, prune, restoreFiles } from '@tribune/server/infra/postgres/backup.ts'
import { type Cluster, clusterIn, hasData, runningPostmaster, urlOf } from '@tribune/server/infra/postgres/cluster.ts'
import { onRestored } from './restored-database.ts'

const USAGE = 'npm run backup -- [--to <folder>] [--keep <number>]'
const KEEP = 7

/** Backs up the embedded PostgreSQL, restores the copy elsewhere to check it, and deletes the oldest backups. Returns the new one. */
export async function backup(args: readonly string[], config: Config, say: (line: string) => void): Promise<string> {
  const { to, keep } = optionsOf(args)
  if (config.databaseUrl !== null) throw new Error('DATABASE_URL names your own PostgreSQL: see docs/backups.md')
  const cluster = await clusterIn(config.dataDir)
  if (!hasData(cluster)) throw new Error(`${config.dataDir} has no database`)
  const backups = to ?? join(config.dataDir, 'backups')
  const running = runningPostmaster(cluster)
  const own = running === null ? await startEmbeddedDatabase(config.dataDir) : null
  try {
    const folder = await backUp(cluster, own?.url ?? urlOf(cluster, running?.port ?? 0), backups, say)
    try {
      await check(folder, cluster, config, say)
    } catch (error) {
      rmSync(folder, { recursive: true })
      throw error
    }
    for (const name of await prune(backups, keep)) say(`deleted ${name}: ${keep} backups remain`)
    say(`Backup: ${folder}`)
    return folder
  } finally {
    await own?.stop()
  }
}

/** Restores a backup elsewhere, and checks it. */
async function check(folder: string, { folder: data }: Cluster, config: Config, say: (line: string) => void) {
  const elsewhere = join(data, 'verifying')
  rmSync(elsewhere, { recursive: true, force: true })
  try {
    const { ended } = await restoreFiles(folder, await clusterIn(elsewhere), () => {})
    const database = await startEmbeddedDatabase(elsewhere)
    try {
      say('checking the backup: PostgreSQL has started from it')
      const { rows, matches, problems } = await onRestored({ url: database.url, config, until: ended }, checkDatabase)
      if (problems.length > 0) throw new Error(`The backup was not usable and is deleted: ${problems.join('; ')}`)
      say(`checked: ${rows} rows read, ${matches} matches recounted, public logs verified`)
    } finally {
      await database.stop()
    }
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}

function optionsOf(args: readonly string[]): { to: string | undefined; keep: number } {
  try {
    const options = { to: { type: 'string' }, keep: { type: 'string' } } as const
    const { to, keep = String(KEEP) } = parseArgs({ args: [...args], options }).values
    if (/^[1-9]\d{0,3}$/.test(keep)) return { to, keep: Number(keep) }
  } catch {
    // An unknown option, or one without its value.
  }
  throw new Error(`usage: ${USAGE}`)
}

/** `npm run backup`: reads the settings of the server. */
if (import.meta.main) {
  try {
    await backup(process.argv.slice(2), readConfig(process.env), (line) => process.stdout.write(`${line}\n`))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
