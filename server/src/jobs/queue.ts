import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../database/pool.ts'

/** What can be queued, with its payload. */
export interface JobPayloads {
  'scheduler-realtime': Record<string, never>
  'scheduler-postft': { match_id: number }
  'scheduler-nightly': Record<string, never>
}
export type JobName = keyof JobPayloads

const RETRIES = 3
const RETRY_DELAY_S = 30
const EXPIRE_S = 3_600

/** Background work in PostgreSQL: queued in the transaction of the write that asks for it, run by any one server. */
export class Jobs {
  readonly #boss: PgBoss
  #started = false

  constructor(databaseUrl: string, log: FastifyBaseLogger) {
    this.#boss = new PgBoss({ connectionString: databaseUrl, max: 4, application_name: 'tribune-jobs' })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  }

  /** Makes the queues. Without this nothing can be queued. */
  async open(names: readonly JobName[]): Promise<void> {
    await this.#boss.start()
    this.#started = true
    for (const name of names) {
      await this.#boss.createQueue(name, {
        retryLimit: RETRIES,
        retryDelay: RETRY_DELAY_S,
        retryBackoff: true,
        expireInSeconds: EXPIRE_S,
        // One job of a key at a time, waiting or running: servers that start together queue one night, not several.
        policy: 'exclusive',
      })
    }
  }

  async work<N extends JobName>(name: N, body: (payload: JobPayloads[N]) => Promise<unknown>): Promise<void> {
    await this.#boss.work<JobPayloads[N]>(name, async (jobs) => {
      for (const job of jobs) await body(job.data)
    })
  }

  async schedule<N extends JobName>(name: N, cron: string): Promise<void> {
    await this.#boss.schedule(name, cron)
  }

  /** Queues one run, in the caller's transaction; `key` keeps a second identical one from waiting beside it. */
  async send<N extends JobName>(db: Db, name: N, payload: JobPayloads[N], after: Date, key: string): Promise<void> {
    if (!this.#started) return
    await this.#boss.send(name, payload, { startAfter: after, singletonKey: key, db: fromKysely(db) })
  }

  async stop(): Promise<void> {
    if (this.#started) await this.#boss.stop({ graceful: true, timeout: 10_000 })
    this.#started = false
  }
}
