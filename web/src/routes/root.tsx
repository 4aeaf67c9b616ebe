import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Waiting } from '../ui/waiting.tsx'
import { FailedScreen } from './failed-screen.tsx'
import { Shell } from './shell.tsx'

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
