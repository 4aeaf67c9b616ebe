import { existsSync } from 'node:fs'
import { appendFile, copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyWhileRunning, makeStartable, onSession } from '@tribune/server/infra/postgres/backup.ts'
import {
  type Cluster,
  giveToOwner,
  PASSWORD_FILE,
  startCluster,
  urlOf,
} from '@tribune/server/infra/postgres/cluster.ts'

/** Name of the standby's connection and of its replication slot. */
const STANDBY = 'tribune_standby'

/** Copies a running PostgreSQL into an empty cluster, which then follows it. */
export async function makeStandby(primary: Cluster, primaryUrl: string, standby: Cluster, port: number): Promise<void> {
  if (existsSync(standby.dataDir)) throw new Error(`${standby.dataDir} exists: a standby is made in a new folder`)
  await onSession(primaryUrl, async (client) => {
    // Retains the log until the standby has it, also while the standby is away.
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [STANDBY])
    await copyWhileRunning(client, { dataDir: primary.dataDir, to: standby.dataDir }, () => {})
  })
  const { hostname, port: primaryPort, username, password } = new URL(primaryUrl)
  const conninfo = `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=${STANDBY}`
  await appendFile(
    join(standby.dataDir, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nprimary_slot_name = '${STANDBY}'\n`,
  )
  await writeFile(join(standby.dataDir, 'standby.signal'), '')
  await makeStartable(standby, standby.dataDir)
  await copyFile(join(primary.folder, PASSWORD_FILE), join(standby.folder, PASSWORD_FILE))
  giveToOwner(standby, join(standby.folder, PASSWORD_FILE))
  await startCluster(standby, port)
}

/** Lets the primary acknowledge a commit only after the standby has it on its disk. Resolves once the standby is in step. */
export async function requireStandby(primaryUrl: string, pause: () => Promise<void>): Promise<void> {
  await onSession(primaryUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`)
    await client.query('SELECT pg_reload_conf()')
    const isInStep = async () =>
      (
        await client.query(
          `SELECT FROM pg_stat_replication WHERE application_name = '${STANDBY}' AND sync_state = 'sync'`,
        )
      ).rowCount === 1
    while (!(await isInStep())) await pause()
  })
}

/** Makes a standby the primary. It waits for no other standby. */
export async function promote(standby: Cluster, port: number): Promise<void> {
  await onSession(urlOf(standby, port), async (client) => {
    await client.query('SELECT pg_promote(true, 60)')
    await client.query('ALTER SYSTEM RESET synchronous_standby_names')
    await client.query('SELECT pg_reload_conf()')
  })
}
