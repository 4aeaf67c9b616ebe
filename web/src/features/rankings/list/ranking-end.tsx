import { count, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { Button } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'
import type { Ranking } from '../use-ranking.ts'
import { useAutoload } from './use-autoload.ts'

interface RankingEndProps {
  readonly query: Ranking['query']
  readonly loaded: number
  readonly total: number
  readonly search: string
}

/** More to come, more that failed, or the end with the number of players. Of one height, so that the page does not jump at its end. */
export function RankingEnd({ query, loaded, total, search }: RankingEndProps) {
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
