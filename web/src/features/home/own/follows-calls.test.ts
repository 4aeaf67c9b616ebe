import { QueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { meQuery } from '../../../data/session.ts'
import { readFollowsHere } from './follows-calls.ts'

vi.mock('../fetch-parts.ts', () => ({ homeParts: async () => undefined }))

test.each([
  ['a fan who has signed out', 0, null],
  ['a fan whom another has replaced', 0, 'b'],
  ['the fan who is signed in', 1, 'a'],
])('the list of %s is read %i times', async (_case, reads, signedIn) => {
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
