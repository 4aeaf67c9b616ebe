import { createRootRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Waiting } from '../ui/waiting.tsx'
import { CrashScreen } from './crash.tsx'
import { Shell } from './shell.tsx'

const NotFoundScreen = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFoundScreen }))

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Suspense fallback={<Waiting />}>
      <NotFoundScreen />
    </Suspense>
  ),
  errorComponent: CrashScreen,
})
