import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { ADMIN_ACTIONS } from '@tribune/contract/operator/admin-control.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../../testing/people.ts'
import { ingestCompetitions } from '../../feed/ingestion/service.ts'

let server: TestServer
let admin: SignedIn
let fan: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
  fan = await signInOne(server)
  await ingestCompetitions(server.app)
})
afterAll(() => server.close())

const control = (action: string, body: unknown, cookie: string | null = admin.cookie) =>
  call(server, 'POST', `/api/functions/admin-control?action=${action}`, {
    ...(cookie === null ? {} : { cookie }),
    body,
  })

test('an action answers as its own address does, and does the same', async () => {
  const answer = await control('set_competition_cc', { id: 61, coefficient: 1.5 })
  expect([answer.statusCode, answer.json()]).toEqual([200, { matches_updated: expect.any(Number) }])
  const { items } = (await call(server, 'GET', '/api/available_competitions')).json()
  expect(items.find(({ id }: { id: number }) => id === 61)).toMatchObject({ coefficient: 1.5 })
})

test.each(Object.keys(ADMIN_ACTIONS))('%s is the operator’s alone', async (action) => {
  expect(refusalOf(await control(action, {}, null))).toEqual([401, 'not_authenticated'])
  expect(refusalOf(await control(action, {}, fan.cookie))).toEqual([403, 'admin_only'])
})

test.each([
  ['an unknown action', 'drop_everything', {}, [400, 'invalid_request']],
  ['a name that every object has', 'constructor', {}, [400, 'invalid_request']],
  ['no action', '', {}, [400, 'invalid_request']],
  ['a body that the action does not take', 'set_competition_cc', { id: '61' }, [400, 'invalid_request']],
  ['no object', 'set_competition_cc', [1], [400, 'invalid_request']],
  [
    'what the action itself refuses',
    'set_competition_cc',
    { id: 4_242, coefficient: 1 },
    [404, 'competition_not_found'],
  ],
])('refuses %s', async (_what, action, body, refusal) => {
  expect(refusalOf(await control(action, body))).toEqual(refusal)
})

/** Acts that start something, read, or end something for good: they replace no value. */
const RUNS = [
  'ranking_engine',
  'season_ranking',
  'scheduler_postft',
  'scheduler_nightly',
  'recalculate_matches',
  'read_lineup',
  'end_fan_sessions',
  'copy_fan_data',
  'delete_fan',
]

test('every act that replaces a value can be made on the state that the operator saw', () => {
  const without = Object.entries(ADMIN_ACTIONS).flatMap(([name, { state }]: [string, Endpoint]) =>
    state === undefined ? [name] : [],
  )
  expect(without).toEqual(RUNS)
})
