import { useEffect, useRef } from 'react'
import { navigation } from '../../i18n/fr.ts'
import { rankings } from '../../i18n/fr-rankings.ts'
import { Columns } from '../../ui/columns.tsx'
import { FillingLine } from '../../ui/filling-line.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { OwnContent, OwnToggle } from './list/own-players.tsx'
import { RankingContent } from './list/ranking-content.tsx'
import { RankingHeader } from './ranking-header.tsx'
import { RankingAside } from './season-aside.tsx'
import { useOwnPlayers, useRanking } from './use-ranking.ts'
import { useRankingAddress } from './use-ranking-address.ts'

/** Classements: the Index of the season. */
export function RankingsPage() {
  const { text, setText, search, mine, showMine } = useRankingAddress()
  const ranking = useRanking(search)
  const own = useOwnPlayers(search)
  const list = useListTop(`${search} ${mine}`)
  const onlyOwn = mine && (own.any || !own.settled)
  return (
    <>
      <ScreenTitle>{navigation.ranking}</ScreenTitle>
      <PullToRefresh onRefresh={ranking.refresh} busy={ranking.refreshing} />
      <RankingHeader onRefresh={ranking.refresh} busy={ranking.refreshing} bare={text !== '' || onlyOwn} />
      <FillingLine />
      <Columns aside={RankingAside}>
        <div ref={list} />
        <div className="sticky top-0 z-10 -mx-1 mb-2 flex gap-2 bg-ground px-1 pt-[calc(env(safe-area-inset-top)+8px)] pb-2 wide:pt-4">
          <SearchField className="min-w-0 flex-1" label={rankings.search} value={text} onChange={setText} />
          {own.any && <OwnToggle pressed={onlyOwn} onPress={() => showMine(!onlyOwn)} />}
        </div>
        {onlyOwn ? (
          <OwnContent own={own} search={search} onShowAll={() => showMine(false)} />
        ) : (
          <RankingContent ranking={ranking} mine={own.ids} search={search} />
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
