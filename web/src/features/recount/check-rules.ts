import type { AuditProblem, LogProblem } from '@tribune/domain/audit/log.ts'
import type { AuditRecord } from '@tribune/domain/audit/record.ts'

/** Checks of a recount, in the order in which the screen lists them. */
const CHECKS = ['signature', 'log', 'seen', 'record', 'ballots', 'count', 'tally', 'ranking'] as const
type CheckId = (typeof CHECKS)[number]

/** Why a check is neither right nor wrong: no Ed25519 in this browser, no older checkpoint, too few ballots, or an earlier check without which it is impossible. */
export type OpenReason = 'unsupported' | 'firstSeen' | 'fewBallots' | 'before'

/** A check that failed has problems; one that was not possible has a reason. */
export interface Check {
  readonly id: CheckId
  readonly problems: readonly AuditProblem[]
  readonly open: OpenReason | null
}

/** The check that finds each problem. A log that goes on from another one has the problems of both. */
const CHECK_OF: Readonly<Record<AuditProblem, CheckId>> = {
  checkpoint_malformed: 'signature',
  key_unknown: 'signature',
  signature_wrong: 'signature',
  log_cut: 'log',
  log_index: 'log',
  log_differs: 'log',
  log_start: 'log',
  log_rewritten: 'log',
  record_altered: 'record',
  record_malformed: 'record',
  record_unlogged: 'record',
  entry_differs: 'record',
  ballots_missing: 'ballots',
  ballots_hash_differs: 'ballots',
  ballots_unreadable: 'ballots',
  ballots_unordered: 'ballots',
  tree_differs: 'ballots',
  count_differs: 'count',
  void_differs: 'tally',
  tally_differs: 'tally',
  ranking_differs: 'ranking',
}

/** Findings of a recount. `seen` has the problems of older checkpoints that this browser stored. */
export interface Findings {
  readonly problems: readonly AuditProblem[]
  readonly seen: readonly LogProblem[]
  readonly open: Readonly<Partial<Record<CheckId, OpenReason>>>
}

/** Returns the checks of a recount, each with its problems, without repetition. A check with a problem is not open. */
export function checksOf({ problems, seen, open }: Findings): Check[] {
  return CHECKS.map((id) => {
    const found = id === 'seen' ? seen : problems.filter((problem) => CHECK_OF[problem] === id)
    return { id, problems: [...new Set(found)], open: found.length > 0 ? null : (open[id] ?? null) }
  })
}

/** A player of the ranking. `published` holds the points of the record; `null` if it does not rank the player. */
export interface RecountRow {
  readonly id: number
  readonly name: string
  readonly rank: number
  readonly points: number
  readonly published: number | null
}

/** The record that was checked. `hash` is that of its bytes, in hex. */
export interface CheckedRecord
  extends Pick<AuditRecord, 'match' | 'attempt' | 'counted' | 'set_aside' | 'provisional' | 'ballots' | 'players'> {
  readonly hash: string
}

/** Outcome of a recount. `record` is `null` if it is malformed. `season` names the log that lists it, for links to its files. */
export interface Outcome {
  readonly checks: readonly Check[]
  readonly record: CheckedRecord | null
  readonly rows: readonly RecountRow[]
  readonly season: string | null
  /** Signed checkpoints by origin, to be stored for the next recount. */
  readonly checkpoints: Readonly<Record<string, string>>
}

/** Answers that a recount cannot do without. */
export type Part = 'record' | 'log' | 'ballots' | 'program'

/** An answer that cannot be read. `missing` is the server's answer that there is none, `busy` that it has too much to do. */
export interface Failure {
  readonly part: Part
  readonly why: 'offline' | 'missing' | 'busy' | 'failed'
}

/** Returns whether a check failed. */
export function isWrong({ problems }: Check): boolean {
  return problems.length > 0
}

/** Returns whether record and ballots are right, so that a proof may refer to their tree. */
export function hasTree({ checks, record }: Outcome): boolean {
  const wrong = checks.filter(isWrong).map(({ id }) => id)
  return record?.ballots != null && !wrong.includes('record') && !wrong.includes('ballots')
}
