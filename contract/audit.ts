import { ACCOUNT_STRENGTHS } from '@tribune/domain/ballots/evidence.ts'
import type { SentBallot } from '@tribune/domain/integrity/ballots.ts'
import { z } from 'zod'
import { endpoint, integer, matchId } from './endpoint.ts'

/** A SHA-256 in hex. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const record = z.file().mime('application/json')
const lines = z.file().mime('application/x-ndjson')
const text = z.file().mime('text/plain')

/** The first year of a football season; `.2` and so on for the logs that continue it. */
const season = z.string().regex(/^\d{4}(?:\.[1-9]\d?)?$/)
const seasonLog = z.object({ season })
const index = integer(0, 2_147_483_647)

/** Maximum number of entries of a log in one answer. */
const AUDIT_ENTRIES = 1_000

/** RFC 9162, sections 2.1.3 and 2.1.4. */
const proof = z.object({ hashes: z.array(sha256) })

export const getAuditRecord = endpoint({
  method: 'GET',
  path: '/api/audit/matches/:match_id',
  summary: 'The newest public record of a match',
  access: 'public',
  cdn: true,
  params: z.object({ match_id: matchId }),
  output: record,
  errors: ['audit_unknown'],
})

export const getAuditRecordByHash = endpoint({
  method: 'GET',
  path: '/api/audit/records/:hash',
  summary: 'A public record by the hash of its bytes',
  access: 'public',
  cdn: true,
  params: z.object({ hash: sha256 }),
  output: record,
  errors: ['audit_unknown'],
})

export const findAuditBallots = endpoint({
  method: 'GET',
  path: '/api/audit/matches/:match_id/ballots',
  summary: 'Redirects to the ballots of the newest public record of a match',
  access: 'public',
  cdn: true,
  params: z.object({ match_id: matchId }),
  output: lines,
  errors: ['audit_unknown'],
})

export const getAuditBallots = endpoint({
  method: 'GET',
  path: '/api/audit/matches/:match_id/ballots/:hash',
  summary: 'The ballots of a public record by the hash of their bytes',
  access: 'public',
  cdn: true,
  params: z.object({ match_id: matchId, hash: sha256 }),
  output: lines,
  errors: ['audit_unknown'],
})

export const getAuditCheckpoint = endpoint({
  method: 'GET',
  path: '/api/audit/log/:season/checkpoint',
  summary: 'The signed checkpoint of a season’s log',
  access: 'public',
  cdn: true,
  params: seasonLog,
  output: text,
  errors: ['audit_unknown'],
})

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/audit/log/:season/entries',
  summary: 'Entries of a season’s log, from an index on',
  access: 'public',
  cdn: true,
  params: seasonLog,
  query: z.object({ from: index.default(0), limit: integer(1, AUDIT_ENTRIES).default(AUDIT_ENTRIES) }),
  output: lines,
  errors: ['audit_unknown'],
})

export const getAuditInclusion = endpoint({
  method: 'GET',
  path: '/api/audit/log/:season/inclusion',
  summary: 'Proves that a season’s log of a size has an entry',
  access: 'public',
  cdn: true,
  params: seasonLog,
  query: z.object({ index, size: index }),
  output: proof,
  errors: ['audit_unknown'],
})

export const getAuditConsistency = endpoint({
  method: 'GET',
  path: '/api/audit/log/:season/consistency',
  summary: 'Proves that a season’s log of one size begins with that of another',
  access: 'public',
  cdn: true,
  params: seasonLog,
  query: z.object({ from: index, to: index }),
  output: proof,
  errors: ['audit_unknown'],
})

export const listAuditKeys = endpoint({
  method: 'GET',
  path: '/.well-known/tribune-audit-keys',
  summary: 'Public keys of the logs, a C2SP verifier key each line',
  access: 'public',
  cdn: true,
  output: text,
})

export const getBallotProof = endpoint({
  method: 'GET',
  path: '/api/audit/matches/:match_id/mine',
  summary: 'Proves to the caller that the newest public record of a match has their ballot',
  access: 'fan',
  params: z.object({ match_id: matchId }),
  output: z.object({
    /** The newest record of the match. */
    record: sha256,
    /** The caller’s account and the 32 bytes from which they compute the salt, in hex. */
    account: z.uuid(),
    r: sha256,
    ballot: z.object({
      first: z.number().int(),
      second: z.number().int(),
      third: z.number().int(),
      status: z.enum(['counted', 'set_aside']),
    }),
    /** Where its leaf is in the tree, and the proof. */
    index: z.number().int(),
    hashes: z.array(sha256),
  }),
  errors: ['audit_unknown', 'audit_no_ballot'],
})
export type BallotProof = z.output<typeof getBallotProof.output>

const sentId = z.string().min(1).max(200)
const hash = z.string().min(1).max(200).nullable()
const count = z.number().int().min(0)

/** A line of a file of ballots, as the integrity rule reads it. */
export const sentBallot = z.object({
  id: sentId,
  account: sentId,
  match: z.number().int(),
  kickoff: z.iso.datetime({ offset: true }),
  at: z.iso.datetime({ offset: true }),
  first: count,
  second: count,
  third: count,
  account_created: z.iso.datetime({ offset: true }),
  strength: z.enum(ACCOUNT_STRENGTHS),
  earlier_votes: count,
  mail: z.string().regex(/^(?:popular|none|small:.{1,200})$/),
  device: hash,
  network: hash,
  network_wide: hash,
  network_widest: hash,
  changes: count,
}) satisfies z.ZodType<SentBallot>
