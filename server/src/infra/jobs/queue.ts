import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../database/pool.ts'

/** What can be queued, with its payload. */
export interface JobPayloads {
  'scheduler-realtime': Record<string, never>
  'scheduler-postft': { match_id: number }
  'scheduler-nightly': Record<string, never>
}
export type JobName = keyof JobPayloads

/** A job whose server has not been heard of for this long is taken from it, and tried again. */
const HEARTBEAT_S = 30
const SUPERVISE_EVERY_S = 10
/** Pauses before the tries: 10 to 20 s, twice that, then a minute at most. */
const RETRIES = 6
const RETRY_DELAY_S = 10
const RETRY_DELAY_MAX_S = 60
const EXPIRE_S = 3_600
const SETTINGS = {
  retryLimit: RETRIES,
  retryDelay: RETRY_DELAY_S,
  retryBackoff: true,
  retryDelayMax: RETRY_DELAY_MAX_S,
  expireInSeconds: EXPIRE_S,
  heartbeatSeconds: HEARTBEAT_S,
}

interface JobsParts {
  /** Its connections for this alone. */
  readonly pool: pg.Pool
  readonly log: FastifyBaseLogger
  /** How often the queue looks for jobs of servers that are gone, in seconds. */
  readonly superviseEveryS?: number
}

/** Background work in PostgreSQL: queued in the transaction of the write that asks for it, run by any one server. */
export class Jobs {
  readonly #boss: PgBoss
  #started = false

  constructor({ pool, log, superviseEveryS = SUPERVISE_EVERY_S }: JobsParts) {
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      superviseIntervalSeconds: superviseEveryS,
      monitorIntervalSeconds: superviseEveryS,
    })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  }

  /** Makes the queues, or brings those of an earlier version to these settings. Without this nothing can be queued. */
  async open(names: readonly JobName[]): Promise<void> {
    await this.#boss.start()
    this.#started = true
    for (const name of names) {
      // One job of a key at a time, waiting or running: servers that start together queue one night, not several.
      await this.#boss.createQueue(name, { ...SETTINGS, policy: 'exclusive' })
      await this.#boss.updateQueue(name, SETTINGS)
    }
  }

  async work<N extends JobName>(name: N, body: (payload: JobPayloads[N]) => Promise<unknown>): Promise<void> {
    await this.#boss.work<JobPayloads[N]>(name, async (jobs) => {
      for (const job of jobs) await body(job.data)
    })
  }

  /** As `work`, up to `most` jobs at once: after an outage hundreds wait, and each look at the queue is two seconds apart. */
  async workTogether<N extends JobName>(
    name: N,
    most: number,
    body: (payloads: readonly JobPayloads[N][]) => Promise<unknown>,
  ): Promise<void> {
    await this.#boss.work<JobPayloads[N]>(name, { batchSize: most }, (jobs) => body(jobs.map((job) => job.data)))
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
