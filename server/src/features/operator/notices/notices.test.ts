import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { stateTag } from '@tribune/protocol/state-tag.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInAdmin } from '../../../testing/people.ts'
import { lockNotice } from './queries.ts'

const NONE = { text: null, starts_at: null, ends_at: null }
let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await act('remove_notice', {})
  server.clock.advance(60_000)
})

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString()
async function act(name: 'set_notice' | 'remove_notice', body: object, seen?: object) {
  const headers: Record<string, string> = seen === undefined ? {} : { 'if-match': await stateTag(seen) }
  return call(server, 'POST', `/api/rpc/${name}`, { cookie: admin.cookie, body, headers })
}
const set = (change: object = {}, seen?: object) =>
  act('set_notice', { text: 'Bonsoir', starts_at: null, ends_at: inHours(1), ...change }, seen)
const shown = async () => (await call(server, 'GET', '/api/notice')).json().notice
/** Moves the clock; the age of the answer in memory is counted by another one. */
function pass(ms: number): void {
  server.clock.advance(ms)
  server.app.snapshots.drop('notice')
}

test('a notice is shown at once, until its end', async () => {
  expect(await shown()).toBeNull()
  const ends_at = inHours(1)
  const { id } = (await set({ ends_at })).json()
  expect(await shown()).toEqual({ id, text: 'Bonsoir', ends_at })
  pass(HOUR_MS)
  expect(await shown()).toBeNull()
})

test('a notice with a start is shown from then on', async () => {
  await set({ starts_at: inHours(1), ends_at: inHours(2) })
  expect(await shown()).toBeNull()
  pass(HOUR_MS)
  expect(await shown()).toMatchObject({ text: 'Bonsoir' })
})

test('a corrected notice takes the place of the other, under an id of its own', async () => {
  const first = (await set()).json()
  const second = (await set({ text: 'Bonne nuit' })).json()
  expect(second.id).not.toBe(first.id)
  expect(await shown()).toMatchObject({ id: second.id, text: 'Bonne nuit' })
  expect(await server.app.db.selectFrom('notices').select('id').execute()).toHaveLength(1)
})

test('a removed notice is shown no more, and cannot be removed again', async () => {
  await set()
  expect((await act('remove_notice', {})).json()).toEqual({ removed: true })
  expect(await shown()).toBeNull()
  expect(refusalOf(await act('remove_notice', {}))).toEqual([404, 'not_found'])
})

test('many fans read it from memory, and an unchanged one costs no body', async () => {
  await set()
  const first = await call(server, 'GET', '/api/notice')
  await server.app.db.deleteFrom('notices').execute()
  expect((await call(server, 'GET', '/api/notice')).body).toBe(first.body)
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect((await call(server, 'GET', '/api/notice', { headers })).statusCode).toBe(304)
})

test('an act on another notice than the operator saw is refused', async () => {
  const { id: _, ...first } = (await set({}, NONE)).json()
  expect(refusalOf(await set({ text: 'Autre' }, NONE))).toEqual([412, 'changed_meanwhile'])
  expect(refusalOf(await act('remove_notice', {}, NONE))).toEqual([412, 'changed_meanwhile'])
  expect(await shown()).toMatchObject({ text: 'Bonsoir' })
  expect((await set({ text: 'Autre' }, first)).statusCode).toBe(200)
})

test('of two acts at once on the same notice one is refused', async () => {
  const { db } = server.app
  const both = await db.transaction().execute(async (tx) => {
    await lockNotice(tx)
    const acts = ['Un', 'Deux'].map((text) => set({ text }, NONE))
    await expect.poll(() => lockWaits(db)).toBe(2)
    // A promise in an array: the transaction ends before they do.
    return acts
  })
  expect((await Promise.all(both)).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
})

test('each act is in the journal, with the notice before and after', async () => {
  const { id: _, ...notice } = (await set()).json()
  await act('remove_notice', {})
  const { items } = (
    await call(server, 'GET', '/api/operator_journal?subject=notice&limit=2', { cookie: admin.cookie })
  ).json()
  expect(items).toMatchObject([
    { action: 'notice_removed', before: notice, after: null },
    { action: 'notice_set', before: NONE, after: notice },
  ])
})

test.each<[string, () => object, [number, string]]>([
  ['without a text', () => ({ text: ' \u200b ' }), [400, 'invalid_request']],
  ['with a text of 201 characters', () => ({ text: 'x'.repeat(201) }), [400, 'invalid_request']],
  ['that ended', () => ({ ends_at: inHours(-1) }), [422, 'notice_times']],
  ['that ends before it starts', () => ({ starts_at: inHours(3), ends_at: inHours(2) }), [422, 'notice_times']],
  ['of two months', () => ({ ends_at: inHours(24 * 60) }), [422, 'notice_times']],
  ['without an end', () => ({ ends_at: null }), [400, 'invalid_request']],
])('a notice %s is refused, and the one that is there stays', async (_what, change, refusal) => {
  await set()
  expect(refusalOf(await set(change()))).toEqual(refusal)
  expect(await shown()).toMatchObject({ text: 'Bonsoir' })
})
