import type { MatchPlayerPoints } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import {
  columns,
  frame,
  values,
  votesDiagnostic as words,
} from '@tribune/french/sentences/operator/diagnostic-pages.ts'
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

interface BallotTableProps {
  readonly caption: string
  readonly ballots: readonly (Vote & { readonly user_id: string })[]
}

/** Ballots of all fans; a fan is known by the beginning of their id. */
export function BallotTable({ caption, ballots }: BallotTableProps) {
  if (ballots.length === 0) return <Notice>{words.noBallots}</Notice>
  return (
    <DataTable
      caption={caption}
      rows={ballots}
      keyOf={({ id }) => id}
      columns={[
        { head: columns.match, cell: ({ match_id }) => <span className="figures">{match_id}</span> },
        { head: columns.day, cell: ({ created_at: at }) => values.moment(shortDay(at), hour(at)) },
        { head: columns.podium, cell: ({ top3 }) => <bdi>{podiumOf(top3)}</bdi> },
        { head: columns.complete, cell: ({ complete }) => (complete ? values.yes : values.no) },
        { head: columns.fan, cell: ({ user_id }) => <span className="figures">{shortId(user_id)}</span> },
      ]}
    />
  )
}

function podiumOf(top3: Vote['top3']): string {
  const placed = top3.toSorted((one, other) => one.position - other.position)
  return placed.map(({ position, player_name }) => `${position}. ${player_name}`).join(', ') || values.none
}

/** Enough of an id to distinguish fans in a list, and to find them in the database. */
export function shortId(id: string): string {
  return id.slice(-12)
}
