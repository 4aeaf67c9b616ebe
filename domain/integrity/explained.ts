import { push } from '../common/group.ts'
import { surprise } from './boxes.ts'
import { type Crowd, type Rows, SAME_TIME, type Sharing } from './crowd.ts'
import { LIMITS } from './limits.ts'
import { EVIDENCE } from './table.ts'

/** Evidence that may explain a choice by the accounts with history that share it: networks, and the moment. */
const EXPLAINING = [
  EVIDENCE.indexOf('network'),
  EVIDENCE.indexOf('network_wide'),
  EVIDENCE.indexOf('network_widest'),
  SAME_TIME,
]

/** Leaves out ballots of networks, and of moments, in which accounts with history make the same choice as often. */
export function withoutExplained(crowd: Crowd, choice: number, chosen: readonly number[], others: Rows): number[] {
  const excused = new Set<number>()
  const trusted = (crowd.rowsOf[choice] ?? new Int32Array()).filter((row) => crowd.isTrusted(row))
  for (const evidence of EXPLAINING) {
    const [without, known] = [countSharing(crowd, others, evidence), countSharing(crowd, trusted, evidence)]
    for (const [group, rows] of bySharing(crowd, chosen, evidence)) {
      const isOwnTaste = isExplained(crowd, choice, {
        chose: known.get(group) ?? 0,
        of: group.trusted,
        count: rows.length,
        others: without.get(group) ?? 0,
      })
      if (isOwnTaste) for (const row of rows) excused.add(row)
    }
  }
  return chosen.filter((row) => !excused.has(row) && !isInBurst(crowd, row))
}

/** Accounts with history on a network or at a moment, and how many of them made a choice. */
interface Known {
  readonly chose: number
  readonly of: number
}

/** Newcomers on the same network or at the same moment that made the choice, and that did not. */
interface Newcomers {
  readonly count: number
  readonly others: number
}

/** Returns the odds of a choice among accounts with history. */
export function oddsAmong({ chose, of }: Known): number {
  return (chose + 0.5) / (of - chose + 0.5)
}

/** Returns whether accounts with history make a choice as often on a network, or far more often there than elsewhere. */
function isExplained(crowd: Crowd, choice: number, { count, others, ...known }: Known & Newcomers): boolean {
  if (known.of < LIMITS.explaining) return false
  const isUsual = count < LIMITS.ratio * LIMITS.tolerance * oddsAmong(known) * (others + 1)
  return isUsual || isTasteOf(crowd, choice, known)
}

/** Returns whether accounts with history make a choice far more often in a group than elsewhere. */
function isTasteOf(crowd: Crowd, choice: number, known: Known): boolean {
  const usual = crowd.odds(choice)
  const isMore = known.of >= LIMITS.explaining && oddsAmong(known) >= LIMITS.burst * usual
  return isMore && surprise(known.chose, known.of - known.chose, usual) >= LIMITS.score / 2
}

/** Returns whether a ballot belongs to an honest burst: at its moment, accounts with history put one of its players on the same place far more often than usual. */
export function isInBurst(crowd: Crowd, row: number): boolean {
  const moment = crowd.sharingOf(row, SAME_TIME)
  if (moment === null) return false
  const { trusted: of } = moment
  return crowd.choicesOf(row).some((choice) => isTasteOf(crowd, choice, { chose: crowd.trustedAt(moment, choice), of }))
}

/** Groups rows that share evidence; rows that share none are left out. */
export function bySharing(crowd: Crowd, rows: Rows, evidence: number): Map<Sharing, number[]> {
  const groups = new Map<Sharing, number[]>()
  for (const row of rows) {
    const group = crowd.sharingOf(row, evidence)
    if (group !== null) push(groups, group, row)
  }
  return groups
}

/** Counts rows by the evidence that they share. */
function countSharing(crowd: Crowd, rows: Rows, evidence: number): Map<Sharing, number> {
  const counts = new Map<Sharing, number>()
  for (const row of rows) {
    const group = crowd.sharingOf(row, evidence)
    if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return counts
}
