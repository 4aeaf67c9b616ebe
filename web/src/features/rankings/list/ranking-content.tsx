import { count, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { seasons } from '@tribune/french/sentences/seasons.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import type { Ranking } from '../use-ranking.ts'
import { RankingList } from './ranking-list.tsx'
import { RankingSkeleton } from './ranking-skeleton.tsx'
import { useAutoload } from './use-autoload.ts'

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

interface RankingEndProps {
  readonly query: Ranking['query']
  readonly loaded: number
  readonly total: number
  readonly search: string
}

/** More to come, more that failed, or the end with the number of players. Of one height, so that the page does not jump at its end. */
function RankingEnd({ query, loaded, total, search }: RankingEndProps) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const end = useAutoload({
    loaded,
    ready: hasNextPage && !isFetching && !isFetchNextPageError,
    loadNext: fetchNextPage,
  })
  if (isFetchNextPageError) {
    return (
      <div role="alert" className="flex flex-col items-center gap-3 py-6 text-center">
        <p className="text-quiet">{rankings.moreFailed}</p>
        <Button busy={isFetching} onClick={() => fetchNextPage()}>
          {common.retry}
        </Button>
      </div>
    )
  }
  if (hasNextPage) {
    return (
      // Another one for each page, or the one in sight would be pushed away by what it announced.
      <div key={loaded} ref={end} className="flex h-20 flex-col items-center justify-center gap-1">
        <Mark size={32} waiting />
        <span className="sr-only">{rankings.loadingMore}</span>
      </div>
    )
  }
  return (
    <p role="status" className="flex min-h-20 items-center justify-center px-4 text-center text-quiet">
      {endWords(search, loaded, total)}
    </p>
  )
}

function endWords(search: string, loaded: number, total: number): string {
  if (search === '') return rankings.end(plural(total, nouns.player))
  return loaded < total ? rankings.foundMore(count(loaded), count(total)) : rankings.found(plural(total, nouns.player))
}
