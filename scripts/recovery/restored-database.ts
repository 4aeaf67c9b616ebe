import type { Config } from '@tribune/server/config.ts'
import type { Restored } from '@tribune/server/features/operator/recovery/service.ts'
import { RecordThread } from '@tribune/server/features/results/audit/service.ts'
import { createDatabase, createPool } from '@tribune/server/infra/database/pool.ts'
import { systemClock } from '@tribune/server/kernel/clock.ts'

const onLost = (error: Error) => console.error(error.message)

/** Opens a database without limits of time, for one connection. @param settings Statements that the connection begins with. */
export function openDatabase(url: string, settings = '') {
  const pool = createPool(url, onLost, { name: 'recovery', size: 1 })
  pool.on('connect', (client) => {
    client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; ${settings}`).catch(onLost)
  })
  return createDatabase(pool)
}

interface Place {
  readonly url: string
  readonly config: Config
  readonly until: Date
}

/** Works on a restored database that no server uses. */
export async function onRestored<T>(
  { url, config, until }: Place,
  work: (restored: Restored) => Promise<T>,
): Promise<T> {
  const db = openDatabase(url)
  const recorder = recorderOf(url, config)
  try {
    return await work({ db, recorder, config, clock: systemClock, until })
  } finally {
    await recorder.close()
    await db.destroy()
  }
}

/** Checks public logs in a thread. */
export function recorderOf(databaseUrl: string, { secrets }: Pick<Config, 'secrets'>): RecordThread {
  return new RecordThread({ databaseUrl, host: '', secrets }, console)
}
