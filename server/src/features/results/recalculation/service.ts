import type { RECALCULATION_SCOPES } from '@tribune/contract/operator/recalculation.ts'
import { cleanText } from '@tribune/domain/common/clean-text.ts'
import { RECALCULATION_BATCH } from '@tribune/domain/results/recalculation.ts'
import type { JobContext } from '../../../context.ts'
import { isDatabaseAway } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Act, journal, refuseChanged } from '../../common/journal/service.ts'
import { allowLongWork } from '../../season/season-ranking/queries.ts'
import { followOpenSeason } from '../../season/season-ranking/service.ts'
import { notifyPublished, type Ranked, rankWithin, recordFirst } from '../rankings/service.ts'
import {
  askToStop,
  endRun,
  insertRun,
  latestRun,
  nextMatches,
  type RunRow,
  recordFailure,
  runUnderWay,
  tickOff,
} from './queries.ts'

type Scope = (typeof RECALCULATION_SCOPES)[number]

const MAX_ERROR_LENGTH = 300
/** Refusals of a recalculation without a match. */
const NOTHING_OF = { all: 'no_finished_match', marked: 'no_marked_match' } as const

const isUnderWay = ({ state }: RunRow) => state === 'running' || state === 'stopping'

/**
 * Starts a recalculation, whose matches are fixed now, or joins the one that is under way. It is queued in the transaction that stores it, so that
 * it runs even if this server stops (docs/decisions/049). `restOf` names the last one, which was stopped: the new one takes what it left.
 * Refuses `no_finished_match` and `no_marked_match`, and `no_recalculation` if the last one is another, or left nothing.
 */
export async function startRecalculation(
  app: JobContext,
  act: Act,
  { scope, restOf }: { readonly scope: Scope; readonly restOf?: string | undefined },
): Promise<{ joined: boolean; run: RunRow }> {
  const at = app.clock.now()
  return app.db.transaction().execute(async (tx) => {
    const last = restOf === undefined ? undefined : await latestRun(tx)
    if (last !== undefined && !isUnderWay(last) && (last.id !== restOf || last.state !== 'stopped'))
      throw new Refusal('no_recalculation')
    const started = await insertRun(tx, { scope, restOf, operatorId: act.operatorId, at })
    await queue(app, tx)
    if (started === undefined) {
      const run = (await runUnderWay(tx)) ?? (await latestRun(tx))
      if (run === undefined) throw new Error('No recalculation to join')
      return { joined: true, run }
    }
    if (started.total === 0) throw new Refusal(restOf === undefined ? NOTHING_OF[scope] : 'no_recalculation')
    await journal(app, tx, act, {
      action: 'recalculation_started',
      subject: `recalculation:${started.id}`,
      after: { scope, matches: started.total },
    })
    return { joined: false, run: started }
  })
}

/** Asks the recalculation under way to end after its batch. Refuses `no_recalculation`. */
export async function stopRecalculation(app: JobContext, act: Act): Promise<RunRow> {
  return app.db.transaction().execute(async (tx) => {
    const run = await askToStop(tx)
    if (run === undefined) throw new Refusal('no_recalculation')
    const current = { id: run.id }
    await refuseChanged(tx, act, { current, subjects: [`recalculation:${run.id}`], actions: ['recalculation_started'] })
    await queue(app, tx)
    await journal(app, tx, act, {
      action: 'recalculation_stopped',
      subject: `recalculation:${run.id}`,
      before: { state: 'running' },
      after: { state: 'stopping' },
    })
    return run
  })
}

/** Queues the job that works on the run under way. Its key is empty, like that of the scheduled job, so that at most one of both is queued or running. */
async function queue(app: JobContext, tx: Parameters<typeof runUnderWay>[0]): Promise<void> {
  await app.jobs.send(tx, 'recalculation', {}, null, '')
}

/** Ranks the next batch of a run, and updates the season of its players. Returns the number of its matches; 0 when none waits. */
export async function recalculateBatch(app: JobContext, run: RunRow): Promise<number> {
  const ids = await nextMatches(app.db, run.id, RECALCULATION_BATCH)
  const settled = await Promise.all(ids.map((id) => recalculateNext(app, run.id, id)))
  const changed = ids.filter((_id, index) => settled[index]?.changed === true)
  const players = new Set(settled.flatMap((ranked) => ranked?.seasonal ?? []))
  // A server that dies before this leaves it to the end, which counts the whole open season again.
  if (players.size > 0) await app.db.transaction().execute((tx) => followOpenSeason(app, tx, [...players]))
  if (changed.length > 0) await notifyPublished(app, changed)
  return ids.length
}

/** Ranks a match and ticks it off in one transaction, so that each match is done once even if a server dies. Records a failure. */
async function recalculateNext(app: JobContext, runId: string, matchId: number): Promise<Ranked | null> {
  try {
    await recordFirst(app, matchId)
    return await app.db.transaction().execute(async (tx) => {
      if (!(await tickOff(tx, runId, matchId))) return null
      return rankWithin(app, tx, matchId, { season: 'later', coefficient: 'present' })
    })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const code = error instanceof Refusal ? error.code : 'internal'
    app.log.warn({ err: error, match_id: matchId, recalculation: runId }, 'match could not be recalculated')
    const detail = error instanceof Refusal ? null : cleanText(String(error), MAX_ERROR_LENGTH)
    await recordFailure(app.db, runId, matchId, code, detail)
    return null
  }
}

/**
 * Ends a run. In the same transaction the open season is counted again from all published points; a past one followed each of its matches at once.
 */
export async function endRecalculation(app: JobContext, run: RunRow, state: 'stopped' | 'done'): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await allowLongWork(tx)
    await followOpenSeason(app, tx, null)
    await endRun(tx, run.id, state, app.clock.now())
  })
  await app.bus.publish('season', {})
}
