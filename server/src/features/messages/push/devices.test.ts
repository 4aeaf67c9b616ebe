import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { DEFAULT_NOTIFICATIONS, MAX_SUBSCRIPTIONS } from '@tribune/domain/messages/notification.ts'
import { expect, test, vi } from 'vitest'
import { call, refusalOf } from '../../../testing/app.ts'
import { PushBrowser } from '../../../testing/browsers.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { type SignedIn, signInElsewhere, signInMany, signInOne, withSession } from '../../../testing/people.ts'
import { pushServerForFile } from '../../../testing/push.ts'
import { planPushes, sendPushes } from '../announcements/jobs.ts'
import { deleteGone } from '../announcements/queries.ts'
import { subscriptionsOf } from './queries.ts'
import { subscribe as addSubscription } from './service.ts'

const world = pushServerForFile()

test('a subscription ends only with its session', async () => {
  const fan = await signInOne(world.server)
  const elsewhere = await signInElsewhere(world.server, fan)
  const [here, there] = [await world.subscribe(fan), await world.subscribe(elsewhere)]
  const leaving = { cookie: elsewhere.cookie, body: {}, headers: { origin: ORIGIN } }
  const out = await call(world.server, 'POST', '/api/auth/sign-out', leaving)
  expect(out.statusCode).toBe(200)
  const match = await buildMatch(world.server.app.db, world.startedNow())
  await world.followClub(fan, match)
  await world.pass()
  expect([world.readBy(here).length, world.readBy(there).length]).toEqual([1, 0])
})

test('the copy of a fan’s data has the messages to their devices, and no other fan’s', async () => {
  const [fan, other] = [await signInOne(world.server), await signInOne(world.server)]
  for (const one of [fan, other]) await world.subscribe(one)
  const match = await buildMatch(world.server.app.db, world.startedNow())
  for (const one of [fan, other]) await world.followClub(one, match)
  await world.pass()
  const { push_messages } = (await call(world.server, 'GET', '/api/me/data', { cookie: fan.cookie })).json()
  const sent = { kind: 'opening', match_id: match.id, outcome: 'sent', at: expect.any(String) }
  expect(push_messages).toEqual([sent])
})

test('a subscription that has moved is not removed for what its old address answers', async () => {
  const fan = await signInOne(world.server)
  const { endpoint } = await world.subscribe(fan)
  const { db } = world.server.app
  const row = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', fan.id)
    .executeTakeFirstOrThrow()
  await deleteGone(db, [{ subscription_id: row.id, endpoint: 'https://push.example/before' }])
  expect(await db.selectFrom('push_subscriptions').select('endpoint').where('id', '=', row.id).execute()).toEqual([
    { endpoint },
  ])
})

/** Makes the last attempt at a message to a fan fail with an answer of the push service. */
async function failLast(fan: SignedIn, status: number, body?: object): Promise<void> {
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await planPushes(world.server.app)
  // No other attempt comes before the messages are worthless.
  await world.server.app.db
    .updateTable('push_occasions')
    .set({ expires_at: new Date(world.server.clock.now().getTime() + 10_000) })
    .execute()
  world.services.fail(status, 1, 0, body)
  await sendPushes(world.server.app)
}

/** Returns whether a fan has a device left; their session may be over. */
const isThere = async ({ id }: SignedIn) => (await subscriptionsOf(world.server.app.db, id)).length === 1

test('an address that has not answered for fourteen days, to five messages at least, is given up', async () => {
  const [often, seldom] = await signInMany(world.server, 2)
  for (const fan of [often, seldom]) {
    await world.subscribe(fan)
    await world.choose(fan, { max_a_day: 20 })
  }
  for (let count = 0; count < 6; count += 1) await failLast(often, 503)
  for (let count = 0; count < 3; count += 1) await failLast(seldom, 503)
  world.server.clock.advance(14 * DAY_MS - 60_000)
  await failLast(often, 503)
  expect(await isThere(often)).toBe(true)
  world.server.clock.advance(60_000)
  await failLast(often, 503)
  await failLast(seldom, 503)
  expect([await isThere(often), await isThere(seldom)]).toEqual([false, true])
  await failLast(seldom, 503)
  expect(await isThere(seldom)).toBe(false)
})

test('an address that has answered in between stays, and one whose service refuses our own credentials', async () => {
  const [fan, other] = await signInMany(world.server, 2)
  for (const one of [fan, other]) await world.choose(one, { max_a_day: 20 })
  const browser = await world.subscribe(fan)
  await call(world.server, 'POST', '/api/me/push/subscriptions', {
    cookie: other.cookie,
    body: { kind: 'fcm', token: 'an-android-phone-of-a-fan' },
  })
  for (let count = 0; count < 5; count += 1) {
    await failLast(fan, 503)
    await failLast(other, 403, { error: { status: 'PERMISSION_DENIED' } })
  }
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toHaveLength(1)
  world.server.clock.advance(15 * DAY_MS)
  await failLast(fan, 503)
  await failLast(other, 403, { error: { status: 'PERMISSION_DENIED' } })
  expect([await isThere(fan), await isThere(other)]).toEqual([true, true])
})

test.each([
  ['fcm', 403],
  ['apns', 403],
  ['web', 401],
] as const)(
  'our own credentials that %s refuses are an error in the log, in thirty lines at most',
  async (kind, status) => {
    const logged = vi.spyOn(world.server.app.log, 'error')
    const fans = await signInMany(world.server, 31)
    const match = await buildMatch(world.server.app.db, world.startedNow())
    for (const [index, fan] of fans.entries()) {
      const token = (index + 16).toString(16).repeat(32)
      const { subscription } = new PushBrowser(`https://unknown.push.example/${index}`)
      const body = kind === 'web' ? subscription : { kind, token }
      await call(world.server, 'POST', '/api/me/push/subscriptions', { cookie: fan.cookie, body })
      await world.followClub(fan, match)
    }
    world.services.fail(status, fans.length)
    await world.pass()
    const lines = logged.mock.calls.filter(([, message]) => message === 'push service refuses our messages')
    expect(lines).toHaveLength(30)
    expect(lines[0]?.[0]).toMatchObject({ kind })
    logged.mockRestore()
  },
)

test('a fan keeps their newest devices, and a shared browser belongs to the fan who subscribed last', async () => {
  const [fan, other] = await signInMany(world.server, 2)
  const first = await world.subscribe(fan)
  for (let count = 0; count < MAX_SUBSCRIPTIONS; count += 1) await world.subscribe(fan)
  const listed = async (one: SignedIn) => (await world.listedFor(one)).items
  expect(await listed(fan)).toHaveLength(MAX_SUBSCRIPTIONS)
  const body = first.subscription
  await call(world.server, 'POST', '/api/me/push/subscriptions', { cookie: fan.cookie, body })
  await call(world.server, 'POST', '/api/me/push/subscriptions', { cookie: other.cookie, body })
  expect(await listed(fan)).toHaveLength(MAX_SUBSCRIPTIONS - 1)
  const [taken] = await listed(other)
  const theirs = { cookie: fan.cookie, body: { id: taken?.id } }
  expect(refusalOf(await call(world.server, 'POST', '/api/me/push/subscriptions/remove', theirs))).toEqual([
    404,
    'not_found',
  ])
})

const renew = (old: PushBrowser, next: PushBrowser, auth = old.subscription.keys.auth) => {
  const { endpoint, keys } = next.subscription
  return call(world.server, 'POST', '/api/push/renew', {
    body: { old: { endpoint: old.endpoint, auth }, endpoint, keys },
  })
}

/** A fan whose browser has shown an opening, and the proof in it that turns openings off. */
async function notifiedFan() {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  return { fan, browser, proof: world.readBy(browser)[0]?.data.off }
}

test('a browser that its service moves stays its fan’s, with what waits for it and what turns it off', async () => {
  const { fan, browser: old, proof } = await notifiedFan()
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await planPushes(world.server.app)
  const next = new PushBrowser('https://push.example/moved')
  for (const _attempt of ['taken', 'taken, and its answer lost']) {
    const answer = await renew(old, next)
    expect([answer.statusCode, answer.json()]).toEqual([200, { renewed: true }])
  }
  await sendPushes(world.server.app)
  expect([world.readBy(old).length, world.readBy(next).length]).toEqual([1, 1])
  await call(world.server, 'POST', '/api/push/off', { body: { proof } })
  const { items, settings } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    items: object[]
    settings: object
  }
  expect([items.length, settings]).toEqual([1, { ...DEFAULT_NOTIFICATIONS, opening: false }])
})

test('the proof that turns a message off works even if its device was removed and added again', async () => {
  const { fan, browser, proof } = await notifiedFan()
  const [{ id: former = '' } = {}] = (await world.listedFor(fan)).items
  await call(world.server, 'POST', '/api/me/push/subscriptions/remove', { cookie: fan.cookie, body: { id: former } })
  await call(world.server, 'POST', '/api/me/push/subscriptions', { cookie: fan.cookie, body: browser.subscription })
  expect((await call(world.server, 'POST', '/api/push/off', { body: { proof } })).json()).toEqual({ off: true })
  const { items, settings } = await world.listedFor(fan)
  expect([items.length, items[0]?.id === former, settings.opening]).toEqual([1, false, false])
})

test('a browser that was added again before it could report its move is not there twice', async () => {
  const fan = await signInOne(world.server)
  const [old, next] = [await world.subscribe(fan), await world.subscribe(fan)]
  expect((await renew(old, next)).statusCode).toBe(200)
  const { items } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    items: object[]
  }
  expect(items).toHaveLength(1)
})

test('without the secret of the old address nothing is moved, and nothing to a private one', async () => {
  const fan = await signInOne(world.server)
  const [old, thief] = [await world.subscribe(fan), new PushBrowser('https://push.example/thief')]
  expect(refusalOf(await renew(old, thief, thief.subscription.keys.auth))).toEqual([404, 'not_found'])
  expect(refusalOf(await renew(new PushBrowser('https://push.example/none'), thief))).toEqual([404, 'not_found'])
  expect(refusalOf(await renew(old, new PushBrowser('https://10.0.0.8/push')))).toEqual([422, 'push_service_unknown'])
  expect(refusalOf(await renew(new PushBrowser('no address'), thief))).toEqual([400, 'invalid_request'])
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect([world.readBy(old).length, world.readBy(thief).length]).toEqual([1, 0])
})

test('a caller who knows a fan’s push address neither reads, removes nor takes over their subscription', async () => {
  const [fan, thief] = await signInMany(world.server, 2)
  const browser = await world.subscribe(fan)
  const itemsOf = async (one: SignedIn) => (await world.listedFor(one)).items
  const [theirs] = await itemsOf(fan)
  const as = (body: object) => ({ cookie: thief.cookie, body })
  expect(await itemsOf(thief)).toEqual([])
  expect(
    refusalOf(await call(world.server, 'POST', '/api/me/push/subscriptions/remove', as({ id: theirs?.id ?? '' }))),
  ).toEqual([404, 'not_found'])
  const { keys } = new PushBrowser('').subscription
  const stolen = { ...browser.subscription, keys }
  expect(refusalOf(await call(world.server, 'POST', '/api/me/push/subscriptions', as(stolen)))).toEqual([
    400,
    'invalid_request',
  ])
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toHaveLength(1)
})

test('a fan who adds many devices at once keeps only the maximum of one fan', async () => {
  const fan = await signInOne(world.server)
  const subscriber = await withSession(world.server.app.db, fan)
  const add = (index: number) =>
    addSubscription(world.server.app, subscriber, new PushBrowser(`https://push.example/m${index}`).subscription)
  await Promise.all(Array.from({ length: 60 }, (_, index) => add(index)))
  const { items } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    items: object[]
  }
  expect(items).toHaveLength(MAX_SUBSCRIPTIONS)
})

test('a device added as its account ends is refused', async () => {
  const fan = await signInOne(world.server)
  const subscriber = await withSession(world.server.app.db, fan)
  await world.server.app.db.deleteFrom('auth.user').where('id', '=', fan.id).execute()
  const added = addSubscription(world.server.app, subscriber, new PushBrowser('https://push.example/late').subscription)
  await expect(added).rejects.toMatchObject({ code: 'not_authenticated' })
})

test('one device is one subscription, however its address is written', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  const added = [
    { ...browser.subscription, endpoint: `${browser.endpoint}#1` },
    { kind: 'apns', token: 'ab'.repeat(32) },
    { kind: 'apns', token: 'AB'.repeat(32) },
  ]
  for (const body of added) {
    const answer = await call(world.server, 'POST', '/api/me/push/subscriptions', { cookie: fan.cookie, body })
    expect(answer.statusCode).toBe(200)
  }
  const { items } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    items: object[]
  }
  expect(items).toHaveLength(2)
})

test.each(['https://10.0.0.8/push', 'https://any.public.example/push', 'http://push.example/x'])(
  'a subscription at an address of no known push service is refused, and stored ones get no messages: %s',
  async (endpoint) => {
    const fan = await signInOne(world.server)
    const { db } = world.server.app
    const subscribed = await world.subscribe(fan)
    const body = { ...subscribed.subscription, endpoint }
    const added = await call(world.server, 'POST', '/api/me/push/subscriptions', { cookie: fan.cookie, body })
    expect(refusalOf(added)).toEqual([422, 'push_service_unknown'])
    const { auth } = subscribed.subscription.keys
    const moved = { old: { endpoint: subscribed.endpoint, auth }, endpoint, keys: subscribed.subscription.keys }
    expect(refusalOf(await call(world.server, 'POST', '/api/push/renew', { body: moved }))).toEqual([
      422,
      'push_service_unknown',
    ])
    // As one that was stored before.
    await db.updateTable('push_subscriptions').set({ endpoint }).where('user_id', '=', fan.id).execute()
    await world.followClub(fan, await buildMatch(db, world.startedNow()))
    const before = world.services.list().length
    await world.pass()
    expect(world.services.list().length).toBe(before)
    const left = await db.selectFrom('push_subscriptions').select('id').where('user_id', '=', fan.id).execute()
    expect(left).toEqual([])
  },
)

test.each([
  ['an invalid key', { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } }],
  ['an address that is too long once written out', { endpoint: `https://push.example/${'é'.repeat(2_000)}` }],
  ['a key that is too long', { keys: { ...new PushBrowser('').subscription.keys, p256dh: 'B'.repeat(101) } }],
  ['a secret that is too long', { keys: { ...new PushBrowser('').subscription.keys, auth: 'A'.repeat(31) } }],
  ['a secret that is too short', { keys: { ...new PushBrowser('').subscription.keys, auth: 'AAAA' } }],
])('a subscription with %s is refused', async (_what, change) => {
  const { cookie } = await signInOne(world.server)
  const body = { ...new PushBrowser('https://push.example/x').subscription, ...change }
  expect(refusalOf(await call(world.server, 'POST', '/api/me/push/subscriptions', { cookie, body }))).toEqual([
    400,
    'invalid_request',
  ])
})
