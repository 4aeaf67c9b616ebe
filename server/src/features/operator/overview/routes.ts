import { getOperatorOverview } from '@tribune/contract/operator/overview.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { presentOverview } from './present.ts'
import { OverviewReader } from './service.ts'

export function registerOverview(route: Router, app: App): undefined {
  const reader = new OverviewReader(app)
  route(getOperatorOverview, async () => presentOverview(await reader.read()))
  return undefined
}
