import { closeStale, isStaleLive } from '@tribune/domain/matches/clock.ts'
import { correctCourse, correctionRefusal, type Wish } from '@tribune/domain/matches/correction.ts'
import type { JobContext } from '../../../context.ts'
import { databaseNow } from '../../../infra/database/sql.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { lockBallots } from '../../ballots/tally/queries.ts'
import { endAttempt } from '../../common/attempts/queries.ts'
import { type Act, journal, refuseChanged } from '../../common/journal/service.ts'
import { lockMatches, type MatchRow, matchRow } from '../../matches/matches/queries.ts'
import { inPlay, saveMatches } from '../ingestion/queries.ts'
import { anomalyRow, courseRow, queueRatingReads, reportAnomalies } from '../ingestion/service.ts'

/** Closes live matches without news for hours by the database's clock, with an estimated whistle. Returns their number. */
export async function closeStaleMatches(app: JobContext): Promise<number> {
  const now = await databaseNow(app.db, app.clock)
  const ids = await app.db.transaction().execute(async (tx) => {
    const candidates = (await inPlay(tx)).filter((row) => isStaleLive(row, row.observed_at, now))
    const rows = await lockMatches(
      tx,
      candidates.map((row) => row.id),
    )
    // Read again: while the lock was waited for, another server may have stored news.
    const closed = rows.filter((row) => isStaleLive(row, row.observed_at, now))
    const steps = closed.map((row) => ({ row, match: closeStale(row, now).match }))
    await saveMatches(
      tx,
      steps.map(({ row, match }) => courseRow(row, match, now)),
    )
    for (const { row, match } of steps) await queueRatingReads(app, tx, row.id, match.finished_at ?? now, now)
    await reportAnomalies(
      app,
      tx,
      closed.map((row) => anomalyRow(row.id, 'closed_by_estimate', row.raw_status, now)),
    )
    return closed.map((row) => row.id)
  })
  if (ids.length > 0) await app.bus.publish('matches', { ids })
  return ids.length
}

/** A correction by the operator, for a reason that the journal stores. */
export interface RequestedCorrection extends Wish {
  readonly matchId: number
  readonly reason: string
}

/** Refuses a correction as `correctMatch` would now. Returns the course that it would replace. */
export async function checkCorrection(app: JobContext, correction: RequestedCorrection): Promise<Course> {
  const row = await matchRow(app.db, correction.matchId)
  if (row === undefined) throw new Refusal('match_not_found')
  const refusal = correctionRefusal(row, correction, app.clock.now())
  if (refusal !== null) throw new Refusal(refusal)
  return replacedOf(row)
}

/** Course of a match as far as a correction replaces it: its minute moves by itself. */
type Course = Pick<MatchRow, 'status' | 'attempt'>
const replacedOf = ({ status, attempt }: Course): Course => ({ status, attempt })

/** Corrects the course of a match whose feed is wrong, and publishes the change. Returns the new course. Refuses like `correctCourse`, and with `match_not_found`. */
export async function correctMatch(app: JobContext, act: Act, correction: RequestedCorrection): Promise<Course> {
  const { matchId, reason, to, minute, replay } = correction
  const now = app.clock.now()
  const course = await app.db.transaction().execute(async (tx) => {
    if (replay) await lockBallots(tx, [matchId])
    const [row] = await lockMatches(tx, [matchId])
    if (row === undefined) throw new Refusal('match_not_found')
    const corrected = correctCourse(row, correction, now)
    if (typeof corrected === 'string') throw new Refusal(corrected)
    await refuseChanged(tx, act, {
      current: { ...replacedOf(row) },
      subjects: [`match:${matchId}`],
      actions: ['match_corrected'],
      lastOtherChange: { by: 'feed', at: row.updated_at },
    })
    if (replay) await endAttempt(tx, matchId, row.attempt)
    await saveMatches(tx, [{ ...courseRow(row, corrected, now), observed_at: now }])
    await journal(app, tx, act, {
      action: 'match_corrected',
      subject: `match:${matchId}`,
      before: courseOf(row),
      after: { ...courseOf(corrected), reason },
    })
    if (to === 'finished') await queueRatingReads(app, tx, matchId, now, now)
    return replacedOf(corrected)
  })
  app.log.warn({ match_id: matchId, to, minute, replay }, 'match corrected by the operator')
  await app.bus.publish('matches', { ids: [matchId] })
  if (replay) await app.bus.publish('lineups', { ids: [matchId] })
  return course
}

/** The fields of a match that the journal stores of a correction. */
const courseOf = ({ status, minute, attempt }: Pick<MatchRow, 'status' | 'minute' | 'attempt'>) => ({
  status,
  minute,
  attempt,
})
