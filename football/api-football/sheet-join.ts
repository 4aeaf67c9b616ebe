import { initialledName, surnameOf } from './names.ts'
import type { LineupRow, StatisticsRow, TeamSheet } from './team-sheet.ts'

/** One player of a team sheet: their entry in the lineup, in the statistics, or both. */
export interface JoinedRow {
  readonly lineup: LineupRow | null
  readonly statistics: StatisticsRow | null
}

type Key<Row> = (row: Row) => string | number | null
type Identified = { readonly id: number | null; readonly number: number | null; readonly name: string }

/**
 * Joins on the id; where one side has none, on the shirt; where that is missing too, on the name as both forms share it. A shirt or a
 * name that two rows share decides nothing: better no rating than another man's.
 */
export function joinSheet({ lineup, statistics }: TeamSheet): JoinedRow[] {
  const partners = new Map<LineupRow, StatisticsRow>()
  pair(partners, lineup, statistics, (row) => row.id)
  pair(partners, lineup, statistics, (row) => row.number)
  pair(partners, lineup, statistics, (row) => initialledName(row.name))
  pair(partners, lineup, statistics, (row) => surnameOf(row.name))
  const joined = new Set(partners.values())
  const unpaired = lineup.filter((row) => !partners.has(row))
  const alone = statistics.filter((row) => !joined.has(row) && (lineup.length === 0 || isForgotten(row, unpaired)))
  return [
    ...lineup.map((row) => ({ lineup: row, statistics: partners.get(row) ?? null })),
    ...alone.map((row) => ({ lineup: null, statistics: row })),
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
  const told = statistics.filter((row) => !joined.has(row))
  for (const row of free) {
    const partner = only(told, key, key(row))
    if (partner === null || only(free, key, key(row)) === null) continue
    if (canBeOne(row, partner)) partners.set(row, partner)
  }
}

/** Two known ids that differ are two men, whatever else they share; so are two known shirts where an id is missing. */
function canBeOne(a: Identified, b: Identified): boolean {
  if (a.id !== null && b.id !== null) return a.id === b.id
  return a.number === null || b.number === null || a.number === b.number
}

/** The one row with this key, if there is exactly one. */
function only<Row extends Identified>(rows: readonly Row[], key: Key<Identified>, value: string | number | null) {
  if (value === null) return null
  const [first, second] = rows.filter((row) => key(row) === value)
  return first !== undefined && second === undefined ? first : null
}

/**
 * Beside a published lineup only a player who played is added (another may have been struck from it since), unless they may be one of those
 * already there.
 */
function isForgotten(row: StatisticsRow, unpaired: readonly LineupRow[]): boolean {
  if ((row.minutes ?? 0) === 0) return false
  return !unpaired.some((other) => canBeOne(other, row) && (isSameShirt(other, row) || isSameSurname(other, row)))
}

function isSameShirt(a: Identified, b: Identified): boolean {
  return a.number !== null && a.number === b.number
}

function isSameSurname(a: Identified, b: Identified): boolean {
  return surnameOf(a.name) === surnameOf(b.name)
}
