import { initialledName, surnameOf } from '@tribune/domain/players/find-person.ts'
import type { LineupRow, StatisticsRow, TeamSheet } from './team-sheet.ts'

/** One player of a team sheet: their row in the lineup, in the statistics, or both. */
export interface JoinedRow {
  readonly lineup: LineupRow | null
  readonly statistics: StatisticsRow | null
}

type Key<Row> = (row: Row) => string | number | null
type Identified = { readonly id: number | null; readonly number: number | null; readonly name: string }

/**
 * Joins lineup and statistics by id or, where a row has none, by shirt, then by the part of the name that both forms share. A shirt or name
 * that two rows share is not used: no rating is better than another player's.
 */
export function joinSheet({ lineup, statistics }: TeamSheet): JoinedRow[] {
  const partners = new Map<LineupRow, StatisticsRow>()
  pair(partners, lineup, statistics, (row) => row.id)
  pair(partners, lineup, statistics, (row) => row.number)
  pair(partners, lineup, statistics, (row) => initialledName(row.name) || null)
  pair(partners, lineup, statistics, (row) => surnameOf(row.name) || null)
  const joined = new Set(partners.values())
  const unpaired = lineup.filter((row) => !partners.has(row))
  const added = statistics.filter((row) => !joined.has(row) && (lineup.length === 0 || isOmitted(row, unpaired)))
  return [
    ...lineup.map((row) => ({ lineup: row, statistics: partners.get(row) ?? null })),
    ...added.map((row) => ({ lineup: null, statistics: row })),
  ]
}

function pair(
  partners: Map<LineupRow, StatisticsRow>,
  lineup: readonly LineupRow[],
  statistics: readonly StatisticsRow[],
  key: Key<Identified>,
): void {
  const joined = new Set(partners.values())
  const free = lineup.filter((row) => !partners.has(row))
  const candidates = statistics.filter((row) => !joined.has(row))
  for (const row of free) {
    const partner = only(candidates, key, key(row))
    if (partner === null || only(free, key, key(row)) === null) continue
    if (canBeSame(row, partner)) partners.set(row, partner)
  }
}

/** Two rows with different ids are two people, even if all else is equal. So are two rows with different shirts if an id is missing. */
function canBeSame(a: Identified, b: Identified): boolean {
  if (a.id !== null && b.id !== null) return a.id === b.id
  return a.number === null || b.number === null || a.number === b.number
}

/** Returns the row with this key if there is exactly one. */
function only<Row extends Identified>(rows: readonly Row[], key: Key<Identified>, value: string | number | null) {
  if (value === null) return null
  const [first, second] = rows.filter((row) => key(row) === value)
  return first !== undefined && second === undefined ? first : null
}

/**
 * Whether the lineup omits a player: one who has played, and cannot be any of its unpaired ones. A player who has not played may have been
 * struck from the lineup.
 */
function isOmitted(row: StatisticsRow, unpaired: readonly LineupRow[]): boolean {
  if ((row.minutes ?? 0) === 0) return false
  return !unpaired.some((other) => canBeSame(other, row) && (isSameShirt(other, row) || isSameSurname(other, row)))
}

function isSameShirt(a: Identified, b: Identified): boolean {
  return a.number !== null && a.number === b.number
}

function isSameSurname(a: Identified, b: Identified): boolean {
  const surname = surnameOf(a.name)
  return surname !== '' && surname === surnameOf(b.name)
}
