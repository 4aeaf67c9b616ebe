import {
  getDemoMatch,
  makeDemoMatch as makeEndpoint,
  removeDemoMatch as removeEndpoint,
} from '@tribune/contract/operator/demo-match.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { actOf } from '../../common/journal/service.ts'
import { demoMatchRow } from './queries.ts'
import { makeDemoMatch, removeDemoMatch } from './service.ts'

export function registerDemoMatch(route: Router, app: App): undefined {
  const present = async () => {
    const row = await demoMatchRow(app.db)
    if (row === undefined) return { match: null }
    const { published_at: _at, votes_close_at, ...match } = row
    return {
      match: {
        ...match,
        votes_close_at: votes_close_at?.toISOString() ?? null,
        published: isMatchPublished(row),
      },
    }
  }

  route(getDemoMatch, present)

  route(makeEndpoint, async (call) => {
    await makeDemoMatch(app, actOf(call), call.body.state)
    return present()
  })

  route(removeEndpoint, async (call) => ({ removed: await removeDemoMatch(app, actOf(call)) }))
  return undefined
}
