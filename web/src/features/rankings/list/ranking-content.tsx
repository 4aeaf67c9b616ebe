import { common } from '@tribune/french/sentences/app.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { seasons } from '@tribune/french/sentences/seasons.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import type { Ranking } from '../use-ranking.ts'
import { RankingEnd } from './ranking-end.tsx'
import { RankingList } from './ranking-list.tsx'
import { RankingSkeleton } from './ranking-skeleton.tsx'

interface RankingContentProps {
  readonly ranking: Ranking
  /** A past season; the open one if undefined. */
  readonly season: number | undefined
  readonly mine: ReadonlySet<number>
  /** Search text, as the fan typed it. */
  readonly search: string
}

/** Skeletons, error, nothing, or the list with its end. An old list is better than an error. */
export function RankingContent({ ranking, season, mine, search }: RankingContentProps) {
  const { query, rows, refresh, refreshing } = ranking
  const data = query.data
  if (query.data === undefined && query.isError) {
    if (query.error instanceof ApiError && query.error.code === 'season_not_found') {
      return (
        <Notice actions={<ButtonLink to="/rankings">{seasons.toOpen}</ButtonLink>}>{messageOf(query.error)}</Notice>
      )
    }
    return (
      <ErrorNotice
        message={rankings.loadError(messageOf(query.error))}
        error={query.error}
        onRetry={() => query.refetch()}
      />
    )
  }
  if (data === undefined || (rows.length === 0 && query.isPlaceholderData)) return <RankingSkeleton />
  if (rows.length === 0) {
    const again = (
      <Button busy={refreshing} onClick={refresh}>
        {common.refresh}
      </Button>
    )
    return (
      <div role="status">
        {search === '' ? (
          <Notice actions={again}>{rankings.empty}</Notice>
        ) : (
          <Notice>
            <span className="[overflow-wrap:anywhere]">{rankings.noMatch(search)}</span>
          </Notice>
        )}
      </div>
    )
  }
  const total = data.pages.at(-1)?.total ?? rows.length
  return (
    <>
      <RankingList
        rows={rows}
        total={search === '' ? total : rows.length}
        season={season}
        mine={mine}
        label={rankings.list}
      />
      <RankingEnd query={query} loaded={rows.length} total={total} search={search} />
    </>
  )
}
