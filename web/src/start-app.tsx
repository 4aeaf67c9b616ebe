import './lib/router/suspense.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { meQuery } from './data/session.ts'
import { colourBrowserBar } from './lib/device/browser-bar.ts'
import { loadPart, WIDE, whenSettled } from './lib/device/platform.ts'
import { queryClient, startOnline } from './lib/http/query-client.ts'
import { forgetStoredAnswers } from './lib/offline/data-age.ts'
import { type AppRouter, createAppRouter, PENDING_MS } from './router.ts'

/** Yields to the browser between two parts of the start, so that it can paint and handle taps. */
const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve))

/** Waits for all reads under way if the page already shows the shape of the screen: on a phone, at some addresses. */
async function waitForReads(): Promise<void> {
  if (document.documentElement.dataset.first === undefined || matchMedia(WIDE).matches) return
  await Promise.allSettled(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.promise),
  )
}

/** An app that has started, with what ends it. */
interface StartedApp {
  readonly root: Root
  readonly router: AppRouter
}

/** Starts the app in an element, at the address of the page. */
export async function startApp(element: Element): Promise<StartedApp> {
  // Browsers translate a page once it has loaded: this small file is there before.
  void loadPart(() => import('./lib/device/translation.ts'))
  await yieldToBrowser()
  colourBrowserBar()
  startOnline()
  await yieldToBrowser()
  const history = createBrowserHistory()
  await yieldToBrowser()
  const router = createAppRouter(history)
  followAddress(router)
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) forgetStoredAnswers()
  })
  if (import.meta.env.VITE_NATIVE) await (await import('./native-start.ts')).startNative(router)
  await yieldToBrowser()
  void queryClient.prefetchQuery(meQuery)
  await yieldToBrowser()
  // A screen whose file or data take longer is rendered as a placeholder, with the navigation to the others.
  const deadline = new Promise((resolve) => setTimeout(resolve, PENDING_MS))
  await Promise.race([router.load().then(waitForReads), deadline]).catch((error) =>
    console.error('first screen', error),
  )
  await yieldToBrowser()
  const root = createRoot(element)
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )

  // No first screen waits for this.
  whenSettled(() => {
    if (element.isConnected) void loadPart(() => import('./afterwards.ts'), startRest)
  })
  return { root, router }

  /** Does nothing for an app that has ended. */
  function startRest({ start }: typeof import('./afterwards.ts')): void {
    if (element.isConnected) start(router)
  }
}

/**
 * Updates the canonical link at each navigation. The server sets it for the screen that the page was opened on, and browsers share it from their own
 * menu.
 */
function followAddress(router: AppRouter): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link === null) return
  router.subscribe('onResolved', ({ toLocation }) => {
    link.href = new URL(toLocation.pathname, link.href).href
  })
}
