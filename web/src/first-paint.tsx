import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { queryClient } from './lib/http/query-client.ts'
import { createAppRouter } from './router.ts'

/** Returns the markup of a screen without data. Runs while the app is built. */
export async function draw(address: '/' | '/match/1' | '/rankings'): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  router.update({
    ...router.options,
    // On a server it would add a script to the page, which the page's policy refuses.
    scrollRestoration: false,
  })
  await router.load()
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // The markup needs no answers.
  await queryClient.cancelQueries()
  queryClient.clear()
  return markup
}
