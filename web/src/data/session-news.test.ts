import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { refusalOf } from '../lib/http/api-error.ts'
import { identitiesQuery, lastVotesQuery, sessionsQuery } from './account.ts'
import { setAsideQuery } from './ballots/own-ballots.ts'
import { HOME } from './keys.ts'
import { digestQuery, pushQuery } from './push.ts'
import { markSignedOut, meQuery, OWN } from './session.ts'
import { followSession } from './session-news.ts'

const OWN_READS = [pushQuery, digestQuery, sessionsQuery, identitiesQuery, lastVotesQuery, setAsideQuery(7)]

/** Messages that tabs have sent each other in the test under way. */
let messages: unknown[] = []
const channels = new Set<BroadcastChannel>()

class Channel extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    channels.add(this)
  }
}

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel)
  messages = []
  new Channel('tribune').onmessage = ({ data }) => messages.push(data)
})

afterEach(() => {
  for (const channel of channels) channel.close()
  channels.clear()
  vi.unstubAllGlobals()
})

const digest = { wanted: true, obstacle: null, ended_by_mailbox: false }

const meOf = (id: string | null) => ({
  identity_providers: [],
  captcha: null,
  fan: id === null ? null : ({ id } as Fan),
})

/** Opens a tab that follows the session. `server` says who is signed in and counts how often it is asked; `believed` is the fan in the tab's cache. */
function openTab(server: { fanId: string | null; asked: number }, believed = server.fanId) {
  const client = new QueryClient()
  vi.stubGlobal('fetch', async () => {
    server.asked += 1
    return Response.json(meOf(server.fanId))
  })
  vi.stubGlobal('navigator', { onLine: true })
  client.setQueryData(meQuery.queryKey, meOf(believed))
  const seen: (string | null)[] = []
  followSession(client, (id) => seen.push(id))
  const fanOf = () => client.getQueryData(meQuery.queryKey)?.fan?.id ?? null
  return { client, seen, fanOf }
}

describe('the session, followed', () => {
  test('each sign-in of a fan is reported, and so is a sign-out', () => {
    const { client, seen } = openTab({ fanId: 'a', asked: 0 })
    markSignedOut(client)
    client.setQueryData(meQuery.queryKey, meOf('b'))
    client.setQueryData(meQuery.queryKey, meOf('b'))
    expect(seen).toEqual(['a', null, 'b'])
  })

  test('data read before the session was followed may be a former fan’s, and is dropped', async () => {
    const client = new QueryClient()
    client.setQueryData(meQuery.queryKey, meOf('b'))
    await client.fetchQuery({ queryKey: digestQuery.queryKey, meta: OWN, queryFn: () => digest })
    followSession(client, () => undefined)
    expect(client.getQueryData(digestQuery.queryKey)).toBeUndefined()
  })

  test.each([
    ['the session was not read since', [], 'of a'],
    ['another fan has signed in', ['b'], 'of b'],
    ['no fan is signed in any more', [null], 'of a'],
  ] as const)(
    'data on a screen stays or is read again when the session starts to be followed: %s',
    async (_what, later, shown) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      onTestFinished(() => void vi.useRealTimers())
      const client = new QueryClient()
      client.setQueryData(meQuery.queryKey, meOf('a'))
      const queryFn = vi.fn().mockResolvedValueOnce('of a').mockResolvedValue('of b')
      const screen = new QueryObserver(client, { queryKey: digestQuery.queryKey, meta: OWN, queryFn })
      onTestFinished(screen.subscribe(() => undefined))
      await expect.poll(() => screen.getCurrentResult().data).toBe('of a')
      vi.setSystemTime(Date.now() + 1_000)
      for (const id of later) client.setQueryData(meQuery.queryKey, meOf(id))
      followSession(client, () => undefined)
      await expect.poll(() => client.isFetching()).toBe(0)
      expect([screen.getCurrentResult().data, queryFn.mock.calls.length]).toEqual([shown, shown === 'of b' ? 2 : 1])
    },
  )

  for (const [change, next] of [
    ['another fan', 'b'],
    ['a visitor', null],
  ] as const) {
    test(`${change} finds none of the former fan’s own reads, from the first moment on`, async () => {
      const { client } = openTab({ fanId: 'a', asked: 0 })
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

  test('a sign-out and a sign-in in one tab are seen in the other, which asks once for each', async () => {
    const server = { fanId: 'a' as string | null, asked: 0 }
    const [one, other] = [openTab(server), openTab(server)]
    await expect.poll(() => messages).toHaveLength(2)
    server.fanId = null
    markSignedOut(one.client)
    await expect.poll(other.fanOf).toBeNull()
    server.fanId = 'b'
    one.client.setQueryData(meQuery.queryKey, meOf('b'))
    await expect.poll(other.fanOf).toBe('b')
    expect(server.asked).toBe(2)
  })

  test('a tab that starts to follow the session after a sign-out in another tab signs out too', async () => {
    const server = { fanId: null as string | null, asked: 0 }
    openTab(server)
    const late = openTab(server, 'a')
    await expect.poll(late.fanOf).toBeNull()
    expect(server.asked).toBe(2)
  })

  test('calls refused without a session read the session again, once, and never for a visitor', async () => {
    const server = { fanId: 'a' as string | null, asked: 0 }
    const { client, fanOf } = openTab(server)
    const refuse = (code: string) => refusalOf(401, { error: { code, message: '', id: 'r' } })
    refuse('invalid_password')
    server.fanId = null
    for (let call = 0; call < 3; call += 1) refuse('not_authenticated')
    await expect.poll(fanOf).toBeNull()
    refuse('not_authenticated')
    expect([server.asked, client.isFetching()]).toEqual([1, 0])
  })
})
