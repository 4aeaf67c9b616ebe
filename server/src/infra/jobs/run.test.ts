import { FeedError, MinuteSpent } from '@tribune/football/feed.ts'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { call, startTestServer, type TestServer } from '../../testing/app.ts'
import { type BuiltMatch, buildMatch } from '../../testing/builders.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../testing/people.ts'
import { type FunctionName, runFunction } from './run.ts'

let server: TestServer
let fan: SignedIn
let admin: SignedIn
let match: BuiltMatch
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  fan = await signInOne(server)
  admin = await signInAdmin(server)
  match = await buildMatch(server.app.db)
  // An empty calendar makes the nightly run short.
  server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
})
afterAll(() => server.close())

const runsOf = (name: string) =>
  server.app.db.selectFrom('edge_metrics').selectAll().where('function_name', '=', name).orderBy('id').execute()

/** Valid and invalid calls of each function, with the outcome that is recorded. */
const CALLS: readonly (readonly [FunctionName, 'GET' | 'POST', () => [string, object?], string | null])[] = [
  ['scheduler-realtime', 'GET', () => ['?wait=1'], null],
  ['scheduler-postft', 'POST', () => ['', { match_id: match.id }], null],
  ['scheduler-postft', 'POST', () => ['', { match_id: 999_999 }], 'match_not_found'],
  ['scheduler-nightly', 'POST', () => ['', {}], null],
  ['season-ranking', 'POST', () => ['', {}], null],
  ['ranking-engine', 'POST', () => ['', { match_id: match.id }], null],
  ['ranking-engine', 'POST', () => ['', { match_id: 999_999 }], 'match_not_found'],
]

describe('every run leaves one row, and a refusal leaves none', () => {
  test.each(CALLS)('%s by %s', async (name, method, asked, code) => {
    const before = await runsOf(name)
    const [query, body] = asked()
    const answer = await call(server, method, `/api/functions/${name}${query}`, { cookie: admin.cookie, body })
    expect(answer.statusCode).toBe(code === null ? 200 : answer.json().error.code === code && answer.statusCode)
    const added = (await runsOf(name)).slice(before.length)
    const run = { ok: true, error_code: null, error: null, processed: expect.any(Number) }
    expect(added).toMatchObject(code === null ? [run] : [])
  })

  test('a public read is no run', async () => {
    const count = () => server.app.db.selectFrom('edge_metrics').select('id').execute()
    const before = await count()
    const asked = [
      ['football-api?fn=match_lineups', `&match_id=${match.id}`, 200],
      ['football-api?fn=match_details', '&match_id=999999', 404],
      ['uefa-country-ranking', '?year=2026', 200],
      ['uefa-country-ranking', '?year=2020', 400],
    ] as const
    for (const [name, query, status] of asked) {
      expect((await call(server, 'GET', `/api/functions/${name}${query}`)).statusCode).toBe(status)
    }
    expect(await count()).toEqual(before)
  })

  test.each([
    ['an error of the server', new TypeError('x is undefined'), 'internal', 'TypeError: x is undefined'],
    [
      'no answer of the provider',
      new FeedError('quota_exhausted', 'no call left today'),
      'quota_exhausted',
      'Refusal: feed_unavailable',
    ],
    ['no room', new Refusal('busy'), 'busy', 'Refusal: busy'],
    ['anything thrown', 'a text', 'internal', 'a text'],
    ['a very long story', new Error('é'.repeat(2_000)), 'internal', `Error: ${'é'.repeat(2_000)}`],
  ])('even if it ends with %s', async (_name, cause, code, seen) => {
    const before = await runsOf('season-ranking')
    const run = runFunction(server.app, 'season-ranking', async () => {
      throw cause
    })
    expect(String(await run.catch((error: unknown) => error))).toBe(seen)
    const added = (await runsOf('season-ranking')).slice(before.length)
    const message = cause instanceof Error ? cause.message : cause
    expect(added).toMatchObject([{ ok: false, error_code: code, error: message.slice(0, 500) }])
  })

  test('are listed for the operator, newest first', async () => {
    const url = '/api/edge_metrics?limit=3'
    const { items } = (await call(server, 'GET', url, { cookie: admin.cookie })).json()
    expect(items).toHaveLength(3)
    expect(items.map((row: { created_at: string }) => row.created_at)).toEqual(
      items
        .map((row: { created_at: string }) => row.created_at)
        .toSorted()
        .reverse(),
    )
  })
})

test('the ranking engine reports an invalid match id', async () => {
  for (const match_id of ['abc', 0, -1, 1.5, null, {}, '1;drop', undefined]) {
    const answer = await call(server, 'POST', '/api/functions/ranking-engine', {
      cookie: fan.cookie,
      body: { match_id },
    })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_match_id'])
  }
})

test.each([
  ['is no warning where we held a call back', new MinuteSpent('no call left this minute', new Date()), 0],
  ['is one where the provider refused a call', new FeedError('rate_limited', 'too many requests', new Date()), 1],
])('a run that ends with the calls of its minute %s', async (_how, cause, warnings) => {
  const { db, log } = server.app
  const child = log.child({})
  const warned = vi.spyOn(child, 'warn')
  vi.spyOn(log, 'child').mockReturnValueOnce(child)
  const before = await runsOf('scheduler-realtime')
  await expect(runFunction({ db, log }, 'scheduler-realtime', () => Promise.reject(cause))).rejects.toThrow(Refusal)
  expect(warned).toHaveBeenCalledTimes(warnings)
  const added = (await runsOf('scheduler-realtime')).slice(before.length)
  expect(added).toMatchObject([{ ok: false, error_code: 'rate_limited' }])
})
