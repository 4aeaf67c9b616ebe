import { createMemoryHistory } from '@tanstack/react-router'
import { FAN_ADDRESSES, OPERATOR_ADDRESSES, PAGE_ADDRESSES, pageAt } from '@tribune/protocol/addresses.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { prefetchBallot } from './data/ballots/match-ballot.ts'
import { firstReads } from './data/first-reads.ts'
import { meQuery } from './data/session.ts'
import { queryClient } from './lib/http/query-client.ts'
import { createAppRouter } from './router.ts'
import { addOperatorRoutes } from './routes/operator/open-area.ts'
import { rootRoute } from './routes/root.tsx'

const routerAt = (path: string) => createAppRouter(createMemoryHistory({ initialEntries: [path] }))

/** The address of the page that a router finds, or null. */
function foundBy({ latestLocation, getMatchedRoutes }: ReturnType<typeof createAppRouter>): string | null {
  const [, params, nearest] = getMatchedRoutes(latestLocation.pathname)
  // `**` holds the rest of a path of which only the beginning matches a route.
  return '**' in params ? null : (nearest?.fullPath ?? null)
}

const addressesOf = (router: ReturnType<typeof createAppRouter>) => Object.keys(router.routesByPath).sort()

test('the router has a screen for every address of a fan, and no other', () => {
  expect(addressesOf(createAppRouter(createMemoryHistory()))).toEqual([...FAN_ADDRESSES].sort())
})

describe('the operator’s area, once asked for', () => {
  const fans = Object.values(rootRoute.children ?? [])
  afterAll(() => void rootRoute.addChildren(fans))

  test('adds a screen for every address of the operator, and no other', () => {
    const router = routerAt('/admin')
    addOperatorRoutes(router)
    addOperatorRoutes(router)
    expect(addressesOf(router)).toEqual([...PAGE_ADDRESSES].sort())
  })

  test.each([
    ...OPERATOR_ADDRESSES,
    '/admin/',
    '/Admin',
    '/admin/nulle-part',
    '/admin//journal',
    '/kylian-test-analysis',
    '/%C3%89lie-analysis',
    '/Elie-ANALYSIS/',
    '/-analysis',
    '/analysis',
    '/kylian-analysis/plus',
    '/admin/kylian-analysis',
    '/test-ranking',
    '/rankings',
    '/match/42',
  ])('finds at %s the page that the server answers with, or none', (path) => {
    const router = routerAt(path)
    addOperatorRoutes(router)
    expect(foundBy(router)).toBe(pageAt(path)?.address ?? null)
  })
})

test.each([
  '/',
  '/points',
  '/points/',
  '/points//',
  '/POINTS',
  '/%70oints',
  '/match/42',
  '/match/42/',
  '/Match/x',
  '/match',
  '/match/',
  '/match/1/2',
  '/match/1/decompte',
  '/match/x/decompte/',
  '/match//decompte',
  '/match/1/decompte/2',
  '/match//1',
  '//points',
  '/points/more',
  '/points%00',
  '/match/%2F',
  '/nulle-part',
  '/un.point',
])('finds at %s the page that the server answers with, or none', (path) => {
  expect(foundBy(routerAt(path))).toBe(pageAt(path)?.address ?? null)
})

describe('on the way to a screen', () => {
  /** Loads the screen of a path. A navigation dispatches a scroll event on the document, which Node does not have. */
  const loadedAt = async (path: string) => {
    const router = routerAt(path)
    vi.stubGlobal('document', new EventTarget())
    await router.load()
    return router
  }

  const fetched = vi.fn((_address: string) => new Promise<Response>(() => {}))
  beforeEach(() => vi.stubGlobal('fetch', fetched))
  afterEach(async () => {
    await queryClient.cancelQueries()
    queryClient.clear()
    fetched.mockClear()
    vi.unstubAllGlobals()
  })

  test.each(firstReads())(
    '/%s begins the very read that start.js asks for, and waits for nothing',
    async (screen, [read]) => {
      await loadedAt(screen === 'match' ? '/match/42' : `/${screen}`)
      expect(fetched.mock.calls[0]?.[0]).toBe(read?.replace('$id', '42'))
    },
  )

  test('/match reads the ballot of the signed-in fan without waiting for its screen', async () => {
    queryClient.setQueryData<unknown>(meQuery.queryKey, { fan: { id: 'fan-1' } })
    await loadedAt('/match/42')
    await expect.poll(() => fetched.mock.calls.flat()).toContain('/api/votes/42')
  })

  test('/match reads no ballot for a visitor', async () => {
    queryClient.setQueryData<unknown>(meQuery.queryKey, { fan: null })
    await loadedAt('/match/42')
    await prefetchBallot(queryClient, 42)
    expect(fetched.mock.calls.flat()).not.toContain('/api/votes/42')
  })

  test('only its code is fetched while a finger comes near its link', async () => {
    const router = routerAt('/privacy')
    await router.preloadRoute({ to: '/match/$id', params: { id: 42 } })
    await router.preloadRoute({ to: '/rankings' })
    expect(fetched).not.toHaveBeenCalled()
  })

  test.each(['/match/abc', '/match/0', '/match/-1', '/match/99999999999999999999', '/player/abc', '/player/1.5'])(
    '%s is not found, and nothing is read for it',
    async (path) => {
      const router = await loadedAt(path)
      const { status, error } = router.state.matches.at(-1) ?? {}
      expect([status, error]).toMatchObject(['notFound', { data: path.split('/')[2] }])
      expect(fetched).not.toHaveBeenCalled()
    },
  )

  test('a player with a negative id is found', async () => {
    const router = await loadedAt('/player/-7')
    expect(router.state.matches.at(-1)).toMatchObject({ status: 'success', params: { id: -7 } })
  })

  test.each([
    ['/rankings?q=%20elie&mine=perhaps', { q: 'elie', mine: undefined }],
    ['/rankings?mine=true', { mine: true }],
    ['/history?c=ligue-1', { c: undefined }],
    ['/privacy?lang=en', { lang: undefined }],
  ])('%s passes only known parameters to its screen', (path, search) => {
    const router = routerAt(path)
    expect(router.matchRoutes(router.latestLocation).at(-1)?.search).toEqual(search)
  })
})
