import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Link, Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { brand, navigation } from '@tribune/french/sentences/app.ts'
import { CircleUserRound, House, Sparkles, Trophy } from 'lucide'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useFilter } from '../data/home-filter.ts'
import { addressOf } from '../features/home/filter/filter-address.ts'
import { CONTENT, focusContent } from '../lib/list/content.ts'
import { announce } from '../lib/state/announce.ts'
import { useFarewell } from '../lib/state/farewell.ts'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { FailedScreen } from './failed-screen.tsx'

const TABS = [
  { to: '/', label: navigation.home, icon: House, exact: true },
  { to: '/rankings', label: navigation.rankings, icon: Trophy, exact: false },
  { to: '/points', label: navigation.points, icon: Sparkles, exact: false },
  { to: '/profile', label: navigation.profile, icon: CircleUserRound, exact: false },
] as const

/** Frames every screen; the first link skips the navigation. */
function Shell() {
  useArrival()
  return (
    <>
      <a
        href={`#${CONTENT}`}
        className="sr-only rounded-inner bg-action px-4 py-3 font-bold text-on-action focus:not-sr-only focus:fixed focus:top-[calc(var(--notch)+8px)] focus:left-2 focus:z-50"
      >
        {navigation.skip}
      </a>
      <OfflineBar />
      <div className="flex min-h-dvh flex-col">
        <div className="wide:border-b wide:border-line wide:bg-surface wide:pt-(--notch)">
          <div className="gutter mx-auto flex max-w-page items-center justify-between wide:h-16">
            <Navigation />
          </div>
        </div>
        <main id={CONTENT} tabIndex={-1} className="flex-1 pb-[calc(var(--foot)+84px)] outline-none">
          <Outlet />
        </main>
      </div>
      <Toasts />
      {useFarewell()}
    </>
  )
}

/** Renders the navigation. The home tab keeps the fan's filter from another screen, and resets it on the list itself. */
function Navigation() {
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  const filtered = addressOf(useFilter())
  const home = isHome ? {} : filtered
  return (
    <>
      <Link
        to="/"
        search={home}
        className="hidden items-center gap-2 rounded-inner wide:flex"
        tabIndex={-1}
        aria-hidden="true"
      >
        <Mark size={36} />
        <span className="figures text-2xl font-black uppercase">{brand.name}</span>
      </Link>
      <BottomNav home={home} />
    </>
  )
}

const NotFoundScreen = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFoundScreen }))

/** Context of loaders. They only start a read: screens have their own loading state, and no navigation waits for data. */
interface RouterContext {
  readonly queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: () => (
    <Suspense fallback={<Waiting />}>
      <NotFoundScreen />
    </Suspense>
  ),
  errorComponent: FailedScreen,
})

/**
 * Does for screen readers and keyboards what a page load would: announces the title of a new screen as soon as it has one, and moves lost focus to the
 * new screen, or to the section that the address names. Does nothing for the very first screen.
 */
function useArrival(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const chapter = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' })
  const first = useRef(path)
  useEffect(announceTitles, [])
  useEffect(() => {
    if (first.current === undefined) first.current = path
    if (first.current === path) return
    first.current = ''
    if (document.activeElement === document.body) focusContent()
  }, [path])
  // The router scrolls there; reading and tabbing start there too.
  useEffect(() => document.getElementById(chapter)?.focus({ preventScroll: true }), [chapter])
}

/** Announces each title once the path has changed. Screens set theirs immediately, or when their data arrives. */
function announceTitles(): () => void {
  let start: string | null = window.location.pathname
  const titles = new MutationObserver(() => {
    if (window.location.pathname === start) return
    start = null
    announce(document.title)
  })
  titles.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => titles.disconnect()
}

interface BottomNavProps {
  /** Search parameters of the home screen. */
  readonly home: object
}

/** Four labelled tabs: a bar at the bottom of a phone, a line at the top of a wide screen. */
function BottomNav({ home }: BottomNavProps) {
  return (
    <nav
      aria-label={navigation.label}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] wide:static wide:border-0 wide:bg-transparent wide:pb-0"
    >
      <ul className="mx-auto flex max-w-[560px] wide:gap-1">
        {TABS.map(({ to, label, icon, exact }) => (
          <li key={to} className="flex-1">
            <Link
              to={to}
              search={to === '/' ? home : {}}
              activeOptions={{ exact, includeSearch: false }}
              className="group relative flex h-[60px] flex-col items-center justify-center gap-0.5 text-label font-semibold text-quiet hover:text-text aria-[current=page]:text-text wide:h-11 wide:flex-row wide:gap-2 wide:rounded-inner wide:px-3 wide:text-base"
            >
              <span
                aria-hidden="true"
                className="absolute inset-x-5 top-0 h-[3px] rounded-full group-aria-[current=page]:bg-text wide:inset-x-3 wide:top-auto wide:bottom-0"
              />
              <Icon of={icon} size={22} className="wide:size-5" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
