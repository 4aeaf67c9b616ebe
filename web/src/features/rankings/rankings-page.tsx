import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { plural } from '@tribune/french/format/numbers.ts'
import { navigation, nouns } from '@tribune/french/sentences/app.ts'
import { rankings, seasons as words } from '@tribune/french/sentences/rankings.ts'
import { History } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { rankingOf, seasonsQuery } from '../../data/seasons.ts'
import { SEARCH_DEBOUNCE_MS } from '../../lib/limits.ts'
import { useAskedSeason } from '../../lib/router/use-asked-season.ts'
import { useDebounced } from '../../lib/state/use-debounced.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Columns } from '../../ui/columns.tsx'
import { FillingLine } from '../../ui/filling-line.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SeasonSelect } from '../../ui/select.tsx'
import { RankingContent } from './list/ranking-content.tsx'
import { RankingList } from './list/ranking-list.tsx'
import { asSearch, type RankingAddress } from './ranking-address.ts'
import { PodiumSkeleton, RankingHead, RankingSkeleton } from './ranking-waiting.tsx'
import { Leaders, RankingAside, SeasonPodium } from './season-aside.tsx'
import { type OwnPlayers, rowsOf, useOwnPlayers, useRanking } from './use-ranking.ts'

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

/** The first three of a past season, next to its ranking. */
function PastAside() {
  const season = useAskedSeason()
  const { data, isPending } = useInfiniteQuery(rankingOf(season, ''))
  return <Leaders page={data?.pages[0]} waiting={isPending} title={words.podium} season={season} />
}

interface RankingHeaderProps {
  /** A past season; the open one if undefined. */
  readonly season: number | undefined
  readonly onRefresh: () => void
  readonly busy: boolean
  /** Without the podium, so that search results are in sight above the keyboard. */
  readonly bare: boolean
}

/** The season and its leaders. From 900 px, the podium is next to the list instead. */
function RankingHeader({ season: asked, onRefresh, busy, bare }: RankingHeaderProps) {
  const query = useInfiniteQuery(rankingOf(asked, ''))
  const data = query.data
  const rows = rowsOf(data?.pages.slice(0, 1) ?? [])
  const season = data?.pages[0]?.season
  return (
    <RankingHead
      action={<RefreshButton onRefresh={onRefresh} busy={busy} />}
      line={
        <>
          <p className="figures text-lg font-bold text-quiet">
            {(season ?? asked) !== undefined && (
              <SeasonChooser shown={season ? rankings.season(season.name, season.label) : ''} asked={asked} />
            )}
          </p>
          <ButtonLink to="/history" tone="quiet" className="-mr-3 ml-auto px-3 text-sm">
            <Icon of={History} size={18} />
            {rankings.history}
          </ButtonLink>
        </>
      }
    >
      <p className="hidden max-w-[52ch] text-quiet wide:block">{rankings.intro}</p>
      {asked !== undefined && <Champion id={asked} />}
      {!bare && (
        <div className="mx-auto max-w-[420px] wide:hidden">
          {data === undefined && !query.isError && <PodiumSkeleton />}
          {rows.length > 0 && <SeasonPodium rows={rows} season={asked} />}
        </div>
      )}
    </RankingHead>
  )
}

interface SeasonChooserProps {
  /** Name and label of the season that is shown. */
  readonly shown: string
  /** Its id in the address; undefined for the open one. */
  readonly asked: number | undefined
}

/** The season's name; once past ones are known, the choice among them. Of one height, so that nothing moves when they come. */
function SeasonChooser({ shown, asked }: SeasonChooserProps) {
  const { data = [] } = useQuery(seasonsQuery)
  const navigate = useNavigate()
  if (data.length < 2) return shown
  return (
    <SeasonSelect
      seasons={data}
      asked={asked}
      onAsk={(season) => navigate({ to: '/rankings', search: { season }, resetScroll: false })}
      on="ground"
    />
  )
}

/** Names the champions of a finished season. */
function Champion({ id }: { readonly id: number }) {
  const { data = [] } = useQuery(seasonsQuery)
  const champions = data.find((season) => season.id === id)?.champions ?? []
  if (champions.length === 0) return null
  const names = champions.map(({ player_name }) => player_name).join(', ')
  return (
    <p className="mb-3 font-semibold [overflow-wrap:anywhere]">
      {champions.length === 1 ? words.champion(names) : words.champions(names)}
    </p>
  )
}

/**
 * Keeps what is asked of the ranking in the URL, so that it can be sent, reloaded, and found again on the way back from a player. The input updates at
 * once; the URL and the query (`search`) are debounced.
 */
function useRankingAddress() {
  const { q = '', mine } = useSearch({ from: '/rankings' })
  const season = useAskedSeason()
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const search = useDebounced(asSearch(text), SEARCH_DEBOUNCE_MS)
  const agreed = useRef(q)
  const go = useRef((address: RankingAddress) => {
    navigate({ to: '/rankings', search: address, replace: true, resetScroll: false })
  })

  useEffect(() => {
    // Changed by the way back or by a link, not by typing.
    if (q !== agreed.current) setText(q)
    agreed.current = q
  }, [q])

  useEffect(() => {
    if (search === agreed.current) return
    agreed.current = search
    go.current({ q: search || undefined, mine, season })
  }, [search, mine, season])

  const showMine = (wanted: boolean) => go.current({ q: q || undefined, mine: wanted || undefined, season })
  return { text, setText, search, mine: mine === true && season === undefined, showMine, season }
}

/** Shows only the players of the fan's own podiums, or all again. Its icon is the one that marks them in the list, so the button says what it means. */
function OwnToggle({ pressed, onPress }: { readonly pressed: boolean; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={rankings.mine}
      onClick={onPress}
      className="target inline-flex min-h-12 min-w-12 shrink-0 items-center justify-center gap-2 rounded-card border border-edge bg-surface px-2 text-sm wide:text-base font-semibold hover:bg-raised aria-pressed:border-text aria-pressed:bg-raised wide:px-4"
    >
      <Mark size={24} />
      <span className="text-left leading-4 whitespace-nowrap">
        {rankings.ownOnly} <span className="block text-sm font-normal text-quiet">{rankings.ownSign}</span>
      </span>
    </button>
  )
}

interface OwnContentProps {
  readonly own: OwnPlayers
  readonly search: string
  readonly onShowAll: () => void
}

/** The fan's own players with their ranks of the season. */
function OwnContent({ own, search, onShowAll }: OwnContentProps) {
  if (!own.settled) return <RankingSkeleton />
  const all = <Button onClick={onShowAll}>{rankings.all}</Button>
  if (own.rows.length === 0) return <Notice actions={all}>{rankings.noMatch(search)}</Notice>
  return (
    <>
      <RankingList rows={own.rows} total={own.rows.length} mine={own.ids} label={rankings.ownList} />
      <div className="flex flex-col items-center gap-3 py-6 text-center">
        <p role="status" className="text-quiet">
          {rankings.ownEnd(plural(own.rows.length, nouns.player))}
        </p>
        {all}
      </div>
    </>
  )
}
