import { getHealth } from '@tribune/contract/health.ts'
import type { App } from '../app.ts'
import { Refusal } from './refusal.ts'
import type { Router } from './route.ts'

export function registerHealth(route: Router, app: App): undefined {
  route(getHealth, async () => {
    await app.pool.query('SELECT 1').catch(() => {
      throw new Refusal('busy')
    })
    return { ok: true as const, now: app.clock.now().toISOString() }
  })
  return undefined
}
