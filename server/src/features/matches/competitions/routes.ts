import {
  listCompetitions,
  listMatchCoefficients,
  setCmTable,
  setCompetitionCc,
  setCompetitionEnabled,
} from '@tribune/contract/competitions.ts'
import {
  applyCountryCoefficients,
  listOperatorCompetitions,
  uefaCountryRanking,
} from '@tribune/contract/operator/coefficients.ts'
import { MATCH_PHASES, type PhaseCoefficient } from '@tribune/domain/results/coefficient.ts'
import { uefaCodeOf } from '@tribune/football/country-ranking/source.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { actOf } from '../../common/journal/service.ts'
import { competitions, countCompetitions, phaseCoefficients, weighedCompetitions } from './queries.ts'
import {
  applyProposal,
  changeCompetitionCoefficient,
  changePhaseTable,
  enableCompetition,
  readCountryRanking,
} from './service.ts'

export function registerCompetitions(route: Router, app: App): undefined {
  route(listCompetitions, async ({ query, read }) => {
    const enabled = query.enabled === undefined ? undefined : query.enabled === 'true'
    const rows = await read(() => competitions(app.db, { enabled, order: query.order, limit: query.limit }))
    return { items: rows.map((row) => ({ ...row, logo: ownPicture('competitions', row.id, row.logo) })) }
  })

  route(listMatchCoefficients, async ({ read }) => ({ items: wholeTable(await read(() => phaseCoefficients(app.db))) }))

  route(listOperatorCompetitions, async ({ query }) => {
    const [rows, total, phases] = await Promise.all([
      weighedCompetitions(app.db, query),
      countCompetitions(app.db),
      phaseCoefficients(app.db),
    ])
    const items = rows.map((row) => ({
      ...row,
      groups: [...row.groups],
      logo: ownPicture('competitions', row.id, row.logo),
      country_code: uefaCodeOf(row.country),
    }))
    return { items, total, phases: wholeTable(phases) }
  })

  route(applyCountryCoefficients, (call) => applyProposal(app, actOf(call), call.body))

  route(setCompetitionEnabled, async (call) => {
    const row = await enableCompetition(app, actOf(call), call.body.id, call.body.enabled)
    return { ...row, logo: ownPicture('competitions', row.id, row.logo) }
  })

  route(setCompetitionCc, async (call) => ({
    matches_updated: await changeCompetitionCoefficient(app, actOf(call), call.body.id, call.body.coefficient),
  }))

  route(setCmTable, async (call) => ({
    matches_updated: await changePhaseTable(app, actOf(call), call.body.table),
  }))

  // A public read, so it leaves no row in `edge_metrics`.
  route(uefaCountryRanking, async ({ query }) => {
    const ranking = await readCountryRanking(app, query.year)
    return { ...ranking, items: [...ranking.items] }
  })
  return undefined
}

/** Every phase in the order of the table; a missing row counts as 1. */
function wholeTable(rows: readonly PhaseCoefficient[]): PhaseCoefficient[] {
  const stored = new Map(rows.map((row) => [row.phase, row.coefficient]))
  return MATCH_PHASES.map((phase) => ({ phase, coefficient: stored.get(phase) ?? 1 }))
}
