import { navigation } from '@tribune/french/sentences/app.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { useEffect, useRef } from 'react'
import { Columns } from '../../ui/columns.tsx'
import { FillingLine } from '../../ui/filling-line.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { OwnContent, OwnToggle } from './list/own-players.tsx'
import { RankingContent } from './list/ranking-content.tsx'
import { PastAside } from './past-aside.tsx'
import { RankingHeader } from './ranking-header.tsx'
import { RankingAside } from './season-aside.tsx'
import { useOwnPlayers, useRanking } from './use-ranking.ts'
import { useRankingAddress } from './use-ranking-address.ts'

/** No player is marked in a past season: the fan's players are those of the open one. */
const NOBODY: ReadonlySet<number> = new Set()

/** Classements: the Index of the season, or of a past one. */
export function RankingsPage() {
  const { text, setText, search, mine, showMine, season } = useRankingAddress()
  const ranking = useRanking(search, season)
  const own = useOwnPlayers(search)
  const list = useListTop(`${search} ${mine} ${season}`)
  const onlyOwn = mine && (own.any || !own.settled)
  return (
    <>
      <ScreenTitle>{navigation.ranking}</ScreenTitle>
      <PullToRefresh onRefresh={ranking.refresh} busy={ranking.refreshing} />
      <RankingHeader
        season={season}
        onRefresh={ranking.refresh}
        busy={ranking.refreshing}
        bare={text !== '' || onlyOwn}
      />
      <FillingLine />
      <Columns aside={season === undefined ? RankingAside : PastAside}>
        <div ref={list} />
        <div className="sticky top-0 z-10 -mx-1 mb-2 flex flex-wrap gap-2 bg-ground px-1 pt-[calc(var(--notch)+8px)] pb-2 wide:top-(--notch) wide:pt-4">
          <SearchField className="min-w-28 flex-1" label={rankings.search} value={text} onChange={setText} />
          {own.any && season === undefined && <OwnToggle pressed={onlyOwn} onPress={() => showMine(!onlyOwn)} />}
        </div>
        {onlyOwn ? (
          <OwnContent own={own} search={search} onShowAll={() => showMine(false)} />
        ) : (
          <RankingContent
            ranking={ranking}
            season={season}
            mine={season === undefined ? own.ids : NOBODY}
            search={search}
          />
        )}
      </Columns>
      <FootBar />
    </>
  )
}

/** A new list begins at its top: gives a ref for the place above it, to which the page goes back when `shown` changes. */
function useListTop(shown: string) {
  const top = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const above = top.current?.getBoundingClientRect().top ?? 0
    if (above < 0) window.scrollBy(0, above)
  }, [shown])
  return top
}
