import { groupBy, push } from '../common/lists.ts'
import { FULL_SIDE } from './did-not-play.ts'

/** Letters of the longest grid place: `10:10`. */
export const MAX_GRID = 5
/** Longest line: so many targets of 44 px fit next to each other on a pitch of 288 px, the width of the smallest phones. */
export const MAX_IN_LINE = 5
/** The keeper and five lines, as in 4-1-2-1-2. */
const MAX_LINES = 6

/** The fields of a player that place them on the pitch. */
export interface PlacedPlayer {
  readonly is_starter: boolean
  readonly player_position: 'G' | 'D' | 'M' | 'F' | null
  /** "line:column" of the provider's lineup. The keeper's line is 1; columns count from the team's left. */
  readonly grid?: string | null | undefined
}

export interface Eleven<Player> {
  /** Keeper first; each line from the team's left to its right. */
  readonly lines: readonly (readonly Player[])[]
  /** For example `4-3-3`; null unless the grid places all eleven. */
  readonly formation: string | null
}

/**
 * Places the starters of one side in lines: by the lineup's grid, or by position if that makes no formation. A starter without a place on the grid joins
 * the line of most players of their position. Of more than eleven starters the first ones are placed.
 */
export function placeEleven<Player extends PlacedPlayer>(side: readonly Player[]): Eleven<Player> {
  const starters = side.filter(({ is_starter }) => is_starter).slice(0, FULL_SIDE)
  const lines = linesByGrid(starters)
  if (lines === null || !isFormation(lines)) return { lines: linesByPosition(starters), formation: null }
  const isWhole = starters.length === FULL_SIDE && starters.every((player) => cellOf(player) !== null)
  const formation = isWhole ? lines.slice(1).map(({ length }) => length) : null
  return { lines, formation: formation?.join('-') ?? null }
}

/** A keeper alone, in front of lines that fit on a pitch. */
function isFormation(lines: readonly (readonly unknown[])[]): boolean {
  return lines[0]?.length === 1 && lines.length <= MAX_LINES && lines.every(({ length }) => length <= MAX_IN_LINE)
}

interface Placed<Player> {
  readonly player: Player
  readonly column: number
}

/** Returns the lines of the grid, or null if a starter has no place on it and no line to join. */
function linesByGrid<Player extends PlacedPlayer>(starters: readonly Player[]): Player[][] | null {
  const lines = new Map<number, Placed<Player>[]>()
  for (const player of starters) {
    const cell = cellOf(player)
    if (cell !== null) push(lines, cell.line, { player, column: cell.column })
  }
  for (const player of starters.filter((one) => cellOf(one) === null)) {
    const isKeeper = player.player_position === 'G' && !lines.has(1)
    const joined = isKeeper ? 1 : lineOf(player, lines)
    if (joined === null) return null
    push(lines, joined, { player, column: freeColumn(lines.get(joined) ?? []) })
  }
  return [...lines]
    .sort(([one], [other]) => one - other)
    .map(([, line]) => line.sort((one, other) => one.column - other.column).map(({ player }) => player))
}

function cellOf({ grid }: PlacedPlayer): { readonly line: number; readonly column: number } | null {
  const [, line, column] = /^(\d+):(\d+)$/.exec(grid ?? '') ?? []
  return line === undefined ? null : { line: Number(line), column: Number(column) }
}

/** Returns the number of the line with most players of the same position, the first of several; null if there is none. */
function lineOf<Player extends PlacedPlayer>(
  player: Player,
  lines: ReadonlyMap<number, readonly Placed<Player>[]>,
): number | null {
  const [best] = [...lines]
    .map(([number, line]) => ({
      number,
      count: line.filter((placed) => positionOf(placed.player) === positionOf(player)).length,
    }))
    .sort((one, other) => other.count - one.count || one.number - other.number)
  return best === undefined || best.count === 0 ? null : best.number
}

/** Returns the first column that is not taken. */
function freeColumn(line: readonly Placed<unknown>[]): number {
  const taken = new Set(line.map(({ column }) => column))
  let column = 1
  while (taken.has(column)) column += 1
  return column
}

/** Keeper, defence, midfield and attack in the order of the lineup, each in as many lines as it needs. */
function linesByPosition<Player extends PlacedPlayer>(starters: readonly Player[]): Player[][] {
  const groups = groupBy(starters, positionOf)
  return (['G', 'D', 'M', 'F'] as const).flatMap((position) => splitEvenly(groups.get(position) ?? []))
}

function splitEvenly<Player>(players: readonly Player[]): Player[][] {
  const lines = Math.ceil(players.length / MAX_IN_LINE)
  const size = Math.ceil(players.length / lines)
  return Array.from({ length: lines }, (_, line) => players.slice(line * size, (line + 1) * size))
}

/** A player without a position stands in midfield. */
function positionOf({ player_position }: PlacedPlayer): 'G' | 'D' | 'M' | 'F' {
  return player_position ?? 'M'
}
