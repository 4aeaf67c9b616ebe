import { getHealth, getLiveness, getReadiness } from '@tribune/contract/health.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { Refusal } from '../../../kernel/refusal.ts'

export function registerHealth(route: Router, app: App): undefined {
  let asking: Promise<boolean> | null = null
  const ready = async () => {
    if (app.draining.isOn) throw new Refusal('busy')
    // However many callers ask, one question to the database at a time.
    asking ??= takesWrites(app).finally(() => {
      asking = null
    })
    if (!(await asking)) throw new Refusal('busy')
    const refusal = app.realtime.refusal()
    return {
      ok: true as const,
      now: app.clock.now().toISOString(),
      status: refusal === null ? ('ok' as const) : ('degraded' as const),
      reasons: refusal === null ? [] : [`feed_${refusal}`],
    }
  }
  route(getHealth, ready)
  route(getReadiness, ready)
  route(getLiveness, async () => ({ ok: true as const }))
  return undefined
}

/** Returns whether the database answers and takes writes; a standby, as after a failover, only answers. Reads a setting, and no table. */
async function takesWrites({ pool }: Pick<App, 'pool'>): Promise<boolean> {
  const query = `SELECT current_setting('transaction_read_only') = 'off' AS writable`
  const { rows } = await pool.query<{ writable: boolean }>(query).catch(() => ({ rows: [] }))
  return rows[0]?.writable === true
}
