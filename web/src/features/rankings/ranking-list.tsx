import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { rankings } from '../../i18n/fr-rankings.ts'
import { useRowWindow } from '../../lib/use-window.ts'
import { RankingRow } from './ranking-row.tsx'

/** Height of a row and of the gap under it, in rem, so that larger text gets larger rows. */
const ROW_REM = 5.5
const GAP_REM = 0.5

interface RankingListProps {
  readonly rows: readonly SeasonRow[]
  /** Length of the whole ranking, of which these are the first rows. */
  readonly total: number
  readonly mine: ReadonlySet<number>
}

/** The rows in sight, at their place in a list as high as all of them. */
export function RankingList({ rows, total, mine }: RankingListProps) {
  const { ref, first, end, rowPx } = useRowWindow(rows.length, ROW_REM + GAP_REM)
  return (
    <ol ref={ref} aria-label={rankings.list} className="relative" style={{ height: rows.length * rowPx }}>
      {rows.slice(first, end).map((row, index) => (
        <li
          key={row.player_id}
          aria-setsize={total}
          aria-posinset={first + index + 1}
          className="absolute inset-x-0"
          style={{ top: (first + index) * rowPx, height: `${ROW_REM}rem` }}
        >
          <RankingRow row={row} mine={mine.has(row.player_id)} />
        </li>
      ))}
    </ol>
  )
}
