import { RECALCULATION_PAUSE_MS } from '@tribune/domain/results/recalculation.ts'
import type { JobContext } from '../../../context.ts'
import { runFunction } from '../../../infra/jobs/run.ts'
import { pause } from '../../../kernel/clock.ts'
import { runUnderWay } from './queries.ts'
import { endRecalculation, recalculateBatch } from './service.ts'

/** Longest stretch of one job, well below its expiry; the next minute's job continues. */
const STRETCH_MS = 30 * 60_000

interface WorkOptions {
  /** Pause between two batches. */
  readonly pauseMs?: number
  /** Ends the work after the batch under way: the server is stopping. */
  readonly ending?: AbortSignal
}

/**
 * Works on the recalculation under way, if there is one, until it is done, asked to stop, or this server ends. Any server continues where another
 * left off. Returns the number of matches that it took.
 */
export async function workOnRecalculation(app: JobContext, options: WorkOptions = {}): Promise<number> {
  if ((await runUnderWay(app.db)) === undefined) return 0
  const { processed } = await runFunction(app, 'recalculation', async () => ({
    result: null,
    processed: await work(app, options),
  }))
  return processed
}

async function work(app: JobContext, { pauseMs = RECALCULATION_PAUSE_MS, ending }: WorkOptions): Promise<number> {
  const start = performance.now()
  let taken = 0
  while (ending?.aborted !== true && performance.now() - start < STRETCH_MS) {
    const run = await runUnderWay(app.db)
    if (run === undefined) return taken
    const count = run.state === 'stopping' ? 0 : await recalculateBatch(app, run)
    taken += count
    if (count === 0) {
      await endRecalculation(app, run, run.state === 'stopping' ? 'stopped' : 'done')
      return taken
    }
    await pause(pauseMs, ending)
  }
  return taken
}
