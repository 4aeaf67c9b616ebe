import cluster from 'node:cluster'
import { type LogFn, type Logger, levels } from 'pino'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { within } from '../../kernel/clock.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { PushSender } from '../push/sender.ts'
import type { SmsSender } from '../sms/sender.ts'

/** Address of the series, for Prometheus. Without the setting it is unknown. */
export const METRICS_PATH = '/metrics'

/** How often a cache had the answer. */
export interface CacheReads {
  hit: number
  miss: number
}

/** The part of a pool that is measured. */
interface MeasuredPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/** Numbers that other parts have at any time, and that are looked at when the series are read. */
interface Gauged {
  readonly caches: Readonly<Record<string, CacheReads>>
  readonly pools: Readonly<Record<string, MeasuredPool>>
  readonly listeners: () => number
}

/** Buckets of latencies, in seconds. */
const ANSWER_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const COMMIT_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const PUBLICATION_S = [2.5, 5, 7.5, 10, 15, 30, 60, 120, 300, 600, 1_800]
const COMMIT_BALLOTS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000]

/**
 * The series of one server, in Prometheus' form (docs/decisions/103). Work only counts; all else is computed when they are read. Every label has few
 * values, and none of them is a fan, an address or a match.
 */
export class Metrics {
  readonly registry = new Registry()
  readonly #registers = [this.registry]

  readonly ballotsAccepted = new Counter({
    name: 'tribune_ballots_accepted_total',
    help: 'Ballots that were answered as saved',
    registers: this.#registers,
  })
  readonly commitBallots = new Histogram({
    name: 'tribune_ledger_commit_ballots',
    help: 'Ballots of one commit of the ledger',
    buckets: COMMIT_BALLOTS,
    registers: this.#registers,
  })
  readonly commitSeconds = new Histogram({
    name: 'tribune_ledger_commit_seconds',
    help: 'Time of one commit of the ledger',
    buckets: COMMIT_S,
    registers: this.#registers,
  })
  readonly commitFailures = new Counter({
    name: 'tribune_ledger_commit_failures_total',
    help: 'Commits of the ledger that failed',
    registers: this.#registers,
  })
  readonly publicationSeconds = new Histogram({
    name: 'tribune_publication_seconds',
    help: 'Time from the end of a vote to its published result',
    buckets: PUBLICATION_S,
    registers: this.#registers,
  })
  readonly requests = new Counter({
    name: 'tribune_http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers: this.#registers,
  })
  readonly answerSeconds = new Histogram({
    name: 'tribune_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: ANSWER_S,
    registers: this.#registers,
  })
  readonly refusals = new Counter({
    name: 'tribune_refusals_total',
    help: 'Refused requests, by the code of the contract',
    labelNames: ['code'],
    registers: this.#registers,
  })
  readonly messages = new Counter({
    name: 'tribune_messages_total',
    help: 'Attempts at sending a message',
    labelNames: ['channel', 'outcome'],
    registers: this.#registers,
  })
  readonly logLines = new Counter({
    name: 'tribune_log_lines_total',
    help: 'Lines of the log',
    labelNames: ['level'],
    registers: this.#registers,
  })

  constructor() {
    // An increase from nothing would be no increase.
    for (const level of ['warn', 'error', 'fatal']) this.logLines.inc({ level }, 0)
  }

  /** Returns a hook of the logger that counts its lines. */
  countingLines() {
    const { logLines } = this
    return function count(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number): void {
      logLines.inc({ level: levels.labels[level] ?? String(level) })
      write.apply(this, args)
    }
  }

  /** Counts a commit of the ledger, and passes its outcome on. */
  async commit<Result>(ballots: number, work: Promise<Result>): Promise<Result> {
    const begun = performance.now()
    try {
      return await work
    } catch (error) {
      this.commitFailures.inc()
      throw error
    } finally {
      this.commitBallots.observe(ballots)
      this.commitSeconds.observe((performance.now() - begun) / 1_000)
    }
  }

  /** Adds numbers that other parts have, and those of the process. */
  gauge({ caches, pools, listeners }: Gauged): void {
    const registers = this.#registers
    new Counter({
      name: 'tribune_cache_reads_total',
      help: 'Reads of a cache, by whether it had the answer',
      labelNames: ['cache', 'outcome'],
      registers,
      collect() {
        this.reset()
        for (const [cache, reads] of Object.entries(caches))
          for (const outcome of ['hit', 'miss'] as const) this.inc({ cache, outcome }, reads[outcome])
      },
    })
    new Gauge({
      name: 'tribune_live_listeners',
      help: 'Open event streams',
      registers,
      collect() {
        this.set(listeners())
      },
    })
    new Gauge({
      name: 'tribune_database_connections',
      help: 'Connections to PostgreSQL, by pool; max: the most that are opened; waiting: work without one',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const [pool, { totalCount, idleCount, waitingCount, options }] of Object.entries(pools)) {
          this.set({ pool, state: 'used' }, totalCount - idleCount)
          this.set({ pool, state: 'idle' }, idleCount)
          this.set({ pool, state: 'waiting' }, waitingCount)
          this.set({ pool, state: 'max' }, options.max)
        }
      },
    })
    collectDefaultMetrics({ register: this.registry })
    // Several processes: one that is delayed must not vanish in an average.
    Object.assign(this.registry.getSingleMetric('nodejs_eventloop_lag_p99_seconds') ?? {}, { aggregator: 'max' })
  }
}

interface Senders {
  readonly mailer: Mailer
  readonly sms: SmsSender
  readonly push: PushSender
}

/** Returns senders that count what comes of each attempt. */
export function countedSenders({ mailer, sms, push }: Senders, { messages }: Metrics): Senders {
  const count = async (channel: string, sending: Promise<void>) => {
    try {
      await sending
      messages.inc({ channel, outcome: 'sent' })
    } catch (error) {
      messages.inc({ channel, outcome: 'failed' })
      throw error
    }
  }
  const countOutcome = async <A extends { readonly outcome: string }>(channel: string, sending: Promise<A>) => {
    const answer = await sending
    messages.inc({ channel, outcome: answer.outcome })
    return answer
  }
  return {
    mailer: {
      send: (mail) => count('mail', mailer.send(mail)),
      sendInBulk: (mail) => countOutcome('digest', mailer.sendInBulk(mail)),
      close: () => mailer.close(),
    },
    sms: { send: (text) => count('sms', sms.send(text)) },
    push: {
      publicKey: push.publicKey,
      offers: (kind) => push.offers(kind),
      accepts: (address) => push.accepts(address),
      send: (message, now) => countOutcome(message.target.kind, push.send(message, now)),
      close: () => push.close(),
    },
  }
}

/** Longest wait for the other processes. */
const LIMIT_MS = 6_000
const QUESTION = 'tribune:metrics'
const ANSWER = 'tribune:metrics-answer'
const answer = z.object({ type: z.literal(ANSWER), text: z.string() })

/**
 * Returns a reader of the series of all processes that serve one port, added up: a scrape reaches any one of them. Where there is one process, and while
 * the first of them does not answer, the series are those of this process.
 */
export function seriesOfAll(registry: Registry, limitMs = LIMIT_MS): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  // Answers the first process.
  new AggregatorRegistry()
  return async () => {
    const text = new Promise<string>((resolve) => {
      const listen = (message: unknown) => {
        const read = answer.safeParse(message)
        if (!read.success) return
        process.off('message', listen)
        resolve(read.data.text)
      }
      process.on('message', listen)
      process.send?.({ type: QUESTION })
    })
    return within(limitMs, text).catch(() => registry.metrics())
  }
}

/** In the first process: answers the others with the series of all of them. */
export function gatherSeries(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: { readonly type?: unknown } | null) => {
    if (message?.type !== QUESTION) return
    all.clusterMetrics().then(
      (text) => worker.isConnected() && worker.send({ type: ANSWER, text }),
      () => {},
    )
  })
}
