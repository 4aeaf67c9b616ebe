import type { BrowserError } from '@tribune/contract/browser-errors.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { BROWSER_ERROR_DAYS, DISTINCT_A_DAY } from '@tribune/domain/operator/browser-error.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { type SignedIn, signInAdmin } from '../../../testing/people.ts'
import { schedulerNightly } from '../../operator/nightly/jobs.ts'

let server: TestServer
let admin: SignedIn
/** Each test reports from an address of its own, whose rate limit is its own. */
let address = 0
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  address += 1
  await server.app.db.deleteFrom('browser_errors').execute()
})

const REPORT = {
  kind: 'error',
  message: 'TypeError: x is not a function',
  frames: ['match-page-a8Fh2kL.js:1:2345', 'index-B_-1234.js:12:9'],
  build: 'index-B_-1234',
  screen: '/match/$id',
  engine: 'webkit',
}

const send = (change: object = {}, remoteAddress = `198.${address}.1.1`) =>
  server.tribune.http.inject({
    method: 'POST',
    url: '/api/browser_errors',
    payload: { ...REPORT, ...change },
    authority: new URL(ORIGIN).host,
    remoteAddress,
  })

async function listed(): Promise<BrowserError[]> {
  const answer = await call(server, 'GET', '/api/operator_browser_errors', { cookie: admin.cookie })
  return answer.json().items
}

/** Waits until this many reports are counted. */
async function expectCounted(count: number): Promise<BrowserError[]> {
  const { fn } = server.app.db
  const counted = server.app.db.selectFrom('browser_errors').select(fn.sum<string | null>('count').as('sum'))
  await expect.poll(async () => Number((await counted.executeTakeFirstOrThrow()).sum)).toBe(count)
  return listed()
}

test('the same error is one row, with its screens, its engines, and its first and last time', async () => {
  const first = server.clock.now().toISOString()
  expect([(await send()).statusCode, (await send()).body]).toEqual([204, ''])
  await expectCounted(2)
  server.clock.advance(60_000)
  await send({ screen: '/', engine: 'gecko' })
  const [error, ...others] = await expectCounted(3)
  expect(others).toEqual([])
  expect(error).toMatchObject({
    kind: 'error',
    message: 'TypeError: x is not a function',
    place: 'match-page-a8Fh2kL.js:1:2345 ← index-B_-1234.js:12:9',
    build: 'index-B_-1234',
    screens: ['/', '/match/$id'],
    engines: ['gecko', 'webkit'],
    count: 3,
  })
  expect(Date.parse(error?.first_at ?? '')).toBeGreaterThanOrEqual(Date.parse(first))
  expect(Date.parse(error?.last_at ?? '') - Date.parse(error?.first_at ?? '')).toBeGreaterThanOrEqual(60_000)
})

test('errors are listed most frequent first, over seven days', async () => {
  await send({ message: 'Frequent' })
  await expectCounted(1)
  server.clock.advance(DAY_MS)
  await send({ message: 'Frequent' })
  await expectCounted(2)
  server.clock.advance(1_000)
  await send({ message: 'Rare' })
  const errors = await expectCounted(3)
  expect(errors.map(({ message, count }) => [message, count])).toEqual([
    ['Frequent', 2],
    ['Rare', 1],
  ])
  server.clock.advance(6 * DAY_MS - 1_000)
  expect((await listed()).map(({ message, count }) => [message, count])).toEqual([
    ['Rare', 1],
    ['Frequent', 1],
  ])
})

test('a message is scrubbed, and nothing about its sender is stored', async () => {
  await call(server, 'POST', '/api/browser_errors', {
    cookie: admin.cookie,
    headers: { 'user-agent': 'Téléphone de Jean' },
    body: { ...REPORT, message: 'No fan jean@example.fr at +33 6 12 34 56 78 in "Jean Dupont"' },
  })
  await expectCounted(1)
  const rows = await server.app.db.selectFrom('browser_errors').selectAll().execute()
  expect(rows.map(({ message }) => message)).toEqual(['No fan [mail] at +[number] in [quoted]'])
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Jean|127\\.0\\.0\\.1|${admin.id}`))
})

test('beyond the distinct errors of a day all others share one row, and known ones still count', async () => {
  const letters = (index: number) => String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))
  for (let index = 0; index < DISTINCT_A_DAY; index += 1) await send({ message: letters(index) }, `203.${index}.1.1`)
  await expectCounted(DISTINCT_A_DAY)
  await Promise.all([send({ message: 'one more' }), send({ message: 'and another' }), send({ message: letters(0) })])
  await expectCounted(DISTINCT_A_DAY + 3)
  const rows = await server.app.db
    .selectFrom('browser_errors')
    .select(['fingerprint', 'message', 'count'])
    .orderBy('count', 'desc')
    .orderBy('message')
    .execute()
  expect(rows).toHaveLength(DISTINCT_A_DAY + 1)
  expect(rows.slice(0, 2)).toEqual([
    { fingerprint: 'other', message: '', count: 2 },
    { fingerprint: expect.any(String), message: letters(0), count: 2 },
  ])
  expect(await listed()).toHaveLength(50)
})

test.each([
  ['an address with an id', { screen: '/match/12' }],
  ['a frame of a page', { frames: ['https://tribune.fr/match/12:1:2'] }],
  ['more frames than three', { frames: Array.from({ length: 4 }, () => 'index-B_-1234.js:1:2') }],
  ['a long message', { message: 'x'.repeat(201) }],
  ['a build that is not a file', { build: '../jean' }],
  ['an unknown engine', { engine: 'Téléphone de Jean' }],
  ['a field of its own', { fan: 'Jean' }],
])('%s is refused', async (_name, change) => {
  expect(refusalOf(await send(change))).toEqual([400, 'invalid_request'])
})

test('a large body is refused before it is read', async () => {
  expect(refusalOf(await send({ message: 'x'.repeat(5_000) }))).toEqual([413, 'body_too_large'])
})

test('one address sends sixty a minute at most', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 61; index += 1) statuses.push((await send()).statusCode)
  expect(statuses.slice(59)).toEqual([204, 429])
  await expectCounted(60)
})

test('the nightly run deletes counts after 30 days', async () => {
  await send({ message: 'Old' })
  await expectCounted(1)
  server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
  const stored = () => server.app.db.selectFrom('browser_errors').select('message').execute()
  server.clock.advance(BROWSER_ERROR_DAYS * DAY_MS)
  await schedulerNightly(server.app)
  expect(await stored()).toHaveLength(1)
  server.clock.advance(DAY_MS)
  await schedulerNightly(server.app)
  expect(await stored()).toHaveLength(0)
})
