import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { queryClient } from './lib/http/query-client.ts'
import { makeRouter } from './router.ts'

/** A screen before anything is known, as markup. Runs while the app is built. */
export async function draw(address: '/' | '/match/1' | '/rankings'): Promise<string> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }))
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
  // There is nobody to answer here.
  await queryClient.cancelQueries()
  queryClient.clear()
  // The page has its own.
  return markup.replace(/<title>.*?<\/title>/, '')
}
