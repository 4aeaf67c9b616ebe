import type { JudgedBallot } from './ballots.ts'
import { type Classes, countClasses, searchBox, surprise } from './boxes.ts'
import { Crowd, EVIDENCE, type Sharing } from './crowd.ts'
import { bySharing, isInBurst, withoutExplained } from './explained.ts'
import { Kinds } from './kinds.ts'
import { LIMITS } from './limits.ts'
import { type History, Lockstep } from './lockstep.ts'

/** Reasons why a group is set aside: a closed list. */
export const REASONS = ['network', 'device', 'mail_domain', 'new_accounts', 'acted_together'] as const
type Reason = (typeof REASONS)[number]

/** Ballots that one hand has cast, as far as the rule can tell. */
export interface Group {
  /** Ids of its ballots, sorted. */
  readonly ballots: readonly string[]
  readonly reason: Reason
  /** Natural logarithm of the odds against so many equal choices among independent people. */
  readonly score: number
}

/** Candidates for a group. */
interface Found {
  readonly rows: readonly number[]
  readonly reason: Reason
  /** Ballots that an honest crowd would have there. */
  readonly expected: number
  readonly least: number
}

/**
 * Finds the groups of a match that independent people would not have cast: accounts with little history that share evidence, or kind, and made one choice far
 * more often than accounts with history did, in the whole match and on the same networks. Pure and deterministic.
 *
 * @param ballots Complete ballots of one match.
 * @param history Earlier ballots of their accounts.
 */
export function findGroups(ballots: readonly JudgedBallot[], history: History): Group[] {
  const crowd = new Crowd(ballots)
  const kinds = new Kinds(crowd, history)
  const found = [...sharingGroups(crowd), ...kindGroups(crowd, kinds, history)]
  const ranked = found.map((one) => ({ ...one, score: surprise(one.rows.length, one.expected) }))
  const taken = new Set<number>()
  const groups: Group[] = []
  for (const { rows, reason, expected, least } of ranked.sort((one, other) => other.score - one.score)) {
    const left = kinds.alike(rows.filter((row) => !taken.has(row)))
    const score = surprise(left.length, expected)
    if (!standsOut(left.length, expected, least)) continue
    for (const row of left) taken.add(row)
    const rest = kinds.alike(left, restOfFarm(crowd, left)).filter((row) => !taken.has(row))
    for (const row of rest) taken.add(row)
    const ids = [...left, ...rest].map((row) => crowd.ballots[row]?.id ?? '').sort()
    groups.push({ ballots: ids, reason, score })
  }
  return groups
}

/** Kinds of evidence by which the rest of a farm is found. */
const OWN_EVIDENCE = [EVIDENCE.indexOf('network'), EVIDENCE.indexOf('device'), EVIDENCE.indexOf('mail_domain')]
/** Fewest ballots of a group on a network, and their share of the ballots there, for which all newcomers there belong to it. */
const LEAST_OWN = 3
const OWN_SHARE = 0.6

/** Finds newcomers who did not make the choice of a group, on networks and devices that are mostly the group's. */
function restOfFarm(crowd: Crowd, rows: readonly number[]): number[] {
  return OWN_EVIDENCE.flatMap((kind) =>
    [...bySharing(crowd, rows, kind)].flatMap(([group, ours]) => {
      const isOwn = ours.length >= LEAST_OWN && ours.length >= OWN_SHARE * group.rows.length
      const own = new Set(ours)
      return isOwn ? group.rows.filter((row) => crowd.isNewcomer(row) && !own.has(row)) : []
    }),
  )
}

function standsOut(count: number, expected: number, least: number): boolean {
  return count >= least && count >= LIMITS.ratio * expected && surprise(count, expected) >= LIMITS.score
}

/** Fewest accounts with history that show what is usual on a network or a device. */
const ENOUGH_KNOWN = 3

/** Finds newcomers that share a network, a device or a small mail domain, and a choice. */
function sharingGroups(crowd: Crowd): Found[] {
  return crowd.sharing.flatMap((group) => {
    const newcomers = group.rows.filter((row) => crowd.isNewcomer(row))
    if (newcomers.length < LIMITS.sharing) return []
    return [...crowd.byChoice(newcomers)].flatMap(([choice, all]) => {
      if (all.length < LIMITS.sharing) return []
      const known = crowd.oddsIn(group, choice)
      const odds = Math.max(crowd.odds(choice), known.of >= ENOUGH_KNOWN ? known.odds : 0)
      const expected = LIMITS.tolerance * odds * (newcomers.length - all.length + 1)
      if (!standsOut(all.length, expected, LIMITS.sharing)) return []
      // A network can be borrowed to have an honest crowd set aside, a device or a mail domain cannot.
      const rows = reasonOf(group) === 'network' ? all.filter((row) => !isInBurst(crowd, row)) : all
      const found = { rows, reason: reasonOf(group), expected, least: LIMITS.sharing }
      return standsOut(rows.length, expected, LIMITS.sharing) ? [found] : []
    })
  })
}

function reasonOf({ kind }: Sharing): Reason {
  const evidence = EVIDENCE[kind]
  return evidence === 'device' || evidence === 'mail_domain' ? evidence : 'network'
}

/** Finds accounts of one kind, or that have acted together before, that share a choice. */
function kindGroups(crowd: Crowd, kinds: Kinds, history: History): Found[] {
  const lockstep = new Lockstep(crowd, history)
  const { classes } = kinds
  const newcomers = countClasses(classes, crowd.newcomers)
  return crowd.rowsOf.flatMap((rows, choice) => {
    if (rows.length < LIMITS.size) return []
    const together = lockstep.among(rows)
    const chosen = rows.filter((row) => crowd.isNewcomer(row) || (together.get(row) ?? 0) > 1)
    const odds = LIMITS.tolerance * crowd.odds(choice)
    if (chosen.length < LIMITS.size || !mayStandOut(classes, chosen, newcomers, odds, together.size > 0)) return []
    const chose = new Set(rows)
    const others = crowd.newcomers.filter((row) => !chose.has(row))
    const found = kinds.whileTogether(together, () => {
      const box = searchBox(classes, chosen, others, odds, LIMITS)
      return box === null ? null : { box, whole: kinds.widen(box, chosen, others, odds) }
    })
    if (found === null) return []
    const { box, whole } = found
    const isLocked = (row: number) => (together.get(row) ?? 0) > 1
    const open = whole.filter((row) => !isLocked(row))
    const left = [...whole.filter(isLocked), ...withoutExplained(crowd, choice, open, box.others)]
    const isTogether = left.filter((row) => together.has(row)).length > left.length / 2
    const expected = odds * (box.others.length + 1)
    return standsOut(left.length, expected, LIMITS.group)
      ? [{ rows: left, reason: isTogether ? 'acted_together' : 'new_accounts', expected, least: LIMITS.group } as const]
      : []
  })
}

/** Whether one class alone makes a choice surprising enough to search on. */
function mayStandOut(
  classes: Classes,
  chosen: readonly number[],
  newcomers: Int32Array,
  odds: number,
  isTogether: boolean,
): boolean {
  if (isTogether) return true
  const ours = countClasses(classes, chosen)
  return ours.some((count, cell) => {
    const others = Math.max(0, (newcomers[cell] ?? 0) - count)
    return surprise(count, odds * (others + 1)) >= LIMITS.score / 4
  })
}
