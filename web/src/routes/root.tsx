import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Link, Outlet, useLocation } from '@tanstack/react-router'
import { brand, navigation } from '@tribune/french/sentences/app.ts'
import { lazy, Suspense } from 'react'
import { useFilter } from '../data/home-filter.ts'
import { addressOf } from '../features/home/filter/filter-address.ts'
import { CONTENT } from '../lib/list/content.ts'
import { useArrival } from '../lib/router/use-arrival.ts'
import { useFarewell } from '../lib/state/farewell.ts'
import { BottomNav } from '../ui/bottom-nav.tsx'
import { Mark } from '../ui/mark.tsx'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { FailedScreen } from './failed-screen.tsx'

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
