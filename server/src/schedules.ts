import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { App } from './context.ts'
import { closeStaleMatches } from './features/feed/match-course/service.ts'
import { publishDue, schedulerPostft } from './features/feed/publication/jobs.ts'
import { followEnabled } from './features/matches/competitions/service.ts'
import { planPushes, SENDING_LANES, sendPushes } from './features/messages/announcements/jobs.ts'
import { workOnDigest } from './features/messages/digest/jobs.ts'
import { hasSucceededSince } from './features/operator/diagnostics/queries.ts'
import { schedulerNightly } from './features/operator/nightly/jobs.ts'
import { workOnAlerts } from './features/operator/overview/jobs.ts'
import { endProvisional } from './features/results/rankings/jobs.ts'
import { rankOpenMatches } from './features/results/rankings/service.ts'
import { workOnRecalculation } from './features/results/recalculation/jobs.ts'
import { breakOffDeadRuns, SEEN_EVERY_MS } from './infra/jobs/run.ts'
import { RetryPauses } from './kernel/retry-pauses.ts'

const EVERY_MINUTE = '* * * * *'
const EVERY_THREE_MINUTES = '*/3 * * * *'
/** 04:15 UTC: after the last matches of the Americas, before the provider's own daily review. */
const ONCE_A_NIGHT = '15 4 * * *'
/** While a vote is open its ranking is computed again at most this often (decisions, "From ballots to points"). */
const RANK_EVERY_MS = 2_000
const WARM_EVERY_MS = 10_000
/** Matches whose ratings are read in one batch: three calls of the provider. */
const READS_AT_ONCE = 60
const PUSH_EVERY_MS = 2_000
const WATCH_EVERY_MS = 5_000
/** For this long after a start the first reading of the feed is waited for. */
const FIRST_READING_MS = 5 * MINUTE_MS

/** Starts all scheduled work, which one process of a machine does; returns a function that stops it. */
export async function startSchedules(app: App): Promise<() => Promise<void>> {
  // A failed run is in edge_metrics and must not be retried: a waiting retry would block the next minute's job.
  await app.jobs.work('scheduler-realtime', () => app.realtime.request().catch(() => {}))
  await app.jobs.workInBatches('scheduler-postft', READS_AT_ONCE, (reads) =>
    schedulerPostft(
      app,
      reads.map(({ match_id }) => match_id),
    ),
  )
  await app.jobs.work('scheduler-nightly', () => nightly(app))
  await app.jobs.work('season-rebuild', () => followEnabled(app))
  // A failed stretch is in edge_metrics; the next minute continues where it ended.
  await app.jobs.work('recalculation', (_payload, ending) => workOnRecalculation(app, { ending }))
  // The tables hold the work that a stretch leaves, or that a killed server had begun: the next minute's job continues it. Not during a backfill, when
  // the data of the week is not there.
  await app.jobs.work('digest', async (_payload, ending) => {
    if (!app.backfill.underWay) await workOnDigest(app, ending)
  })
  // A failed look is followed by the next one. Not during a backfill, whose feed and results are not those of the day.
  await app.jobs.work('operator-alerts', async () => {
    if (!app.backfill.underWay)
      await workOnAlerts(app).catch((error: unknown) => app.log.error({ err: error }, 'alerts not computed'))
  })
  await app.jobs.schedule('operator-alerts', EVERY_THREE_MINUTES)
  await app.jobs.schedule('scheduler-realtime', EVERY_MINUTE)
  await app.jobs.schedule('recalculation', EVERY_MINUTE)
  await app.jobs.schedule('digest', EVERY_MINUTE)
  await app.jobs.schedule('scheduler-nightly', ONCE_A_NIGHT)
  await catchUp(app)
  const ends = [startTicks(app), startWatching(app), startWarming(app), startBreakingOff(app), startPushing(app)]
  return async () => {
    for (const end of ends) await end()
  }
}

/** Starts the nightly run, except during a backfill, which ends with one: an earlier one would publish matches without their ballots. */
async function nightly(app: App): Promise<void> {
  if (!app.backfill.underWay) await schedulerNightly(app)
}

/** Queues a nightly run at the first start, or after a missed night. */
async function catchUp(app: App): Promise<void> {
  if (app.backfill.underWay) return
  const yesterday = new Date(app.clock.now().getTime() - DAY_MS)
  if (!(await hasSucceededSince(app.db, 'scheduler-nightly', yesterday)))
    await app.jobs.send(app.db, 'scheduler-nightly', {}, null, 'catch-up')
}

/** Downloads pictures before fans need them, again and again, because a server that has just started has none in memory. */
function startWarming(app: App): () => Promise<void> {
  const end = repeat(WARM_EVERY_MS, () =>
    app.pictures.warm().catch((error: unknown) => app.log.warn({ err: error }, 'warming pictures failed')),
  )
  return async () => {
    await app.pictures.close()
    await end()
  }
}

/** Watches for openings and whistles at the provider's own pace, between the runs of each minute. */
function startWatching(app: App): () => Promise<void> {
  return repeat(WATCH_EVERY_MS, () =>
    app.realtime.watch().catch((error: unknown) => app.log.debug({ err: error }, 'watching matches failed')),
  )
}

/** Records runs by hand whose server died. */
function startBreakingOff(app: App): () => Promise<void> {
  return repeat(SEEN_EVERY_MS, () =>
    breakOffDeadRuns(app.db).catch((error: unknown) => app.log.warn({ err: error }, 'failed to record dead runs')),
  )
}

/** Plans and sends push messages. The tables hold the work that a killed server leaves, and any server continues it. */
function startPushing(app: App): () => Promise<void> {
  const ending = new AbortController()
  const attempt = (step: Promise<unknown>, what: string) =>
    step.catch((error: unknown) => app.log.warn({ err: error }, what))
  const ends = [
    // Not during a backfill, which publishes old matches.
    repeat(PUSH_EVERY_MS, async () => {
      if (!app.backfill.underWay) await attempt(planPushes(app, ending.signal), 'planning push messages failed')
    }),
    ...Array.from({ length: SENDING_LANES }, () =>
      repeat(PUSH_EVERY_MS, () => attempt(sendPushes(app, ending.signal), 'sending push messages failed')),
    ),
  ]
  return async () => {
    ending.abort()
    for (const end of ends) await end()
  }
}

/**
 * Ranks open matches and publishes closed ones, in passes that never overlap. A match that fails waits, but a failure while its vote is open delays no
 * publication.
 */
function startTicks(app: App): () => Promise<void> {
  const attempt = (step: Promise<unknown>) =>
    step.catch((error: unknown) => app.log.warn({ err: error }, 'ranking pass failed'))
  const startedAt = app.clock.now().getTime()
  // After a stop of the server each match in play seems silent: the feed may say that it goes on, or is replayed.
  const hasRead = () => app.realtime.status().at !== null || app.clock.now().getTime() - startedAt >= FIRST_READING_MS
  const [rankingPauses, publishingPauses] = [new RetryPauses(app.clock), new RetryPauses(app.clock)]
  return repeat(RANK_EVERY_MS, async () => {
    await attempt(rankOpenMatches(app, rankingPauses))
    await attempt(app.backfill.inTurn(() => publishDue(app, { pauses: publishingPauses })))
    await attempt(app.recorder.write(app.db))
    await attempt(endProvisional(app))
    // While the provider is down for hours nothing else would end a match and its vote.
    if (hasRead()) await attempt(closeStaleMatches(app))
  })
}

/** Repeats a pass, which must not throw, with `pauseMs` in between; returns a function that stops it. */
function repeat(pauseMs: number, pass: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let ended = false
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    if (ended) return
    timer = setTimeout(() => {
      running = pass().finally(next)
    }, pauseMs)
  }
  next()
  return async () => {
    ended = true
    clearTimeout(timer)
    await running
  }
}
