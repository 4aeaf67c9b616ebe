import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followAddress } from './lib/canonical.ts'
import { forgetKeptNews } from './lib/news.ts'
import { takesWorkers, whenSettled } from './lib/platform.ts'
import { queryClient } from './lib/query-client.ts'
import { meQuery } from './lib/session.ts'
import { colourBrowserBar } from './lib/theme.ts'
import { makeRouter, PENDING_MS } from './router.ts'

/** Lets the browser paint, and answer a finger, between two parts of the start. */
const breath = () => new Promise((resolve) => setTimeout(resolve))

async function start(root: Element): Promise<void> {
  colourBrowserBar()
  await breath()
  const router = makeRouter()
  followAddress(router)
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) forgetKeptNews()
  })
  await breath()
  void queryClient.prefetchQuery(meQuery)
  // A screen whose file is long in coming is drawn as a waiting one, with the way to the others.
  const longInComing = new Promise((resolve) => setTimeout(resolve, PENDING_MS))
  await Promise.race([router.load(), longInComing]).catch((error) => console.error('first screen', error))
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
      import('./lib/worker.ts')
        .then(({ startWorker }) => startWorker(router))
        .catch((error) => console.error('service worker', error))
    })
  }
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
void start(root)
