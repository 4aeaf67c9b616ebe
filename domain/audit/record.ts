import type { PlayerTally, Tally } from '../ballots/tally.ts'
import type { MatchRanking, RatedPlayer } from '../results/ranking.ts'
import { isHash } from './bytes.ts'

/** The ballots of a record: SHA-256 of the file, number of lines, and root of the tree, hashes in hex. */
export interface BallotsHead {
  readonly hash: string
  readonly size: number
  readonly root: string
}

/** A line of the ranking. `score` is `null` where ratings rank the match. */
interface RankingLine {
  readonly id: number
  readonly rank: number
  readonly score: number | null
  readonly points: number
}

interface TallyLine extends Omit<PlayerTally, 'player_id'> {
  readonly id: number
}

/** The inputs of a result, and the result (docs/audit.md, "Record"). */
export interface AuditRecord {
  readonly version: 1
  readonly match: number
  readonly attempt: number
  readonly counting_rule: string
  readonly integrity_rule: number
  readonly source: MatchRanking['source']
  readonly reason: MatchRanking['reason']
  readonly coefficient: number
  readonly provisional: boolean
  readonly counted: number
  readonly set_aside: number
  readonly reasons: Readonly<Record<string, number>>
  readonly ballots: BallotsHead | null
  readonly players: readonly {
    readonly id: number
    readonly name: string
    readonly rating: number | null
    readonly played: boolean
  }[]
  readonly void: readonly number[]
  readonly tally: readonly TallyLine[] | null
  readonly ranking: readonly RankingLine[]
}

/** Facts that a record states and does not derive. `reasons` has all reasons, with their ballots set aside. */
export interface RecordFacts
  extends Pick<
    AuditRecord,
    'match' | 'attempt' | 'counting_rule' | 'integrity_rule' | 'coefficient' | 'provisional' | 'set_aside' | 'reasons'
  > {
  readonly players: readonly RatedPlayer[]
  readonly void: readonly number[]
}

/** Fewest ballots of a reason that is published: fewer could show who is meant. */
const MIN_OF_REASON = 3

/**
 * Makes the record of a match.
 * @param tally Counted ballots, with or without void picks.
 * @param ranking What `rankMatch` returns for the tally without void picks.
 * @param ballots `null` if fewer than 10 ballots count; left out of the record in this case.
 */
export function makeRecord(
  facts: RecordFacts,
  {
    tally,
    ranking,
    ballots,
  }: { readonly tally: Tally; readonly ranking: MatchRanking; readonly ballots: BallotsHead | null },
): AuditRecord {
  const { players, reasons, ...stated } = facts
  const isByVotes = ranking.source === 'votes'
  if (isByVotes && ballots === null) throw new Error('a ranking by votes needs its ballots')
  const published = Object.entries(reasons).filter(([, count]) => count >= MIN_OF_REASON)
  return {
    ...stated,
    version: 1,
    source: ranking.source,
    reason: ranking.reason,
    counted: ranking.voters,
    reasons: Object.fromEntries(published),
    ballots: isByVotes ? ballots : null,
    players: players.map(playerLine),
    void: isByVotes ? facts.void : [],
    tally: isByVotes ? tallyLines(withoutVoid(tally, facts.void)) : null,
    ranking: rankingLines(ranking),
  }
}

function playerLine({ player_id, player_name, rating, minutes_played }: RatedPlayer) {
  return { id: player_id, name: player_name, rating, played: minutes_played !== 0 }
}

/** Leaves void picks out of a tally. Their ballots still count, and keep the places of their other picks. */
export function withoutVoid(tally: Tally, ids: readonly number[]): Tally {
  const isValid = (id: number) => !ids.includes(id)
  return {
    ...tally,
    players: tally.players.filter(({ player_id }) => isValid(player_id)),
    duels: tally.duels.filter(({ above_id, below_id }) => isValid(above_id) && isValid(below_id)),
  }
}

/** Returns the tally of a record. */
export function tallyLines({ players }: Tally): TallyLine[] {
  return players.map(({ player_id, firsts, seconds, thirds }) => ({ id: player_id, firsts, seconds, thirds }))
}

/** Returns the ranking of a record. */
export function rankingLines({ source, ranked }: MatchRanking): RankingLine[] {
  return ranked.map(({ player_id, rank, score, points }) => {
    return { id: player_id, rank, score: source === 'votes' ? score : null, points }
  })
}

/** Names of all fields in the order of docs/audit.md; those of nested objects follow those of the record. */
const FIELD_ORDER =
  'version match attempt counting_rule integrity_rule source reason coefficient provisional counted set_aside reasons ballots players void tally ranking hash size root id name rating played firsts seconds thirds rank score points'

/** Returns the text of a record, of which its hash is taken: fields in the documented order, reasons by name, without spaces. */
export function recordText(record: AuditRecord): string {
  return JSON.stringify(record, [...FIELD_ORDER.split(' '), ...Object.keys(record.reasons).sort()])
}

type Check = (value: unknown) => boolean

const isInteger: Check = Number.isSafeInteger
const isCount: Check = (value) => isInteger(value) && Number(value) >= 0
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isNumber: Check = Number.isFinite
const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const isOrNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasFields = (fields: Readonly<Record<string, Check>>): Check => {
  return (value) => isObject(value) && Object.entries(fields).every(([name, check]) => check(value[name]))
}

const RECORD: Readonly<Record<keyof AuditRecord, Check>> = {
  version: isOneOf(1),
  match: isCount,
  attempt: isCount,
  counting_rule: isText,
  integrity_rule: isCount,
  source: isOneOf('votes', 'ratings_fallback', null),
  reason: isOneOf('no_ratings', null),
  coefficient: isNumber,
  provisional: isFlag,
  counted: isCount,
  set_aside: isCount,
  reasons: (value) => isObject(value) && Object.values(value).every(isCount),
  ballots: isOrNull(hasFields({ hash: isHash, size: isCount, root: isHash })),
  players: isListOf(hasFields({ id: isInteger, name: isText, rating: isOrNull(isNumber), played: isFlag })),
  void: isListOf(isInteger),
  tally: isOrNull(isListOf(hasFields({ id: isInteger, firsts: isCount, seconds: isCount, thirds: isCount }))),
  ranking: isListOf(hasFields({ id: isInteger, rank: isCount, score: isOrNull(isCount), points: isInteger })),
}

/** Reads a record; `null` unless the text is just what `recordText` writes. */
export function parseRecord(text: string): AuditRecord | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!hasFields(RECORD)(value)) return null
  const record = value as AuditRecord
  return recordText(record) === text ? record : null
}
