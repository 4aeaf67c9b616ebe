import { createRoute } from '@tanstack/react-router'
import { HomePage } from '../features/home/home-page.tsx'
import { rootRoute } from './root.tsx'

/** The first screen most people see: its code comes with the first load. */
export const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomePage })
