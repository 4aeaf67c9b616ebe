import type { App } from '../../../context.ts'
import { type OpenRun, openRuns } from '../../../infra/jobs/run.ts'
import { runUnderWay as recalculationUnderWay } from '../../results/recalculation/queries.ts'

/**
 * Lists what is under way on all servers, longest first: jobs, runs by hand, and the recalculation from its start to its end, whichever job works on
 * it at the time.
 */
export async function runsUnderWay({ db, jobs }: Pick<App, 'db' | 'jobs'>, limit: number): Promise<OpenRun[]> {
  const [inQueue, byHand, recalculation] = await Promise.all([
    jobs.underWay(limit),
    openRuns(db, limit),
    recalculationUnderWay(db),
  ])
  return [
    ...inQueue.filter(({ name }) => name !== 'recalculation'),
    ...byHand,
    ...(recalculation === undefined
      ? []
      : [{ id: recalculation.id, name: 'recalculation', startedAt: recalculation.started_at }]),
  ].toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime())
}
