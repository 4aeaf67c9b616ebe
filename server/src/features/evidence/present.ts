import { ACCOUNT_STRENGTHS, evidenceEnd } from '@tribune/domain/evidence.ts'
import type { evidenceOf } from './queries.ts'

type EvidenceRow = Awaited<ReturnType<typeof evidenceOf>>[number]

/** Presents the evidence of a ballot to its fan. */
export function presentEvidence(row: EvidenceRow) {
  return {
    account_strength: ACCOUNT_STRENGTHS[row.account_strength ?? 0] ?? 'none',
    account_age_hours: row.account_hours ?? 0,
    network_hashes: row.networks,
    device_hash: row.device,
    changes: row.changes ?? 0,
    kept_until: evidenceEnd(row.published_at)?.toISOString() ?? null,
  }
}
