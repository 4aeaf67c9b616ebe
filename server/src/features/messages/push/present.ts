import type { PushSubscription } from '@tribune/contract/own/push.ts'
import type { SubscriptionRow } from './queries.ts'

export function presentSubscription(row: SubscriptionRow): PushSubscription {
  return {
    id: row.id,
    kind: row.kind,
    service: row.kind === 'web' ? new URL(row.endpoint).host : null,
    since: row.created_at.toISOString(),
    last_success: row.last_success_at?.toISOString() ?? null,
  }
}
