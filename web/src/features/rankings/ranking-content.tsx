import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { common } from '../../i18n/fr.ts'
import { rankings } from '../../i18n/fr-rankings.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { plural } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import type { RankingPage } from './api.ts'
import { RankingList } from './ranking-list.tsx'
import { RankingSkeleton } from './ranking-skeleton.tsx'
import { useAutoload } from './use-autoload.ts'

type RankingResult = UseInfiniteQueryResult<InfiniteData<RankingPage>>

interface RankingContentProps {
  readonly query: RankingResult
  readonly rows: readonly SeasonRow[]
  readonly mine: ReadonlySet<number>
  readonly search: string
  /** What the fan typed, as he typed it. */
  readonly asked: string
  readonly onRefresh: () => void
}

/** Skeletons, error, nothing, or the list with its end. */
export function RankingContent({ query, rows, mine, search, asked, onRefresh }: RankingContentProps) {
  const total = query.data?.pages.at(-1)?.total ?? rows.length
  if (query.data === undefined && query.isError) {
    return (
      <ErrorNotice
        message={rankings.loadError(messageOf(query.error))}
        reference={query.error instanceof ApiError ? query.error.id : null}
        actions={
          <Button tone="action" onClick={() => query.refetch()}>
            {common.retry}
          </Button>
        }
      />
    )
  }
  if (query.data === undefined) return <RankingSkeleton />
  if (rows.length === 0 && search !== '') return <Notice>{rankings.noMatch(asked.trim())}</Notice>
  if (rows.length === 0) {
    return <Notice actions={<Button onClick={onRefresh}>{common.refresh}</Button>}>{rankings.empty}</Notice>
  }
  return (
    <>
      <RankingList rows={rows} total={total} mine={mine} />
      <RankingEnd query={query} loaded={rows.length} total={total} search={search} />
    </>
  )
}

interface RankingEndProps {
  readonly query: RankingResult
  readonly loaded: number
  readonly total: number
  readonly search: string
}

/** More to come, more that failed, or the end with the number of players. */
function RankingEnd({ query, loaded, total, search }: RankingEndProps) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const end = useAutoload({
    loaded,
    ready: hasNextPage && !isFetching && !isFetchNextPageError,
    loadNext: fetchNextPage,
  })
  if (isFetchNextPageError) {
    return (
      <div className="flex flex-col items-center gap-3 py-6 text-center">
        <p className="text-quiet">{rankings.moreFailed}</p>
        <Button onClick={() => fetchNextPage()}>{common.retry}</Button>
      </div>
    )
  }
  if (hasNextPage) {
    return (
      <div ref={end} className="flex h-20 items-center justify-center">
        <Mark size={32} waiting />
        <span className="sr-only">{rankings.loadingMore}</span>
      </div>
    )
  }
  const players = plural(total, 'joueur')
  return (
    <p role="status" className="py-6 text-center text-quiet">
      {search === '' ? rankings.end(players) : rankings.found(players)}
    </p>
  )
}
