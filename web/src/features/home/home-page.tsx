import { useQuery } from '@tanstack/react-query'
import { dayBanner, home as words } from '@tribune/french/sentences/home.ts'
import {
  type FocusEventHandler,
  lazy,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { changeFilter, useFilter } from '../../data/home-filter.ts'
import { meQuery } from '../../data/session.ts'
import { errorHaptic, prefersReducedMotion } from '../../lib/device/platform.ts'
import { useScrolledPast } from '../../lib/device/use-platform.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { SCROLL_TOP_PX, WELCOME_SCROLL_PX } from '../../lib/limits.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Columns } from '../../ui/columns.tsx'
import { decoration } from '../../ui/decoration.ts'
import { FootBar, scrollPageTo } from '../../ui/foot-bar.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageFoot } from '../../ui/page-foot.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { CardSkeletons } from './card/match-card.tsx'
import { homeParts } from './fetch-parts.ts'
import { Filters } from './filter/filters.tsx'
import { useFilterAddress } from './filter/use-filter-address.ts'
import { HomeHeader } from './home-header.tsx'
import { FoundMatches, LIST_ID } from './list/match-list.tsx'
import { type Home, type HomeList, useHome } from './use-home.ts'

const FollowedList = lazy(async () => ({ default: (await homeParts()).FollowedList }))
const LaterAside = decoration(async () => (await import('../rankings/season-aside.tsx')).SeasonAside)

/** Accueil: the matches of the days around today, those open to votes on top. */
export function HomePage() {
  useFilterAddress()
  const home = useHome()
  const finder = useFinder()
  const { list, refresh, refreshing } = home
  return (
    <>
      <ScreenTitle />
      <PullToRefresh onRefresh={refresh} busy={refreshing} />
      <HomeHeader onRefresh={refresh} busy={refreshing} onFind={finder.find} />
      <Columns aside={SeasonAside}>
        <div className="@container mt-2 wide:mt-4">
          <div className="flex flex-wrap items-center gap-2">
            <HeadSearch finder={finder} />
            <Filters matches={list.all} now={list.now} />
          </div>
        </div>
        {/* The foot of the page stays below the window, so that a short list does not move it into view. */}
        <div className="flow-root min-h-dvh">
          <HomeContent home={home} />
        </div>
      </Columns>
      <PageFoot />
      <FootBar shown={finder.used === 'foot'}>
        {finder.used === 'head' ? undefined : (
          <Search ref={finder.footBox} {...finder.propsOf('foot')} onSearch={showFirst} />
        )}
      </FootBar>
    </>
  )
}

/** The leaders of the season, next to the matches on a wide screen. */
function SeasonAside() {
  return (
    <Suspense>
      <LaterAside />
    </Suspense>
  )
}

interface SearchProps {
  readonly ref: Ref<HTMLInputElement>
  readonly onFocus?: FocusEventHandler
  readonly onBlur?: FocusEventHandler
  readonly onSearch?: () => void
}

/** The upper search box. Invisible and not focusable while the lower one is shown, so that there is one at a time. */
function HeadSearch({ finder }: { readonly finder: Finder }) {
  const scrolled = useScrolledPast(SCROLL_TOP_PX)
  const isBelow = finder.used === 'foot' || (scrolled && finder.used === null)
  return (
    <div className={`flex-[1_1_15rem] ${isBelow ? 'invisible' : ''}`}>
      <Search ref={finder.headBox} {...finder.propsOf('head')} />
    </div>
  )
}

/** Scrolls to the first result, which may be above the viewport. */
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

/** Skeletons, an error, the empty state, or the list. Prefers an old list to an error. */
function HomeContent({ home }: { readonly home: Home }) {
  const { query, loaded, list } = home
  const banner = useDayBanner(list)
  if (!loaded && query.isError) return <HomeError error={query.error} onRetry={() => query.refetch()} />
  if (!loaded || banner === 'unknown') return <CardSkeletons />
  return (
    <>
      {banner !== 'none' && <DayBanner form={banner} />}
      {document.documentElement.dataset.follows === undefined ? (
        <FoundMatches list={list} />
      ) : (
        // Somebody who follows something waits for « Mes clubs », so that the list does not shift.
        <Suspense fallback={<CardSkeletons />}>
          <FollowedList list={list} />
        </Suspense>
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

interface Finder {
  /** The search box with the focus. */
  readonly used: 'head' | 'foot' | null
  readonly headBox: RefObject<HTMLInputElement | null>
  readonly footBox: RefObject<HTMLInputElement | null>
  readonly find: () => void
  readonly propsOf: (box: 'head' | 'foot') => Pick<SearchProps, 'onFocus' | 'onBlur'>
}

/**
 * « Chercher un match » scrolls to the list and focuses the lower search box, synchronously within the tap, or else phones open no keyboard. Focuses
 * the upper one if the lower is not mounted. The box in use stays shown, however short the list becomes and wherever the page is scrolled.
 */
function useFinder(): Finder {
  const [used, setUsed] = useState<Finder['used']>(null)
  const headBox = useRef<HTMLInputElement>(null)
  const footBox = useRef<HTMLInputElement>(null)
  const find = useCallback(() => {
    flushSync(() => setUsed('foot'))
    const drawn = (footBox.current?.getClientRects().length ?? 0) > 0
    const box = drawn ? footBox.current : headBox.current
    box?.focus({ preventScroll: drawn })
    if (drawn) scrollPageTo(WELCOME_SCROLL_PX)
    else setUsed(null)
  }, [])
  const propsOf = (box: 'head' | 'foot') => ({ onFocus: () => setUsed(box), onBlur: () => setUsed(null) })
  return { used, headBox, footBox, find, propsOf }
}

/** Suggests what to do on a day without upcoming matches, to fans who have never voted. */
function DayBanner({ form }: { readonly form: DayBannerForm }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-3 py-2">
      <p className="text-sm font-bold">{dayBanner.title}</p>
      {form === 'votes' ? (
        <Button className="px-3 text-sm" onClick={showList}>
          {dayBanner.openVotes}
        </Button>
      ) : (
        <ButtonLink to="/rankings" className="px-3 text-sm">
          {dayBanner.discover}
        </ButtonLink>
      )}
    </div>
  )
}

function showList(): void {
  document.getElementById(LIST_ID)?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
}

/** Action of the banner; `unknown` until it is known whether the fan has voted. */
type DayBannerForm = 'none' | 'unknown' | 'votes' | 'ranking'

/**
 * Returns the banner, shown only on a day without upcoming matches and to fans who have never voted (spec section 2). Waits for the fan, so that the
 * list does not shift when that answer arrives, unless it fails.
 */
function useDayBanner({ upcomingToday, anyOpen }: Pick<HomeList, 'upcomingToday' | 'anyOpen'>): DayBannerForm {
  const { data, failureCount } = useQuery(meQuery)
  if (upcomingToday) return 'none'
  if (data === undefined) return failureCount === 0 ? 'unknown' : 'none'
  if ((data.fan?.vote_count ?? 0) > 0) return 'none'
  return anyOpen ? 'votes' : 'ranking'
}
