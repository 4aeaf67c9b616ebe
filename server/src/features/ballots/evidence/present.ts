import { ACCOUNT_STRENGTHS, evidenceEnd } from '@tribune/domain/ballots/evidence.ts'
import type { EvidenceRow } from './queries.ts'

/** Presents the evidence of a ballot to its fan. */
export function presentEvidence(row: EvidenceRow) {
  return {
    account_strength: ACCOUNT_STRENGTHS[row.account_strength] ?? 'none',
    account_age_hours: row.account_hours,
    network_hashes: row.networks,
    device_hash: row.device,
    changes: row.changes,
    kept_until: evidenceEnd(row.published_at)?.toISOString() ?? null,
  }
}
