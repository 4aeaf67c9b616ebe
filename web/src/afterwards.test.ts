import { QueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { expect, test } from 'vitest'
import { rememberFans } from './afterwards.ts'
import { markSignedOut, meQuery } from './data/session.ts'

test('the account signed in last is remembered, whichever screen it signs in on', async () => {
  const client = new QueryClient()
  const signIn = (id: string) =>
    client.setQueryData(meQuery.queryKey, { identity_providers: [], challenge: null, fan: { id } as Fan })
  const remembered: string[] = []
  signIn('a')
  rememberFans(client, (id) => remembered.push(id))
  expect(remembered).toEqual(['a'])
  markSignedOut(client)
  expect(remembered).toEqual(['a'])
  signIn('b')
  await expect.poll(() => remembered).toEqual(['a', 'b'])
})
