import { createRootRoute } from '@tanstack/react-router'
import { CrashScreen } from './crash.tsx'
import { NotFoundScreen } from './not-found.tsx'
import { Shell } from './shell.tsx'

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
})
