import { getHomeMatches, HOME_WINDOW } from '@tribune/contract/matches.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildMatch, finishMatch } from '../../../testing/builders.ts'
import { FULL_TIME, feedMatch, seenAgain } from '../../../testing/feed.ts'
import { listen, type TestListener } from '../../../testing/listener.ts'
import { OPERATOR, signInMany } from '../../../testing/people.ts'
import { ingestCompetitions, ingestMatches } from '../../feed/ingestion/service.ts'
import { enableCompetition } from '../../matches/competitions/service.ts'
import { publishDueMatches, rankOpenMatches } from '../../results/rankings/service.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  url = `${await server.tribune.http.listen({ port: 0, host: '127.0.0.1' })}/api/live`
  await ingestCompetitions(server.app)
  await server.app.jobs.open(['scheduler-postft', 'season-rebuild'])
})
afterAll(() => server.close())

const open: TestListener[] = []
afterEach(() => {
  for (const listener of open.splice(0)) listener.close()
})

/** A listener that has been greeted. */
async function follow(query: string, headers: Record<string, string> = {}): Promise<TestListener> {
  const listener = await listen(`${url}?${query}`, headers)
  open.push(listener)
  expect(listener.status).toBe(200)
  expect((await listener.next()).event).toBe('hello')
  return listener
}

const now = () => server.clock.now()
const tell = (...ids: number[]) => server.app.bus.publish('matches', { ids })
async function homeRow(id: number) {
  const { window_past_minutes: past, window_future_minutes: future } = HOME_WINDOW
  const path = `${getHomeMatches.path}?window_past_minutes=${past}&window_future_minutes=${future}`
  const { items } = (await call(server, 'GET', path)).json()
  return items.find((row: { match_id: number }) => row.match_id === id)
}

describe('a listener', () => {
  test('gets the server’s time at once, through any proxy', async () => {
    const listener = await listen(`${url}?home=1`, { 'accept-encoding': 'gzip' })
    open.push(listener)
    expect(listener.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(listener.headers['content-encoding']).toBeUndefined()
    const hello = await listener.nextOf('hello')
    expect(hello.data.missed).toBe(false)
    expect(Math.abs(Date.parse(hello.data.now) - now().getTime())).toBeLessThan(60_000)
    expect(listener.lastId()).toBe(Date.parse(hello.data.now))
  })

  test('of the home list gets changes in the form of the list', async () => {
    const listener = await follow('home=1')
    const kickoffAt = new Date(now().getTime() - 12 * MINUTE_MS)
    const match = feedMatch(now(), { kickoffAt, rawStatus: '1H', minute: 12, homeScore: 0 })
    await ingestMatches(server.app, [match])
    expect((await listener.nextOf('match')).data.match).toEqual(await homeRow(match.id))
    await ingestMatches(server.app, [seenAgain(match, now(), { minute: 13, homeScore: 1 })])
    const { data } = await listener.nextOf('match')
    expect(data).toMatchObject({ match: { minute: 13, home_score: 1 }, votes_open: false, result_at: null })
    expect(data.match).toEqual(await homeRow(match.id))
  })

  test('of one match gets no events of another, and each event once even if it follows the list too', async () => {
    const [one, other] = [await buildMatch(server.app.db), await buildMatch(server.app.db)]
    const listener = await follow(`match_ids=${one.id}`)
    const both = await follow(`home=1&match_ids=${one.id},${other.id}`)
    await tell(other.id)
    await tell(one.id)
    expect((await listener.nextOf('match')).data.match.match_id).toBe(one.id)
    const heard = [await both.nextOf('match'), await both.nextOf('match')].map(({ data }) => data.match.match_id)
    expect(heard).toEqual([other.id, one.id])
    await server.app.bus.publish('season', {})
    expect((await both.next()).event).toBe('season')
  })

  test('gets lineup events of the matches it follows, but not of those on the home list', async () => {
    const match = await buildMatch(server.app.db)
    const [follower, home] = [await follow(`match_ids=${match.id}`), await follow('home=1')]
    await server.app.bus.publish('lineups', { ids: [match.id] })
    expect((await follower.nextOf('lineup')).data).toEqual({ match_id: match.id })
    await server.app.bus.publish('season', {})
    expect((await home.next()).event).toBe('season')
  })
})

describe('a match day', () => {
  test('is pushed from the opening at minute 60 to the result, and never a count before', async () => {
    const match = feedMatch(now(), { minute: 59 })
    const witness = await follow('home=1')
    await ingestMatches(server.app, [match])
    await witness.nextOf('match')
    const listener = await follow(`match_ids=${match.id}`)
    await ingestMatches(server.app, [seenAgain(match, now(), { minute: 60 })])
    const opening = (await listener.nextOf('match')).data
    expect(opening).toMatchObject({ match: { minute: 60 }, votes_open: true, votes_close_at: null, result_at: null })

    server.clock.advance(30 * MINUTE_MS)
    await ingestMatches(server.app, [seenAgain(match, now(), FULL_TIME)])
    const whistle = (await listener.nextOf('match')).data
    const closing = Date.parse(whistle.match.finished_at ?? '') + 60 * MINUTE_MS
    expect(whistle).toMatchObject({ match: { status: 'finished' }, votes_open: true, result_at: null })
    expect(Date.parse(whistle.votes_close_at ?? '')).toBe(closing)

    server.clock.advance(60 * MINUTE_MS)
    await publishDueMatches(server.app)
    const published = (await listener.nextOf('match')).data
    expect(published.match).toEqual(whistle.match)
    expect(Date.parse(published.result_at ?? '')).toBeGreaterThanOrEqual(closing)
    expect((await listener.next()).event).toBe('season')
  })

  test('has no events for ballots and running ranks', async () => {
    const match = await buildMatch(server.app.db, { rating: 7 })
    const listener = await follow(`home=1&match_ids=${match.id}`)
    for (const fan of await signInMany(server, 11)) await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    expect(await rankOpenMatches(server.app)).toBeGreaterThan(0)
    await finishMatch(server.app.db, match.id, now())
    await tell(match.id)
    const { data, event } = await listener.next()
    expect([event, Object.keys(data).sort()]).toEqual(['match', ['match', 'result_at', 'votes_close_at', 'votes_open']])
    expect(data).toMatchObject({ match: await homeRow(match.id), result_at: null })
  })
})

describe('a listener that reconnects', () => {
  test('gets the changes since, the newest of each match once', async () => {
    const [early, late] = [await buildMatch(server.app.db), await buildMatch(server.app.db)]
    const witness = await follow('home=1')
    await tell(early.id)
    await witness.nextOf('match')
    server.clock.advance(2 * MINUTE_MS)
    const known = now().getTime()
    await server.app.bus.publish('lineups', { ids: [late.id] })
    for (const minute of [71, 72]) {
      await server.app.db.updateTable('matches').set({ minute }).where('id', '=', late.id).execute()
      await tell(late.id)
      await witness.nextOf('match')
    }
    await server.app.bus.publish('season', {})
    await witness.nextOf('season')
    for (const listener of [
      await follow(`home=1&match_ids=${late.id}&after=${known}`),
      await follow(`home=1&match_ids=${late.id}&after=1`, { 'last-event-id': String(known) }),
    ]) {
      expect(await listener.next()).toEqual({ event: 'lineup', data: { match_id: late.id } })
      expect((await listener.nextOf('match')).data.match).toMatchObject({ match_id: late.id, minute: 72 })
      expect((await listener.next()).event).toBe('season')
    }
  })

  test.each([
    ['longer ago than is remembered', 'after=1', {}],
    ['with an id that is not ours', 'after=9999999999999', { 'last-event-id': 'x' }],
  ])('%s reads again', async (_name, after, headers) => {
    const listener = await listen(`${url}?home=1&${after}`, headers as Record<string, string>)
    open.push(listener)
    expect((await listener.nextOf('hello')).data.missed).toBe(true)
  })
})

describe('all screens read again', () => {
  test('when a competition is hidden; its matches stay live for their followers, but leave the list', async () => {
    const match = await buildMatch(server.app.db, { competitionId: 990 })
    const [home, follower] = [await follow('home=1'), await follow(`match_ids=${match.id}`)]
    await enableCompetition(server.app, OPERATOR, 990, false)
    await Promise.all([home.nextOf('resync'), follower.nextOf('resync')])
    await tell(match.id)
    expect((await follower.nextOf('match')).data.match.match_id).toBe(match.id)
    await server.app.bus.publish('season', {})
    expect((await home.next()).event).toBe('season')
  })

  test.each([
    ['messages of other servers may have been missed', () => server.app.bus.publish('reset', {})],
    [
      'more changes at once than are worth telling',
      () => tell(...Array.from({ length: 151 }, (_, index) => index + 1)),
    ],
  ])('when %s, also those that reconnect afterwards', async (_name, change) => {
    const listener = await follow('home=1')
    const known = now().getTime()
    await change()
    expect((await listener.next()).event).toBe('resync')
    const back = await listen(`${url}?home=1&after=${known}`)
    open.push(back)
    expect((await back.nextOf('hello')).data.missed).toBe(true)
  })
})
