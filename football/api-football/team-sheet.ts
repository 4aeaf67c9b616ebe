import { noLog } from './calls/http-get.ts'
import {
  type WireLineupPlayer,
  type WireStatistics,
  wireLineup,
  wireLineupPlayer,
  wireStatistics,
  wireTeamStatistics,
} from './wire/wire-players.ts'
import { type RowReader, readRows } from './wire/wire-values.ts'

/** One row of a lineup. */
export type LineupRow = WireLineupPlayer & { readonly isStarter: boolean }

/** One row of the player statistics, flattened. */
export interface StatisticsRow {
  readonly id: number | null
  readonly name: string
  readonly photo: string | null
  readonly number: number | null
  readonly pos: WireLineupPlayer['pos']
  readonly minutes: number | null
  readonly rating: number | null
  readonly isRatingReported: boolean
  readonly isStarter: boolean
}

/** Lineup and player statistics of one team; either may be missing. */
export interface TeamSheet {
  readonly lineup: readonly LineupRow[]
  readonly statistics: readonly StatisticsRow[]
}

/** More than any squad: a longer list is garbage, and expensive to join. */
const MAX_ROWS = 100

/** Reads the sheet of one team from the rows of `/fixtures/lineups` and `/fixtures/players`. */
export function readTeamSheet(
  teamId: number,
  lineups: readonly unknown[],
  statistics: readonly unknown[],
  reader: RowReader,
): TeamSheet {
  const lineup = readRows(wireLineup, lineups, reader).find(({ team }) => team.id === teamId)
  const counted = readRows(wireTeamStatistics, statistics, reader).find(({ team }) => team.id === teamId)
  const statisticsRows = counted?.players?.slice(0, MAX_ROWS) ?? []
  return {
    lineup: withoutRepeats([
      ...lineupRows(lineup?.startXI ?? [], true, reader),
      ...lineupRows(lineup?.substitutes ?? [], false, reader),
    ]),
    statistics: withoutRepeats(readRows(wireStatistics, statisticsRows, reader).map(toStatisticsRow)),
  }
}

/** Reads the main colour of a team's shirts from the rows of `/fixtures/lineups`; `readTeamSheet` logs their faults. */
export function readShirtColour(teamId: number, lineups: readonly unknown[]): string | null {
  const rows = readRows(wireLineup, lineups, { log: noLog, where: '' })
  return rows.find(({ team }) => team.id === teamId)?.team.colors ?? null
}

function lineupRows(rows: readonly unknown[], isStarter: boolean, reader: RowReader): LineupRow[] {
  return readRows(wireLineupPlayer, rows.slice(0, MAX_ROWS), reader).map(({ player }) => ({ ...player, isStarter }))
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
    isRatingReported: statistics?.rating !== undefined,
    isStarter: statistics?.substitute === false,
  }
}

/** Drops repeated ids, which are players listed twice. Keeps all rows without an id. */
function withoutRepeats<Row extends { readonly id: number | null }>(rows: readonly Row[]): Row[] {
  const seen = new Set<number>()
  return rows.filter(({ id }) => {
    if (id === null) return true
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}
