import { type ErrorCode, sentenceOf } from '@tribune/contract/errors.ts'
import {
  getRecalculation,
  LISTED_FAILURES,
  type Recalculation,
  startRecalculation as startEndpoint,
  stopRecalculation as stopEndpoint,
} from '@tribune/contract/operator/recalculation.ts'
import { remainingMs } from '@tribune/domain/results/recalculation.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { actOf } from '../../common/journal/service.ts'
import { countSettled, failuresOf, latestRun, matchesToRecalculate, type RunRow } from './queries.ts'
import { startRecalculation, stopRecalculation } from './service.ts'

export function registerRecalculation(route: Router, app: App): undefined {
  const presented = async (run: RunRow) =>
    presentRecalculation({
      run,
      counts: await countSettled(app.db, run.id),
      failures: await failuresOf(app.db, run.id, LISTED_FAILURES),
      now: app.clock.now(),
    })

  route(getRecalculation, async () => {
    const run = await latestRun(app.db)
    return { ...(await matchesToRecalculate(app.db)), run: run === undefined ? null : await presented(run) }
  })

  route(startEndpoint, async (call) => {
    const { scope, rest_of: restOf } = call.body
    const { joined, run } = await startRecalculation(app, actOf(call), { scope, restOf })
    return { joined, run: await presented(run) }
  })

  route(stopEndpoint, async (call) => ({ run: await presented(await stopRecalculation(app, actOf(call))) }))
  return undefined
}

interface RunParts {
  readonly run: RunRow
  readonly counts: Awaited<ReturnType<typeof countSettled>>
  readonly failures: Awaited<ReturnType<typeof failuresOf>>
  readonly now: Date
}

/** Presents a run, with the time it has taken and will take. */
function presentRecalculation({ run, counts, failures, now }: RunParts): Recalculation {
  const { id, scope, state, total, started_at, ended_at } = run
  const elapsedMs = Math.max((ended_at ?? now).getTime() - started_at.getTime(), 0)
  return {
    id,
    scope,
    state,
    total,
    ...counts,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    elapsed_ms: elapsedMs,
    remaining_ms: ended_at === null ? remainingMs({ total, settled: counts.done + counts.failed, elapsedMs }) : null,
    failures: failures.map(({ match_id, error_code, error }) => {
      const code = (error_code ?? 'internal') as ErrorCode
      return { match_id, code, detail: error ?? sentenceOf(code) }
    }),
  }
}
