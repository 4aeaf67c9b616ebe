import type { Change } from '@tribune/contract/errors.ts'
import { stateTag } from '@tribune/protocol/state-tag.ts'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin } from '../../../testing/people.ts'
import { ingestCompetitions } from '../../feed/ingestion/service.ts'

let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
  await ingestCompetitions(server.app)
})
afterAll(() => server.close())

const send = async (path: string, body: object, seen?: object | string) => {
  const header = typeof seen === 'object' ? await stateTag(seen) : seen
  const headers: Record<string, string> = header === undefined ? {} : { 'if-match': header }
  return call(server, 'POST', path, { cookie: admin.cookie, body, headers })
}
const setCoefficient = (coefficient: number, seen?: object | string) =>
  send('/api/rpc/set_competition_cc', { id: 61, coefficient }, seen)
const changeIn = (answer: LightMyRequestResponse): Change => answer.json().error
const acts = async () =>
  (await call(server, 'GET', '/api/operator_journal', { cookie: admin.cookie })).json().items.length

test('the second of two tabs that saw the same value is refused, with the value of the first, its moment and its origin', async () => {
  await setCoefficient(2.5)
  server.clock.advance(60_000)
  expect((await setCoefficient(2.9, { coefficient: 2.5 })).statusCode).toBe(200)
  const at = server.clock.now().getTime()
  server.clock.advance(60_000)
  const before = await acts()
  const refused = await setCoefficient(2.7, { coefficient: 2.5 })
  expect(refusalOf(refused)).toEqual([412, 'changed_meanwhile'])
  expect(changeIn(refused)).toMatchObject({ current: { coefficient: 2.9 }, by: 'operator' })
  expect(Date.parse(changeIn(refused).changed_at ?? '')).toBeCloseTo(at, -4)
  expect(await acts()).toBe(before)
  expect((await setCoefficient(2.7, { coefficient: 2.9 })).statusCode).toBe(200)
})

test('the last of two calls at once is refused', async () => {
  await setCoefficient(2)
  const both = await Promise.all([3, 4].map((next) => setCoefficient(next, { coefficient: 2 })))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
})

test('a caller without the header, or with a star, is never refused', async () => {
  await setCoefficient(2)
  expect((await setCoefficient(3)).statusCode).toBe(200)
  expect((await setCoefficient(2, '*')).statusCode).toBe(200)
})

test('another value of the same competition is no change', async () => {
  await setCoefficient(2)
  await send('/api/rpc/set_competition_enabled', { id: 61, enabled: false }, { enabled: true })
  expect((await setCoefficient(2.5, { coefficient: 2 })).statusCode).toBe(200)
  await send('/api/rpc/set_competition_enabled', { id: 61, enabled: true })
})

test('two tabs change different phases, and the same one only once', async () => {
  const setPhase = (phase: string, coefficient: number, seen: object) =>
    send('/api/rpc/set_cm_table', { table: [{ phase, coefficient }] }, seen)
  expect((await setPhase('final', 1.5, { final: 1 })).statusCode).toBe(200)
  expect((await setPhase('derby_multiplier', 1.2, { derby_multiplier: 1 })).statusCode).toBe(200)
  expect(changeIn(await setPhase('final', 1.4, { final: 1 }))).toMatchObject({ current: { final: 1.5 } })
})

test('a proposal is refused once a chosen coefficient has changed', async () => {
  await setCoefficient(2)
  const body = { year: 2026, as_of: '2026-07-03', min: 1, max: 4, competition_ids: [61] }
  const apply = (coefficient: number) =>
    send('/api/rpc/apply_country_coefficients', body, { as_of: body.as_of, coefficients: { 61: coefficient } })
  expect(changeIn(await apply(1.9))).toMatchObject({ current: { coefficients: { 61: 2 } }, by: 'operator' })
  expect((await apply(2)).statusCode).toBe(200)
})

test('a change of the feed is named as such', async () => {
  const match = await buildMatch(server.app.db)
  const body = { match_id: match.id, to: 'finished', reason: 'Le fournisseur se tait' }
  const check = await send('/api/functions/correct-match', { ...body, check: true })
  const seen = check.json().match
  expect(seen).toMatchObject({ status: 'live' })
  const replayed = { attempt: 2, updated_at: server.clock.now() }
  await server.app.db.updateTable('matches').set(replayed).where('id', '=', match.id).execute()
  const refused = await send('/api/functions/correct-match', body, seen)
  expect(refusalOf(refused)).toEqual([412, 'changed_meanwhile'])
  expect(changeIn(refused)).toMatchObject({ current: { status: 'live', attempt: 2 }, by: 'feed' })
})
