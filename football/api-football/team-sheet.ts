import { type RowReader, readRows } from './rows.ts'
import {
  type WireLineupPlayer,
  type WireStatistics,
  wireLineup,
  wireLineupPlayer,
  wireStatistics,
  wireTeamStatistics,
} from './wire-players.ts'

/** One row of a lineup. */
export type LineupRow = WireLineupPlayer & { readonly isStarter: boolean }

/** One row of the players' statistics, flattened. */
export interface StatisticsRow {
  readonly id: number | null
  readonly name: string
  readonly photo: string | null
  readonly number: number | null
  readonly pos: WireLineupPlayer['pos']
  readonly minutes: number | null
  readonly rating: number | null
  readonly ratingTold: boolean
  readonly isStarter: boolean
}

/** What both endpoints tell of one team; either part may be missing. */
export interface TeamSheet {
  readonly lineup: readonly LineupRow[]
  readonly statistics: readonly StatisticsRow[]
}

/** More than any squad: a longer list is rubbish, and joining it would take its toll. */
const MOST_ROWS = 100

/** The sheet of one team out of the rows of `/fixtures/lineups` and `/fixtures/players`. */
export function readTeamSheet(
  teamId: number,
  lineups: readonly unknown[],
  statistics: readonly unknown[],
  reader: RowReader,
): TeamSheet {
  const lineup = readRows(wireLineup, lineups, reader).find(({ team }) => team.id === teamId)
  const told = readRows(wireTeamStatistics, statistics, reader).find(({ team }) => team.id === teamId)
  const statisticsRows = told?.players?.slice(0, MOST_ROWS) ?? []
  return {
    lineup: withoutRepeats([
      ...lineupRows(lineup?.startXI ?? [], true, reader),
      ...lineupRows(lineup?.substitutes ?? [], false, reader),
    ]),
    statistics: withoutRepeats(readRows(wireStatistics, statisticsRows, reader).map(toStatisticsRow)),
  }
}

function lineupRows(rows: readonly unknown[], isStarter: boolean, reader: RowReader): LineupRow[] {
  return readRows(wireLineupPlayer, rows.slice(0, MOST_ROWS), reader).map(({ player }) => ({ ...player, isStarter }))
}

function toStatisticsRow({ player, statistics }: WireStatistics): StatisticsRow {
  return {
    id: player.id,
    name: player.name,
    photo: player.photo,
    number: statistics?.number ?? null,
    pos: statistics?.position ?? null,
    minutes: statistics?.minutes ?? null,
    rating: statistics?.rating ?? null,
    ratingTold: statistics?.rating !== undefined,
    isStarter: statistics?.substitute === false,
  }
}

/** The same id twice is one player listed twice; rows without id are never taken for one another. */
function withoutRepeats<Row extends { readonly id: number | null }>(rows: readonly Row[]): Row[] {
  const seen = new Set<number>()
  return rows.filter(({ id }) => {
    if (id === null) return true
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}
