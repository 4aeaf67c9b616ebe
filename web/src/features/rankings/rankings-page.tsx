import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { SEARCH_DEBOUNCE_MS } from '@tribune/domain/refresh.ts'
import { normaliseSearch } from '@tribune/domain/search.ts'
import { useMemo, useState } from 'react'
import { rankings } from '../../i18n/fr-rankings.ts'
import { useFan } from '../../lib/session.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Columns } from '../../ui/columns.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { myPodiumPlayersQuery, rankingQuery, rowsOf } from './api.ts'
import { RankingContent } from './ranking-content.tsx'
import { RankingHeader } from './ranking-header.tsx'
import { RankingAside } from './season-aside.tsx'

/** Classements: the Index of the season. */
export function RankingsPage() {
  const [text, setText] = useState('')
  const search = useDebounced(normaliseSearch(text), SEARCH_DEBOUNCE_MS)
  const query = useInfiniteQuery(rankingQuery(search))
  const cache = useQueryClient()
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])
  const mine = useMyPodiumPlayers()
  const refresh = () => void cache.resetQueries({ queryKey: ['ranking'] })
  const busy = query.isRefetching && !query.isFetchingNextPage
  return (
    <>
      <title>{`${rankings.title} — Tribune`}</title>
      <PullToRefresh onRefresh={refresh} busy={busy} />
      <RankingHeader season={query.data?.pages[0]?.season} onRefresh={refresh} busy={busy} />
      <Columns aside={RankingAside}>
        <SearchField className="mt-4 mb-4" label={rankings.search} value={text} onChange={setText} />
        <RankingContent query={query} rows={rows} mine={mine} search={search} asked={text} onRefresh={refresh} />
      </Columns>
      <FootBar />
    </>
  )
}

function useMyPodiumPlayers(): ReadonlySet<number> {
  const fan = useFan()
  const { data } = useQuery({ ...myPodiumPlayersQuery, enabled: Boolean(fan) })
  return useMemo(() => new Set(fan ? data?.player_ids : []), [fan, data])
}
