import { QueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { describe, expect, test } from 'vitest'
import { identitiesQuery, lastVotesQuery, sessionsQuery } from './account.ts'
import { HOME } from './keys.ts'
import { markSignedOut } from './own-reads.ts'
import { digestQuery, pushQuery } from './push.ts'
import { meQuery } from './session.ts'
import { followSession } from './session-news.ts'

const OWN_READS = [pushQuery, digestQuery, sessionsQuery, identitiesQuery, lastVotesQuery]

const meOf = (id: string | null) => ({
  identity_providers: [],
  challenge: null,
  fan: id === null ? null : ({ id } as Fan),
})

/** Opens a tab that follows the session of a fan. */
function openTab(fanId: string) {
  const client = new QueryClient()
  client.setQueryData(meQuery.queryKey, meOf(fanId))
  const seen: (string | null)[] = []
  followSession(client, (id) => seen.push(id))
  return { client, seen }
}

describe('the session, followed', () => {
  test('each fan who signs in is reported, and that nobody is signed in any more', () => {
    const { client, seen } = openTab('a')
    markSignedOut(client)
    client.setQueryData(meQuery.queryKey, meOf('b'))
    client.setQueryData(meQuery.queryKey, meOf('b'))
    expect(seen).toEqual(['a', null, 'b'])
  })

  for (const [change, next] of [
    ['another fan', 'b'],
    ['nobody', null],
  ] as const) {
    test(`${change} finds none of the former fan’s own reads, from the first moment on`, async () => {
      const { client } = openTab('a')
      const cache = client.getQueryCache()
      for (const { queryKey, meta = {} } of OWN_READS) {
        await client.fetchQuery<unknown>({ queryKey, meta, queryFn: () => 'of a' })
      }
      client.setQueryData(HOME, [])
      client.setQueryData(meQuery.queryKey, meOf('a'))
      expect(cache.getAll()).toHaveLength(OWN_READS.length + 2)
      client.setQueryData(meQuery.queryKey, meOf(next))
      expect(cache.getAll().map(({ queryKey }) => queryKey)).toEqual([meQuery.queryKey, HOME])
    })
  }
})
