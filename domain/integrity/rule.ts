import { push } from '../common/lists.ts'
import { density, searchBox, surprise } from './boxes.ts'
import { Crowd, type Rows, SAME_TIME, type Sharing } from './crowd.ts'
import { Kinds } from './kinds.ts'
import { LIMITS } from './limits.ts'
import { Lockstep } from './lockstep.ts'
import { type BallotTable, EVIDENCE } from './table.ts'

/** Version of the rule. Change it with the rule: every record shows the version that it was made with. */
export const INTEGRITY_RULE_VERSION = 2

/** Earlier ballots of an account beyond which the rule treats all numbers the same. */
export const MAX_EARLIER_VOTES = LIMITS.remembered + LIMITS.ownVotes + 1
/** Fewest ballots in which the rule can find a group. */
export const MIN_JUDGED = LIMITS.sharing

/** Reasons why a group is set aside: a closed list. */
export const REASONS = ['network', 'device', 'mail_domain', 'new_accounts', 'acted_together'] as const
type Reason = (typeof REASONS)[number]

/** Ballots that one hand has cast, as far as the rule can tell. */
export interface Group {
  /** Ids of its ballots, sorted. */
  readonly ballots: readonly string[]
  readonly reason: Reason
  /** How surprising its choice is (`surprise` in boxes.ts). */
  readonly score: number
}

/** Candidates for a group. */
interface Found {
  readonly rows: readonly number[]
  /** Rows that stay in it even if their kind is not its own. */
  readonly certain: ReadonlySet<number>
  readonly reason: Reason
  /** Comparable ballots without the choice, and the odds of the choice among honest people. */
  readonly others: number
  readonly odds: number
  readonly least: number
}

/**
 * Finds the groups of a match that independent people would not have cast: accounts with little history that share evidence, or kind, and made one choice far
 * more often than accounts with history did, in the whole match and on the same networks. Pure and deterministic.
 *
 * @param table Complete ballots of one match.
 */
export function findGroups(table: BallotTable): Group[] {
  const crowd = new Crowd(table)
  const lockstep = new Lockstep(crowd)
  const kinds = new Kinds(crowd, lockstep)
  const found = [...sharingGroups(crowd), ...kindGroups(crowd, kinds, lockstep)]
  const ranked = found.map((one) => ({ ...one, score: surprise(one.rows.length, one.others, one.odds) }))
  const taken = new Set<number>()
  const groups: Group[] = []
  for (const { rows, certain, reason, others, odds, least } of ranked.sort((one, other) => other.score - one.score)) {
    const free = rows.filter((row) => !taken.has(row))
    const typical = new Set(kinds.typicalOf(free))
    const remaining = free.filter((row) => certain.has(row) || typical.has(row))
    if (!standsOut(remaining.length, others, odds, least)) continue
    const rest = kinds.typicalOf(remaining, restOfFarm(crowd, remaining)).filter((row) => !taken.has(row))
    const all = new Set([...remaining, ...rest])
    for (const row of all) taken.add(row)
    const ids = [...all].map((row) => crowd.ballots.ids[row] ?? '').sort()
    groups.push({ ballots: ids, reason, score: surprise(remaining.length, others, odds) })
  }
  return groups
}

/** Evidence by which the rest of a farm is found. */
const OWN_EVIDENCE = [EVIDENCE.indexOf('network'), EVIDENCE.indexOf('device'), EVIDENCE.indexOf('mail_domain')]
/** Fewest ballots of a group on a network, and their share of the ballots there, for which all newcomers there belong to it. */
const MIN_OWN = 3
const OWN_SHARE = 0.5

/** Finds newcomers who did not make the choice of a group, on networks and devices that are mostly the group's. */
function restOfFarm(crowd: Crowd, rows: readonly number[]): number[] {
  return OWN_EVIDENCE.flatMap((evidence) =>
    [...bySharing(crowd, rows, evidence)].flatMap(([group, ours]) => {
      const isOwn = ours.length >= MIN_OWN && ours.length >= OWN_SHARE * group.rows.length
      const own = new Set(ours)
      return isOwn ? [...group.rows].filter((row) => crowd.isNewcomer(row) && !own.has(row)) : []
    }),
  )
}

function standsOut(count: number, others: number, odds: number, least: number): boolean {
  const isDense = count >= least && density(count, others, odds) >= LIMITS.ratio
  return isDense && surprise(count, others, odds) >= LIMITS.score
}

/** Minimum number of accounts with history that show what is usual on a network or a device. */
const ENOUGH_KNOWN = 3

const NONE: ReadonlySet<number> = new Set()

/** Finds newcomers that share a network, a device or a small mail domain, and a choice. */
function sharingGroups(crowd: Crowd): Found[] {
  return crowd.sharing.flatMap((group) => {
    const newcomers = group.rows.filter((row) => crowd.isNewcomer(row))
    const shared = [...crowd.byChoice(newcomers)].filter(([, all]) => all.length >= LIMITS.sharing)
    if (shared.length === 0) return []
    const known = crowd.byChoice(group.rows.filter((row) => crowd.isTrusted(row)))
    return shared.flatMap(([choice, all]) => {
      const there = oddsAmong({ chose: known.get(choice)?.length ?? 0, of: group.trusted })
      const odds = LIMITS.tolerance * Math.max(crowd.odds(choice), group.trusted >= ENOUGH_KNOWN ? there : 0)
      const others = newcomers.length - all.length
      if (!standsOut(all.length, others, odds, LIMITS.sharing)) return []
      // A network can be borrowed to have an honest crowd set aside, a device or a mail domain cannot.
      const rows = reasonOf(group) === 'network' ? all.filter((row) => !isInBurst(crowd, row)) : all
      const found = { rows, certain: NONE, reason: reasonOf(group), others, odds, least: LIMITS.sharing }
      return standsOut(rows.length, others, odds, LIMITS.sharing) ? [found] : []
    })
  })
}

function reasonOf({ evidence }: Sharing): Reason {
  const name = EVIDENCE[evidence]
  return name === 'device' || name === 'mail_domain' ? name : 'network'
}

/** Finds accounts of one kind, or that have acted together before, that share a choice. */
function kindGroups(crowd: Crowd, kinds: Kinds, lockstep: Lockstep): Found[] {
  const newcomers = kinds.count(crowd.newcomers)
  const newcomerClasses = kinds.classesOf(crowd.newcomers)
  const searches = crowd.rowsOf.flatMap((rows, choice) => {
    if (rows.length < LIMITS.size) return []
    const together = lockstep.matchesTogether(rows)
    const isLocked = (row: number) => isMostlyTogether(crowd.ballots.earlierVotes[row], together.get(row) ?? 0)
    const chosen = rows.filter((row) => crowd.isNewcomer(row) || isLocked(row))
    const odds = LIMITS.tolerance * crowd.odds(choice)
    const promise = together.size > 0 ? Number.MAX_VALUE : promiseOf(kinds, chosen, newcomerClasses, odds)
    const isPromising = chosen.length >= LIMITS.size && promise >= LIMITS.score / 4
    return isPromising ? [{ choice, rows, chosen, together, isLocked, odds, promise }] : []
  })
  const best = searches.sort((one, other) => other.promise - one.promise).slice(0, MAX_SEARCHES)
  return best.flatMap(({ choice, rows, chosen, together, isLocked, odds }) => {
    const ours = kinds.count(chosen, together)
    const theirs = new Int32Array(ours.length)
    theirs.set(newcomers)
    for (const row of rows) if (crowd.isNewcomer(row)) theirs[kinds.kindOf(row)] = (theirs[kinds.kindOf(row)] ?? 0) - 1
    const box = searchBox(kinds.classes, ours, theirs, odds, LIMITS)
    if (box === null) return []
    const wide = kinds.widen(box, ours, theirs, odds)
    const found = [...chosen].filter((row) => (wide.chosen[kinds.kindOf(row, together.get(row))] ?? 0) > 0)
    const others = crowd.newcomers.filter(
      (row) => (wide.others[kinds.kindOf(row)] ?? 0) > 0 && !crowd.choicesOf(row).includes(choice),
    )
    const certain = new Set(found.filter(isLocked))
    const open = found.filter((row) => !certain.has(row))
    const remaining = [...certain, ...withoutExplained(crowd, choice, open, others)]
    const reason: Reason = certain.size > remaining.length / 2 ? 'acted_together' : 'new_accounts'
    const group = { rows: remaining, certain, reason, others: others.length, odds, least: LIMITS.group }
    return standsOut(remaining.length, group.others, odds, LIMITS.group) ? [group] : []
  })
}

/** Maximum number of choices that are searched, the most promising ones. */
const MAX_SEARCHES = 400

/** Returns whether an account has done little else than act together with others. People who vote for a cause have voted on other matches too. */
function isMostlyTogether(earlierVotes = 0, together: number): boolean {
  return together > 1 && earlierVotes <= together + LIMITS.ownVotes
}

/** Returns the largest surprise of one class, without which a search finds nothing. */
function promiseOf(kinds: Kinds, chosen: Int32Array, newcomers: Int32Array, odds: number): number {
  return kinds.classesOf(chosen).reduce((most, count, cell) => {
    const others = Math.max(0, (newcomers[cell] ?? 0) - count)
    return Math.max(most, surprise(count, others, odds))
  }, 0)
}

/** Evidence that may explain a choice by the accounts with history that share it: networks, and the moment. */
const EXPLAINING = [
  EVIDENCE.indexOf('network'),
  EVIDENCE.indexOf('network_wide'),
  EVIDENCE.indexOf('network_widest'),
  SAME_TIME,
]

/** Leaves out ballots of networks, and of moments, in which accounts with history make the same choice as often. */
function withoutExplained(crowd: Crowd, choice: number, chosen: readonly number[], others: Rows): number[] {
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
function oddsAmong({ chose, of }: Known): number {
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
function isInBurst(crowd: Crowd, row: number): boolean {
  const moment = crowd.sharingOf(row, SAME_TIME)
  if (moment === null) return false
  const { trusted: of } = moment
  return crowd.choicesOf(row).some((choice) => isTasteOf(crowd, choice, { chose: crowd.trustedAt(moment, choice), of }))
}

/** Groups rows that share evidence; rows that share none are left out. */
function bySharing(crowd: Crowd, rows: Rows, evidence: number): Map<Sharing, number[]> {
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
