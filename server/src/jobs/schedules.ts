import { RANKING_REFRESH_MS } from '@tribune/domain/refresh.ts'
import type { App } from '../app.ts'
import { rankOpenMatches } from '../features/rankings/service.ts'
import { schedulerNightly } from '../functions/scheduler-nightly.ts'
import { publishDue, schedulerPostft } from '../functions/scheduler-postft.ts'

const EVERY_MINUTE = '* * * * *'
/** 04:15 UTC: after the last matches of the Americas, before the provider's own daily review. */
const ONCE_A_NIGHT = '15 4 * * *'

/** Starts everything that runs by itself; gives what ends it. */
export async function startSchedules(app: App): Promise<() => Promise<void>> {
  await app.jobs.work('scheduler-realtime', () => app.realtime.tick())
  await app.jobs.work('scheduler-postft', ({ match_id }) => schedulerPostft(app, match_id))
  await app.jobs.work('scheduler-nightly', () => schedulerNightly(app))
  await app.jobs.schedule('scheduler-realtime', EVERY_MINUTE)
  await app.jobs.schedule('scheduler-nightly', ONCE_A_NIGHT)
  return startTicks(app)
}

/** Ranks open matches and publishes closed ones, one pass after the other, never two at once. */
function startTicks(app: App): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let ended = false
  let timer: NodeJS.Timeout | undefined
  const pass = async () => {
    try {
      await rankOpenMatches(app)
      await publishDue(app)
    } catch (error) {
      app.log.warn({ err: error }, 'ranking pass failed')
    }
  }
  const next = () => {
    if (ended) return
    timer = setTimeout(() => {
      running = pass().finally(next)
    }, RANKING_REFRESH_MS)
  }
  next()
  return async () => {
    ended = true
    clearTimeout(timer)
    await running
  }
}
