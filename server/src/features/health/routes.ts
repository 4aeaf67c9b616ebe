import { getHealth, getLiveness, getReadiness } from '@tribune/contract/health.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { Refusal } from '../../kernel/refusal.ts'

export function registerHealth(route: Router, app: App): undefined {
  const ready = async () => {
    if (app.draining.isOn) throw new Refusal('busy')
    await app.pool.query('SELECT 1').catch(() => {
      throw new Refusal('busy')
    })
    return { ok: true as const, now: app.clock.now().toISOString() }
  }
  route(getHealth, ready)
  route(getReadiness, ready)
  route(getLiveness, async () => ({ ok: true as const }))
  return undefined
}
