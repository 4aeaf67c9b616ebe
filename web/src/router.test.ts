import { createMemoryHistory } from '@tanstack/react-router'
import { PAGE_ADDRESSES, pageAt } from '@tribune/domain/addresses.ts'
import { expect, test } from 'vitest'
import { makeRouter } from './router.ts'

test('has a screen for every address of the list, and no other', () => {
  expect(Object.keys(makeRouter(createMemoryHistory()).routesByPath).sort()).toEqual([...PAGE_ADDRESSES].sort())
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
  '/match//1',
  '//points',
  '/points/more',
  '/points%00',
  '/match/%2F',
  '/admin',
  '/nulle-part',
  '/un.point',
])('finds at %s the page that the server answers with, or none', (path) => {
  const { latestLocation, getMatchedRoutes } = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  const [, params, nearest] = getMatchedRoutes(latestLocation.pathname)
  // What is left of a path is kept so where only its beginning is a route's.
  const found = '**' in params ? undefined : nearest
  expect(found?.fullPath ?? null).toBe(pageAt(path)?.address ?? null)
})
