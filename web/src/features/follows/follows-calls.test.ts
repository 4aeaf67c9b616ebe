import { QueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { meQuery } from '../../data/session.ts'
import { readFollowsHere } from './follows-calls.ts'

vi.mock('../home/fetch-parts.ts', () => ({ homeParts: async () => undefined }))

test.each([
  ['a fan who has signed out', null, 0],
  ['a fan whom another has replaced', 'b', 0],
  ['the fan who is signed in', 'a', 1],
])('reads the list of %s: %s of a, %i times', async (_case, signedIn, reads) => {
  const client = new QueryClient()
  const fan = signedIn === null ? null : ({ id: signedIn } as Fan)
  client.setQueryData(meQuery.queryKey, { identity_providers: [], captcha: null, fan })
  const fetch = vi.fn(async () => Response.json({ items: [] }))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  onTestFinished(() => void vi.unstubAllGlobals())
  await readFollowsHere(client, 'a')
  expect(fetch).toHaveBeenCalledTimes(reads)
})
