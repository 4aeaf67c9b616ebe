import { WELCOME_SCROLL_PX } from '@tribune/domain/refresh.ts'
import { type FocusEventHandler, type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { brand, nouns } from '../../i18n/fr.ts'
import { home as words } from '../../i18n/fr-home.ts'
import { messageOf } from '../../lib/api-error.ts'
import { focusContent } from '../../lib/content.ts'
import { plural } from '../../lib/numbers.ts'
import { errorHaptic } from '../../lib/platform.ts'
import { useWide } from '../../lib/use-platform.ts'
import { Button } from '../../ui/button.tsx'
import { Columns } from '../../ui/columns.tsx'
import { FootBar, scrollPageTo } from '../../ui/foot-bar.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PageFoot } from '../../ui/page-foot.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { CardSkeletons } from './card-skeleton.tsx'
import { CompetitionFilter } from './competition-filter.tsx'
import { DayBanner } from './day-banner.tsx'
import { DayFilter } from './day-filter.tsx'
import { changeFilter, resetFilter, useFilter } from './filter-store.ts'
import { HomeAside } from './home-aside.tsx'
import { HomeHeader } from './home-header.tsx'
import { LIST_ID, MatchList } from './match-list.tsx'
import { useDayBanner } from './use-day-banner.ts'
import { useFilterAddress } from './use-filter-address.ts'
import { type Home, useHome } from './use-home.ts'

/** Accueil: the matches of the days around now, those open to votes on top. */
export function HomePage() {
  useFilterAddress()
  const home = useHome()
  const finder = useFinder()
  const wide = useWide()
  const { list, refresh, refreshing } = home
  return (
    <>
      <title>{`${brand.name} — ${brand.tagline}`}</title>
      <PullToRefresh onRefresh={refresh} busy={refreshing} />
      <HomeHeader onRefresh={refresh} busy={refreshing} onFind={finder.find} />
      <Columns aside={HomeAside}>
        <div className="mt-4 flex flex-col gap-2">
          <Search ref={finder.headBox} />
          <DayFilter matches={list.all} now={list.now} />
          {!wide && <CompetitionFilter matches={list.all} now={list.now} />}
        </div>
        <HomeContent home={home} />
      </Columns>
      <PageFoot />
      <FootBar shown={finder.finding}>
        <Search ref={finder.footBox} onFocus={finder.start} onBlur={finder.stop} onSearch={showFirst} />
      </FootBar>
    </>
  )
}

interface SearchProps {
  readonly ref: Ref<HTMLInputElement>
  readonly onFocus?: FocusEventHandler
  readonly onBlur?: FocusEventHandler
  readonly onSearch?: () => void
}

/** What is found begins above what the fan was looking at. */
function showFirst(): void {
  const list = document.getElementById(LIST_ID)
  if (list !== null && list.getBoundingClientRect().top < 0) list.scrollIntoView()
}

function Search({ ref, onSearch, ...focus }: SearchProps) {
  const { text } = useFilter()
  return (
    <SearchField
      ref={ref}
      label={words.searchLabel}
      placeholder={words.search}
      value={text}
      onChange={(value) => {
        changeFilter({ text: value })
        onSearch?.()
      }}
      {...focus}
    />
  )
}

function showAll(): void {
  focusContent()
  resetFilter()
}

/** Skeletons, error, nothing, or the list. An old list is better than an error. */
function HomeContent({ home }: { readonly home: Home }) {
  const { query, loaded, list } = home
  const banner = useDayBanner(list)
  if (!loaded && query.isError) return <HomeError error={query.error} onRetry={() => query.refetch()} />
  if (!loaded || banner === 'unknown') return <CardSkeletons />
  return (
    <>
      {banner !== 'none' && <DayBanner form={banner} />}
      <p role="status" className="sr-only">
        {words.results(plural(list.matches.length, nouns.match), list.matches.length < 2)}
      </p>
      {list.matches.length === 0 ? (
        <div className="mt-6">
          <Notice actions={<Button onClick={showAll}>{words.resetFilters}</Button>}>{words.empty}</Notice>
        </div>
      ) : (
        <MatchList list={list} />
      )}
    </>
  )
}

function HomeError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  useEffect(errorHaptic, [])
  return (
    <div className="mt-6">
      <ErrorNotice message={words.loadError(messageOf(error))} error={error} onRetry={onRetry} />
    </div>
  )
}

/**
 * « Chercher un match » brings the list into view and puts the cursor in the search box above the navigation, within the very tap,
 * or no keyboard would come. Where that box is not drawn the first one takes it. While it is typed in it stays, however short the list
 * becomes.
 */
function useFinder() {
  const [finding, setFinding] = useState(false)
  const headBox = useRef<HTMLInputElement>(null)
  const footBox = useRef<HTMLInputElement>(null)
  const find = useCallback(() => {
    flushSync(() => setFinding(true))
    const drawn = (footBox.current?.getClientRects().length ?? 0) > 0
    const box = drawn ? footBox.current : headBox.current
    box?.focus({ preventScroll: drawn })
    if (drawn) scrollPageTo(WELCOME_SCROLL_PX)
    else setFinding(false)
  }, [])
  return { finding, headBox, footBox, find, start: () => setFinding(true), stop: () => setFinding(false) }
}
