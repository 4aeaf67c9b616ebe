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
  for (const evidence of EXPLAINING) {
    const besides = bySharing(crowd, others, evidence)
    for (const [group, rows] of bySharing(crowd, chosen, evidence)) {
      const isOwnTaste = isExplained(crowd, choice, group, rows.length, besides.get(group)?.length ?? 0)
      if (isOwnTaste) for (const row of rows) excused.add(row)
    }
  }
  return chosen.filter((row) => !excused.has(row) && !isInBurst(crowd, row))
}

/** Whether accounts with history make a choice as often on a network, or far more often there than elsewhere. */
function isExplained(crowd: Crowd, choice: number, group: Sharing, count: number, others: number): boolean {
  const { odds, of } = crowd.oddsIn(group, choice)
  if (of < LIMITS.explaining) return false
  return count < LIMITS.ratio * LIMITS.tolerance * odds * (others + 1) || isTasteOf(crowd, group, choice)
}

/** Whether accounts with history make a choice far more often in a group than elsewhere. */
function isTasteOf(crowd: Crowd, group: Sharing, choice: number): boolean {
  const { odds, of, chose } = crowd.oddsIn(group, choice)
  const usual = crowd.odds(choice)
  const isMore = of >= LIMITS.explaining && odds >= LIMITS.burst * usual
  return isMore && surprise(chose, of - chose, usual) >= LIMITS.score / 2
}

/** Whether a ballot belongs to an honest burst: at its moment, accounts with history put one of its players on the same place far more often than usual. */
export function isInBurst(crowd: Crowd, row: number): boolean {
  const moment = crowd.sharingOf(row, SAME_TIME)
  return moment !== null && crowd.choicesOf(row).some((choice) => isTasteOf(crowd, moment, choice))
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
