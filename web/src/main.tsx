import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { colourBrowserBar } from './lib/device/browser-bar.ts'
import { takesWorkers, WIDE, whenSettled } from './lib/device/platform.ts'
import { createRoot } from './lib/device/react-dom.ts'
import { queryClient, startOnline } from './lib/http/query-client.ts'
import { meQuery } from './lib/http/session.ts'
import { forgetKeptNews } from './lib/live/news.ts'
import { followAddress } from './lib/router/canonical.ts'
import { makeRouter, PENDING_MS } from './router.ts'

/** Lets the browser paint, and answer a finger, between two parts of the start. */
const breath = () => new Promise((resolve) => setTimeout(resolve))

/** Ends with all that is being read now, where the page shows the screen's shape meanwhile: on a phone, at the address of some. */
async function shapeFilled(): Promise<void> {
  if (document.documentElement.dataset.first === undefined || matchMedia(WIDE).matches) return
  await Promise.allSettled(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.promise),
  )
}

async function start(root: Element): Promise<void> {
  await breath()
  colourBrowserBar()
  startOnline()
  await breath()
  const history = createBrowserHistory()
  await breath()
  const router = makeRouter(history)
  followAddress(router)
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) forgetKeptNews()
  })
  await breath()
  void queryClient.prefetchQuery(meQuery)
  await breath()
  // A screen whose file or contents are long in coming is drawn as a waiting one, with the way to the others.
  const longInComing = new Promise((resolve) => setTimeout(resolve, PENDING_MS))
  await Promise.race([router.load().then(shapeFilled), longInComing]).catch((error) =>
    console.error('first screen', error),
  )
  await breath()
  // What is known is drawn in slices, a tap on a slow phone being answered between two of them; what the router tells later is drawn at once.
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
  startTransition(() => createRoot(root).render(app))

  if (import.meta.env.PROD && takesWorkers()) {
    whenSettled(() => {
      import('./lib/offline/worker.ts')
        .then(({ startWorker }) => startWorker(router))
        .catch((error) => console.error('service worker', error))
    })
  }
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
void start(root)
