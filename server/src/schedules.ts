import { DAY_MS } from '@tribune/domain/instant.ts'
import { RANKING_REFRESH_MS } from '@tribune/domain/refresh.ts'
import type { App } from './context.ts'
import { closeStaleMatches } from './features/ingestion/service.ts'
import { schedulerNightly } from './features/nightly/jobs.ts'
import { publishDue, schedulerPostft } from './features/rankings/jobs.ts'
import { rankOpenMatches } from './features/rankings/service.ts'

const EVERY_MINUTE = '* * * * *'
/** 04:15 UTC: after the last matches of the Americas, before the provider's own daily review. */
const ONCE_A_NIGHT = '15 4 * * *'
const WARM_EVERY_MS = 10_000
/** Matches whose ratings are read together: three calls of the provider. */
const READS_AT_ONCE = 60
const WATCH_EVERY_MS = 5_000

/** Starts everything that runs by itself; gives what ends it. */
export async function startSchedules(app: App): Promise<() => Promise<void>> {
  // A failed run is in edge_metrics, and the next minute comes anyway: a job that waits for its retry would keep that one away.
  await app.jobs.work('scheduler-realtime', () => app.realtime.request().catch(() => {}))
  await app.jobs.workTogether('scheduler-postft', READS_AT_ONCE, (reads) =>
    schedulerPostft(
      app,
      reads.map(({ match_id }) => match_id),
    ),
  )
  await app.jobs.work('scheduler-nightly', () => nightly(app))
  await app.jobs.schedule('scheduler-realtime', EVERY_MINUTE)
  await app.jobs.schedule('scheduler-nightly', ONCE_A_NIGHT)
  await catchUp(app)
  const ends = [startTicks(app), startWatching(app), startWarming(app)]
  return async () => {
    for (const end of ends) await end()
  }
}

/** What fills in the history runs a night of its own at the end; one before would publish matches without their ballots. */
async function nightly(app: App): Promise<void> {
  if (!app.backfill.underWay) await schedulerNightly(app)
}

/** A first start, or one after a missed night, does not wait for the next one. */
async function catchUp(app: App): Promise<void> {
  if (app.backfill.underWay) return
  const now = app.clock.now()
  const lately = await app.db
    .selectFrom('edge_metrics')
    .select('id')
    .where('function_name', '=', 'scheduler-nightly')
    .where('ok', '=', true)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .limit(1)
    .executeTakeFirst()
  if (lately === undefined) await app.jobs.send(app.db, 'scheduler-nightly', {}, now, 'catch-up')
}

/** Fetches pictures before fans ask for them, pass after pass; each server has its own memory to fill. */
function startWarming(app: App): () => Promise<void> {
  const end = repeat(WARM_EVERY_MS, () =>
    app.pictures.warm().catch((error: unknown) => app.log.warn({ err: error }, 'warming pictures failed')),
  )
  return async () => {
    await app.pictures.close()
    await end()
  }
}

/** Between two minutes: notices an opening or a whistle at the provider's own pace. */
function startWatching(app: App): () => Promise<void> {
  return repeat(WATCH_EVERY_MS, () =>
    app.realtime.watch().catch((error: unknown) => app.log.debug({ err: error }, 'watching matches failed')),
  )
}

/** Ranks open matches and publishes closed ones, one pass after the other, never two at once. */
function startTicks(app: App): () => Promise<void> {
  const attempt = (step: Promise<unknown>) =>
    step.catch((error: unknown) => app.log.warn({ err: error }, 'ranking pass failed'))
  return repeat(RANKING_REFRESH_MS, async () => {
    await attempt(rankOpenMatches(app))
    await attempt(app.backfill.inTurn(() => publishDue(app)))
    // With the provider away for hours nothing else would end a match, and its vote.
    await attempt(closeStaleMatches(app))
  })
}

/** One pass after the other, `pauseMs` between them; gives what ends it. A pass never throws. */
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
