import {
  listCompetitions,
  listMatchCoefficients,
  setCmTable,
  setCompetitionCc,
  setCompetitionEnabled,
} from '@tribune/contract/competitions.ts'
import { uefaCountryRanking } from '@tribune/contract/functions.ts'
import { MATCH_PHASES } from '@tribune/domain/coefficient.ts'
import { FeedError } from '@tribune/football/feed.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { ownPicture } from '../../infra/media/own-picture.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { competitions, phaseCoefficients } from './queries.ts'
import { changeCompetitionCoefficient, changePhaseTable, enableCompetition } from './service.ts'

export function registerCompetitions(route: Router, app: App): undefined {
  route(listCompetitions, async ({ query, read }) => {
    const enabled = query.enabled === undefined ? undefined : query.enabled === 'true'
    const rows = await read(() => competitions(app.db, { enabled, order: query.order, limit: query.limit }))
    return { items: rows.map((row) => ({ ...row, logo: ownPicture('competitions', row.id, row.logo) })) }
  })

  route(listMatchCoefficients, async ({ read }) => {
    const stored = new Map((await read(() => phaseCoefficients(app.db))).map((row) => [row.phase, row.coefficient]))
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

  // Anybody reads it, so it leaves no row in `edge_metrics`.
  route(uefaCountryRanking, async ({ query }) => {
    const ranking = await app.countries.ranking(query.year).catch((error: unknown) => refuseUnread(app, error))
    return { ...ranking, items: [...ranking.items] }
  })
  return undefined
}

/** A year of which there is no table is the caller's mistake, not the source's. */
function refuseUnread(app: App, error: unknown): never {
  if (!(error instanceof FeedError)) throw error
  if (error.kind === 'bad_request') throw new Refusal('invalid_request')
  app.log.warn({ err: error }, 'country ranking not read')
  throw new Refusal('feed_unavailable')
}
