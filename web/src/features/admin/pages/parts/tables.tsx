import type { MatchPlayerPoints } from '@tribune/contract/matches.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { columns, frame, values } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { DataTable } from './data-table.tsx'

type RankedRow = Pick<MatchPlayerPoints, 'rank' | 'player_id' | 'player_name' | 'points' | 'source'>

/** The ranking of a match. */
export function RankingTable({ caption, rows }: { readonly caption: string; readonly rows: readonly RankedRow[] }) {
  if (rows.length === 0) return <Notice>{frame.nothing}</Notice>
  return (
    <DataTable
      caption={caption}
      rows={rows}
      keyOf={({ player_id }) => player_id}
      columns={[
        { head: columns.player, cell: ({ player_name }) => <bdi>{player_name}</bdi> },
        { head: columns.rank, figures: true, cell: ({ rank }) => count(rank) },
        { head: columns.points, figures: true, cell: ({ points }) => count(points) },
        { head: columns.source, cell: ({ source }) => values.sources[source] },
      ]}
    />
  )
}

interface SeasonLine {
  readonly rank: number
  readonly player_id: number
  readonly player_name: string
  readonly last_team: string | null
  readonly matches_played: number
  readonly total_points: number
}

/** The first of the season. */
export function SeasonTable({ caption, rows }: { readonly caption: string; readonly rows: readonly SeasonLine[] }) {
  if (rows.length === 0) return <Notice>{frame.nothing}</Notice>
  return (
    <DataTable
      caption={caption}
      rows={rows}
      keyOf={({ player_id }) => player_id}
      columns={[
        { head: columns.player, cell: ({ player_name }) => <bdi>{player_name}</bdi> },
        { head: columns.rank, figures: true, cell: ({ rank }) => count(rank) },
        { head: columns.points, figures: true, cell: ({ total_points }) => count(total_points) },
        { head: columns.played, figures: true, cell: ({ matches_played }) => count(matches_played) },
        { head: columns.team, cell: ({ last_team }) => <bdi>{last_team ?? values.none}</bdi> },
      ]}
    />
  )
}
