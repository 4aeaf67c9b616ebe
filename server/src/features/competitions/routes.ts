import {
  listCompetitions,
  listMatchCoefficients,
  setCmTable,
  setCompetitionCc,
  setCompetitionEnabled,
} from '@tribune/contract/competitions.ts'
import { MATCH_PHASES } from '@tribune/domain/coefficient.ts'
import type { App } from '../../app.ts'
import { ownPicture } from '../../http/picture.ts'
import type { Router } from '../../http/route.ts'
import { competitions, phaseCoefficients } from './queries.ts'
import { changeCompetitionCoefficient, changePhaseTable, enableCompetition } from './service.ts'

export function registerCompetitions(route: Router, app: App): undefined {
  route(listCompetitions, async ({ query }) => {
    const enabled = query.enabled === undefined ? undefined : query.enabled === 'true'
    const rows = await competitions(app.db, { enabled, order: query.order, limit: query.limit })
    return { items: rows.map((row) => ({ ...row, logo: ownPicture('competitions', row.id, row.logo) })) }
  })

  route(listMatchCoefficients, async () => {
    const stored = new Map((await phaseCoefficients(app.db)).map((row) => [row.phase, row.coefficient]))
    return { items: MATCH_PHASES.map((phase) => ({ phase, coefficient: stored.get(phase) ?? 1 })) }
  })

  route(setCompetitionEnabled, async ({ body }) => {
    const row = await enableCompetition(app, body.id, body.enabled)
    return { ...row, logo: ownPicture('competitions', row.id, row.logo) }
  })

  route(setCompetitionCc, async ({ body }) => ({
    matches_updated: await changeCompetitionCoefficient(app, body.id, body.coefficient),
  }))

  route(setCmTable, async ({ body }) => ({ matches_updated: await changePhaseTable(app, body.table) }))
  return undefined
}
