import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followAddress } from './lib/canonical.ts'
import { forgetKeptNews } from './lib/news.ts'
import { takesWorkers, whenSettled } from './lib/platform.ts'
import { queryClient } from './lib/query-client.ts'
import { colourBrowserBar } from './lib/theme.ts'
import { router } from './router.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

colourBrowserBar()
followAddress(router)
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) forgetKeptNews()
})
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

if (import.meta.env.PROD && takesWorkers()) {
  whenSettled(() => {
    import('./lib/worker.ts')
      .then(({ startWorker }) => startWorker(router))
      .catch((error) => console.error('service worker', error))
  })
}
