import { voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import {
  DEMO_MATCH_ID,
  type DemoState,
  demoCourse,
  demoEvents,
  demoMinutesPlayed,
  keepsBallots,
} from '@tribune/domain/matches/demo-match.ts'
import { matchCoefficient } from '@tribune/domain/results/coefficient.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import { defaultSeason } from '@tribune/domain/season/dates.ts'
import { demoReasons } from '@tribune/french/sentences/operator/diagnostics.ts'
import type { App } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Act, journal, refuseChanged } from '../../common/journal/service.ts'
import { holdCoefficients, phaseCoefficients } from '../../matches/competitions/queries.ts'
import { rankStoredMatch } from '../../results/rankings/service.ts'
import {
  countDemoBallots,
  deleteDemoBallots,
  deleteDemoMatch,
  deleteDemoNames,
  demoCompetition,
  insertDemoMatch,
  lockDemoMatch,
} from './queries.ts'

const reasons: Partial<Record<DemoState, string>> = demoReasons
const SUBJECT = `match:${DEMO_MATCH_ID}`

/**
 * Makes the demo match, or makes it again in another state: a whistle is written once, so no state can be edited into any other. Its ballots stay
 * where the new state allows them. Refuses `no_competition`.
 */
export async function makeDemoMatch(app: App, act: Act, state: DemoState): Promise<void> {
  const now = app.clock.now()
  const course = demoCourse(state, now)
  const window = voteWindow(course)
  await app.db.transaction().execute(async (tx) => {
    await holdCoefficients(tx)
    const before = await lockDemoMatch(tx)
    await refuseOther(tx, act, before)
    const competition = await demoCompetition(tx)
    if (competition === undefined) throw new Refusal('no_competition')
    await deleteDemoMatch(tx)
    if (!keepsBallots(state)) await deleteDemoBallots(tx)
    const cc = competition.coefficient
    const kind = { competition: cc, phase: 'domestic', is_derby: false } as const
    const coefficient = matchCoefficient(kind, await phaseCoefficients(tx))
    const match = {
      ...course,
      status_reason: reasons[state] ?? null,
      competition_id: competition.id,
      competition_cc: cc,
      coefficient,
      season: defaultSeason(now).start.getUTCFullYear(),
      votes_open: window.open,
      votes_close_at: window.closes_at,
      observed_at: now,
      details_at: now,
      updated_at: now,
    }
    await insertDemoMatch(tx, match, demoMinutesPlayed(course), demoEvents(course))
    await journal(app, tx, act, {
      action: 'demo_match_made',
      subject: SUBJECT,
      before: before === undefined ? null : { status: before.status, minute: before.minute },
      after: { state },
    })
  })
  if (state === 'finished_closed') await publish(app)
  await notify(app)
}

async function publish(app: App): Promise<void> {
  try {
    await rankStoredMatch(app, DEMO_MATCH_ID, 'later')
  } catch (error) {
    // Another tab may have removed it.
    if (!(error instanceof Refusal && error.code === 'match_not_found')) throw error
  }
}

/** Removes the demo match with all of its rows. Returns false if there was none. */
export async function removeDemoMatch(app: App, act: Act): Promise<boolean> {
  const removed = await app.db.transaction().execute(async (tx) => {
    const before = await lockDemoMatch(tx)
    await refuseOther(tx, act, before)
    await deleteDemoMatch(tx)
    await deleteDemoBallots(tx)
    await deleteDemoNames(tx)
    if (before === undefined) return false
    const { status, minute } = before
    await journal(app, tx, act, { action: 'demo_match_removed', subject: SUBJECT, before: { status, minute } })
    return true
  })
  if (removed) await notify(app)
  return removed
}

type StoredMatch = Awaited<ReturnType<typeof lockDemoMatch>>

async function refuseOther(tx: Db, act: Act, match: StoredMatch): Promise<void> {
  const current =
    match === undefined
      ? null
      : { status: match.status, published: isMatchPublished(match), ballots: await countDemoBallots(tx) }
  await refuseChanged(tx, act, {
    current,
    subjects: [SUBJECT],
    actions: ['demo_match_made', 'demo_match_removed'],
    lastOtherChange: { by: 'system', at: match?.updated_at ?? null },
  })
}

async function notify(app: App): Promise<void> {
  await app.bus.publish('matches', { ids: [DEMO_MATCH_ID] })
  await app.bus.publish('lineups', { ids: [DEMO_MATCH_ID] })
}
