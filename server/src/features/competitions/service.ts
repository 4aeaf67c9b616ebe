import { MATCH_PHASES, matchCoefficient, type PhaseCoefficient, roundCoefficient } from '@tribune/domain/coefficient.ts'
import type { App } from '../../context.ts'
import type { Db } from '../../infra/database/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { rebuildSeason } from '../rankings/service.ts'
import {
  applyCoefficients,
  coefficientCases,
  competitionCoefficients,
  phaseCoefficients,
  setCompetitionCoefficient,
  setEnabled,
  setPhaseCoefficient,
} from './queries.ts'

/** Bounds of a match's coefficient, as its column has them. */
const LEAST = 0.01
const MOST = 99_999.99
const PLAYED_PHASES = MATCH_PHASES.filter((phase) => phase !== 'derby_multiplier')

/** Shows or hides a competition; the season follows. Refuses `competition_not_found`. */
export async function enableCompetition(app: App, id: number, enabled: boolean) {
  const competition = await setEnabled(app.db, id, enabled)
  if (competition === undefined) throw new Refusal('competition_not_found')
  try {
    await rebuildSeason(app)
  } finally {
    // It is shown or hidden already.
    await app.bus.publish('competitions', {})
  }
  return competition
}

/**
 * Changes a competition's coefficient and that of all its matches. Points already given keep their value until their match is
 * ranked again; the diagnostics point at the difference. Gives the matches changed. Refuses `competition_not_found`.
 */
export async function changeCompetitionCoefficient(app: App, id: number, coefficient: number): Promise<number> {
  return change(app, async (tx) => {
    if (!(await setCompetitionCoefficient(tx, id, roundCoefficient(coefficient))))
      throw new Refusal('competition_not_found')
  })
}

/** Changes coefficients of phases, and every match's with them. Gives the matches changed. */
export async function changePhaseTable(app: App, table: readonly PhaseCoefficient[]): Promise<number> {
  return change(app, async (tx) => {
    for (const { phase, coefficient } of table) await setPhaseCoefficient(tx, phase, roundCoefficient(coefficient))
  })
}

async function change(app: App, write: (tx: Db) => Promise<void>): Promise<number> {
  const changed = await app.db.transaction().execute(async (tx) => {
    await write(tx)
    const table = await phaseCoefficients(tx)
    refuseMisfits(await competitionCoefficients(tx), table)
    const cases = (await coefficientCases(tx)).map((row) => {
      const { phase } = row
      return {
        ...row,
        coefficient: matchCoefficient({ competition: row.competition_cc, phase, is_derby: row.is_derby }, table),
      }
    })
    return applyCoefficients(tx, cases)
  })
  await app.bus.publish('competitions', {})
  return changed
}

/** Every product that a match could have must fit, also of matches yet to come. Refuses `invalid_request`. */
function refuseMisfits(competitions: readonly number[], table: readonly PhaseCoefficient[]): void {
  const products = competitions.flatMap((competition) =>
    PLAYED_PHASES.flatMap((phase) =>
      [false, true].map((is_derby) => matchCoefficient({ competition, phase, is_derby }, table)),
    ),
  )
  if (products.some((product) => product < LEAST || product > MOST)) throw new Refusal('invalid_request')
}
