import { NEED_KINDS, needsOf } from '@tribune/domain/operator/needs.ts'
import { Gauge } from 'prom-client'
import type { App } from '../../../context.ts'
import { readWhileWanted } from '../../../infra/database/abandoned-reads.ts'
import { QUEUES } from '../../../infra/jobs/queue.ts'
import { within } from '../../../kernel/clock.ts'
import { readSituation } from '../overview/service.ts'
import { backlogs, ballotsSetAside } from './queries.ts'

/** Longest reading of the database for the series; Prometheus waits for ten seconds. */
const LIMIT_MS = 5_000

/** Adds the series that are read from the database: one reading at a time, for all who ask, within a time limit. All servers have the same. */
export function gaugeStored(app: App): void {
  let reading: Promise<Stored | null> | null = null
  const read = () => {
    reading ??= readStored(app).finally(() => {
      reading = null
    })
    return reading
  }
  const gauge = (name: string, help: string, of: (stored: Stored) => readonly Value[], labelNames: string[] = []) =>
    new Gauge({
      name: `tribune_${name}`,
      help,
      labelNames,
      registers: [app.metrics.registry],
      aggregator: 'max',
      async collect() {
        const stored = await read()
        // No old number stays while the database is away.
        this.reset()
        if (labelNames.length === 0) this.remove()
        for (const [value, labels = {}] of stored === null ? [] : of(stored))
          if (value !== null) this.set(labels, value)
      },
    })
  new Gauge({
    name: 'tribune_database_up',
    help: 'Whether the series that are read from the database could be read in time',
    registers: [app.metrics.registry],
    aggregator: 'min',
    async collect() {
      this.set((await read()) === null ? 0 : 1)
    },
  })
  gauge(
    'operator_need',
    'Whether something needs the operator, by kind (docs/operations.md)',
    ({ needs }) => NEED_KINDS.map((kind) => [needs.has(kind) ? 1 : 0, { kind }]),
    ['kind'],
  )
  gauge('feed_read_timestamp_seconds', 'When the feed was last read', ({ facts }) => [
    [secondsOf(facts.feed.succeeded_at)],
  ])
  gauge('nightly_success_timestamp_seconds', 'When the nightly run last succeeded', ({ facts }) => [
    [secondsOf(facts.nightly.succeeded_at)],
  ])
  gauge('provider_quota_calls', 'Calls of the provider of the day', ({ facts }) => [[facts.quota.day_limit]])
  gauge('provider_quota_remaining_calls', 'Calls of the provider that are left today', ({ facts }) => [
    [facts.quota.day_remaining],
  ])
  gauge(
    'matches',
    'Matches with an open vote, a late result, a doubtful end or a provisional result',
    ({ facts, open }) => [
      [open, { state: 'open' }],
      [facts.due, { state: 'late' }],
      [facts.in_doubt, { state: 'doubtful' }],
      [facts.provisional, { state: 'provisional' }],
    ],
    ['state'],
  )
  gauge('ballots_set_aside', 'Ballots that are set aside in matches of the last seven days', ({ aside }) => [[aside]])
  gauge(
    'queue_waiting',
    'Entries of a queue that are due, at most 10000 of push and digest-mails',
    ({ queues }) => queues.map(({ queue, waiting }) => [waiting, { queue }]),
    ['queue'],
  )
  gauge(
    'queue_age_seconds',
    'Time for which the oldest entry of a queue has been due',
    ({ queues }) => queues.map(({ queue, ageS }) => [ageS, { queue }]),
    ['queue'],
  )
}

type Value = readonly [number | null, Readonly<Record<string, string>>?]

type Stored = Awaited<ReturnType<typeof readAll>>

/** Reads all that is stored, or returns `null` if that fails or takes too long; the statement under way is then cancelled. */
async function readStored(app: App): Promise<Stored | null> {
  const end = performance.now() + LIMIT_MS
  const reading = readWhileWanted(
    () => performance.now() < end,
    () => readAll(app),
  )
  return within(LIMIT_MS, reading).catch((error: unknown) => {
    app.log.warn({ err: error }, 'series not read from the database')
    return null
  })
}

async function readAll(app: App) {
  const { now, facts, open } = await readSituation(app, 0)
  const jobs = new Map((await app.jobs.backlog()).map((row) => [row.name, row]))
  const tables = await backlogs(app.db, now)
  return {
    facts,
    open: open.total,
    needs: new Set(needsOf(facts, now).map(({ kind }) => kind)),
    aside: await ballotsSetAside(app.db, now),
    queues: [
      ...QUEUES.map((name) => ({
        queue: name,
        waiting: jobs.get(name)?.waiting ?? 0,
        ageS: jobs.get(name)?.ageS ?? 0,
      })),
      ...tables.map(({ queue, waiting, since }) => ({
        queue,
        waiting,
        ageS: since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000),
      })),
    ],
  }
}

const secondsOf = (at: Date | string | null) => (at === null ? null : new Date(at).getTime() / 1_000)
