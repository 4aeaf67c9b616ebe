import type { OperatorNotice } from '@tribune/contract/operator/notices.ts'
import type { StoredNotice } from './queries.ts'

export function presentNotice({ id, text, starts_at, ends_at }: StoredNotice): OperatorNotice {
  return { id, text, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
}
