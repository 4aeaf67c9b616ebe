import { count, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { rankings, seasons } from '@tribune/french/sentences/rankings.ts'
import { isSlowConnection } from '@tribune/protocol/live.ts'
import { RANKING_FIRST_PAGE } from '@tribune/protocol/read-limits.ts'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { connectionType, isOnline, isVisible, savesData } from '../../../lib/device/platform.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { RANKING_AUTOLOAD_DELAY_MS, RANKING_MARGIN_PX } from '../../../lib/limits.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { RankingSkeleton } from '../ranking-waiting.tsx'
import type { Ranking } from '../use-ranking.ts'
import { RankingList } from './ranking-list.tsx'

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
      // A new element for each page: a single one would be pushed out of sight by the rows it announced.
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

interface Autoload {
  readonly loaded: number
  /** There is a next page, and nothing is being read. */
  readonly ready: boolean
  readonly loadNext: () => void
}

/**
 * The pages that follow (spec section 9): at once when the end is within 200 px, and otherwise 800 ms after the last one, until the end,
 * as long as the list is looked at. On a slow or spared connection only what is scrolled to is read. Gives a ref for the end.
 */
function useAutoload({ loaded, ready, loadNext }: Autoload): (end: Element | null) => void {
  const load = useEffectEvent(loadNext)
  useEffect(() => {
    if (!ready || loaded < RANKING_FIRST_PAGE) return
    const timer = setInterval(() => {
      if (isVisible() && isOnline() && !savesData() && !isSlowConnection(connectionType())) load()
    }, RANKING_AUTOLOAD_DELAY_MS)
    return () => clearInterval(timer)
  }, [ready, loaded])

  return useCallback(
    (end: Element | null) => {
      if (end === null || !ready) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) loadNext()
        },
        { rootMargin: `${RANKING_MARGIN_PX}px` },
      )
      observer.observe(end)
      return () => observer.disconnect()
    },
    [ready, loadNext],
  )
}
