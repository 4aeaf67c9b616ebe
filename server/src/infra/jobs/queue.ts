import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../database/pool.ts'

/** Jobs by name, with their payloads. */
export interface JobPayloads {
  'scheduler-realtime': Record<string, never>
  'scheduler-postft': { match_id: number }
  'scheduler-nightly': Record<string, never>
  recalculation: Record<string, never>
  'season-rebuild': Record<string, never>
  digest: Record<string, never>
  'operator-alerts': Record<string, never>
}
export type JobName = keyof JobPayloads
export const QUEUES: readonly JobName[] = [
  'scheduler-realtime',
  'scheduler-postft',
  'scheduler-nightly',
  'recalculation',
  'season-rebuild',
  'digest',
  'operator-alerts',
]

/** A job whose server sends no heartbeat for this long is retried. */
const HEARTBEAT_S = 30
const SUPERVISE_EVERY_S = 10
/** Pauses before retries: 10 to 20 s, twice that, then at most a minute. */
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

/** A job that a server has begun and not ended. */
export interface JobUnderWay {
  readonly id: string
  readonly name: string
  readonly startedAt: Date
}

/** The library's own search lists every job of a queue, ended ones too. */
const UNDER_WAY = `SELECT id, name, started_on AS "startedAt" FROM pgboss.job
  WHERE state = 'active' AND started_on IS NOT NULL ORDER BY started_on, id LIMIT $1`

/** Jobs of a queue that are due and have not begun. `ageS`: seconds for which the oldest has been due. */
interface Backlog {
  readonly name: string
  readonly waiting: number
  readonly ageS: number
}

const BACKLOG = `SELECT name, count(*)::integer AS waiting, extract(epoch FROM now() - min(start_after))::float8 AS "ageS" FROM pgboss.job
  WHERE name = ANY ($1) AND state < 'active' AND start_after <= now() GROUP BY name`

interface JobsParts {
  /** A pool for jobs alone. */
  readonly pool: pg.Pool
  readonly log: FastifyBaseLogger
  /** Interval of checks for jobs of dead servers, in seconds. */
  readonly superviseEveryS?: number
}

/** Background jobs in PostgreSQL: queued in the transaction of the write that needs them, and run by any one server (docs/decisions/045). */
export class Jobs {
  readonly #boss: PgBoss
  readonly #ending = new AbortController()
  readonly #pool: pg.Pool
  #started = false

  constructor({ pool, log, superviseEveryS = SUPERVISE_EVERY_S }: JobsParts) {
    this.#pool = pool
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      superviseIntervalSeconds: superviseEveryS,
      monitorIntervalSeconds: superviseEveryS,
    })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  }

  /** Creates the queues, or updates existing ones to these settings. Before this, `send` does nothing. */
  async open(names: readonly JobName[]): Promise<void> {
    await this.#boss.start()
    this.#started = true
    for (const name of names) {
      // At most one job per key, waiting or running: servers that start together queue one nightly run, not several.
      await this.#boss.createQueue(name, { ...SETTINGS, policy: 'exclusive' })
      await this.#boss.updateQueue(name, SETTINGS)
    }
  }

  /** Runs a queue's jobs here, one after the other. Aborts `ending` when the server stops, so that long work ends in good time. */
  async work<N extends JobName>(
    name: N,
    body: (payload: JobPayloads[N], ending: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    await this.#boss.work<JobPayloads[N]>(name, async (jobs) => {
      for (const job of jobs) await body(job.data, this.#ending.signal)
    })
  }

  /** Like `work`, but with batches of up to `maxBatch` jobs: after an outage hundreds wait, and the queue is polled every two seconds. */
  async workInBatches<N extends JobName>(
    name: N,
    maxBatch: number,
    body: (payloads: readonly JobPayloads[N][]) => Promise<unknown>,
  ): Promise<void> {
    await this.#boss.work<JobPayloads[N]>(name, { batchSize: maxBatch }, (jobs) => body(jobs.map((job) => job.data)))
  }

  async schedule<N extends JobName>(name: N, cron: string): Promise<void> {
    await this.#boss.schedule(name, cron)
  }

  /**
   * Queues one run in the caller's transaction, not before `after`, by the database's clock; `null` for at once, which a server whose clock is ahead
   * would put off. `key` prevents a second identical one. Returns the id of the job that it queues.
   */
  async send<N extends JobName>(
    db: Db,
    name: N,
    payload: JobPayloads[N],
    after: Date | null,
    key: string,
  ): Promise<string | null> {
    if (!this.#started) return null
    const start = after === null ? {} : { startAfter: after }
    return this.#boss.send(name, payload, { ...start, singletonKey: key, db: fromKysely(db) })
  }

  /** Cancels a job that `send` has queued and that is no longer needed. A running job is not stopped. */
  async withdraw(name: JobName, id: string): Promise<void> {
    if (this.#started) await this.#boss.cancel(name, id)
  }

  /** Lists jobs that any server is running, longest first, at most `limit`; none before `open`. */
  async underWay(limit: number): Promise<readonly JobUnderWay[]> {
    if (!this.#started) return []
    const { rows } = await this.#pool.query<JobUnderWay>(UNDER_WAY, [limit])
    return rows
  }

  /** Counts the jobs that are due in each queue that has any; none before `open`. */
  async backlog(): Promise<readonly Backlog[]> {
    if (!this.#started) return []
    const { rows } = await this.#pool.query<Backlog>(BACKLOG, [QUEUES])
    return rows
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    if (this.#started) await this.#boss.stop({ graceful: true, timeout: 10_000 })
    this.#started = false
  }
}
