import { DEFAULT_NOTIFICATIONS, MAX_SUBSCRIPTIONS } from '@tribune/domain/notification.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { JobContext } from '../../context.ts'
import { createPushSender, type PushSender } from '../../infra/push/sender.ts'
import { makeVapidKey, vapidKeysOf } from '../../infra/push/signing.ts'
import { type PushStandIn, startPushStandIn } from '../../standins/push/services.ts'
import { call, ORIGIN, refusalOf, startTestServer, type TestServer } from '../../testing/app.ts'
import { cast } from '../../testing/ballots.ts'
import { PushBrowser } from '../../testing/browsers.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../testing/builders.ts'
import { type SignedIn, signInElsewhere, signInMany, signInOne, withSession } from '../../testing/people.ts'
import { publishDueMatches } from '../rankings/service.ts'
import { planPushes, sendPushes } from './jobs.ts'
import { claimMessages, deleteDead, forgetOccasions } from './queries.ts'
import { subscribe as addSubscription, announceOccasions, planPage } from './service.ts'

let server: TestServer
let services: PushStandIn
let push: PushSender
let browsers = 0

beforeAll(async () => {
  services = await startPushStandIn()
  const web = { keys: vapidKeysOf(makeVapidKey()), subject: 'mailto:push@tribune.invalid', origin: ORIGIN }
  push = createPushSender({ web: { ...web, standIn: services.url }, fcm: services.fcm, apns: services.apns })
  // Noon in Paris: nobody's quiet hours by default.
  const noon = new Date()
  noon.setUTCHours(35, 0, 0, 0)
  server = await startTestServer(inject('databaseUrl'), { push, at: noon.toISOString() })
})
afterAll(async () => {
  await server.close()
  push.close()
  await services.close()
})
beforeEach(async () => {
  await server.app.db.deleteFrom('follows').execute()
  await server.app.db.deleteFrom('push_occasions').execute()
  await server.app.db.deleteFrom('matches').execute()
})

/** Subscribes a new browser of a fan. */
async function subscribe({ cookie }: SignedIn): Promise<PushBrowser> {
  browsers += 1
  const browser = new PushBrowser(`https://push.example/${browsers}`)
  const answer = await call(server, 'POST', '/api/me/push/subscriptions', { cookie, body: browser.subscription })
  expect(answer.statusCode).toBe(200)
  return browser
}

const choose = (fan: SignedIn, settings: Partial<typeof DEFAULT_NOTIFICATIONS>) =>
  call(server, 'PUT', '/api/me/push/settings', { cookie: fan.cookie, body: { ...DEFAULT_NOTIFICATIONS, ...settings } })

async function followClub(fan: SignedIn, match: BuiltMatch): Promise<void> {
  const { home_team_id: target_id } = await server.app.db
    .selectFrom('matches')
    .select('home_team_id')
    .where('id', '=', match.id)
    .executeTakeFirstOrThrow()
  await server.app.db.insertInto('follows').values({ user_id: fan.id, kind: 'club', target_id }).execute()
}

const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000)
const startedNow = () => ({ kickoffAt: minutesAgo(80) })

/** Plans and sends what is due now. */
async function pass(app: JobContext = server.app): Promise<void> {
  await planPushes(app)
  await sendPushes(app)
}

/** Reads what a browser has received since the file began, oldest first. */
const readBy = (browser: PushBrowser) =>
  services
    .list()
    .filter(({ endpoint }) => endpoint === browser.endpoint)
    .map(({ body }) => browser.read(body))
    .reverse()

test('a subscription ends with its session alone', async () => {
  const fan = await signInOne(server)
  const elsewhere = await signInElsewhere(server, fan)
  const [here, there] = [await subscribe(fan), await subscribe(elsewhere)]
  const leaving = { cookie: elsewhere.cookie, body: {}, headers: { origin: ORIGIN } }
  const out = await call(server, 'POST', '/api/auth/sign-out', leaving)
  expect(out.statusCode).toBe(200)
  const match = await buildMatch(server.app.db, startedNow())
  await followClub(fan, match)
  await pass()
  expect([readBy(here).length, readBy(there).length]).toEqual([1, 0])
})

test('a follower of a club is notified once that the vote is open, on each of their devices', async () => {
  const [fan, other] = (await signInMany(server, 2)) as [SignedIn, SignedIn]
  const [phone, desk, elsewhere] = [await subscribe(fan), await subscribe(fan), await subscribe(other)]
  const match = await buildMatch(server.app.db, { ...startedNow(), home: 'FC Rive', away: 'Stade Aval', score: [2, 1] })
  await followClub(fan, match)
  await pass()
  await pass()
  for (const browser of [phone, desk]) {
    expect(readBy(browser)).toMatchObject([
      {
        title: 'Le vote est ouvert',
        body: 'FC Rive\u00a0– Stade Aval\u00a0: élis les trois meilleurs.',
        navigate: `${ORIGIN}/match/${match.id}`,
      },
    ])
  }
  expect(readBy(elsewhere)).toEqual([])
})

test('an opening goes to followers of its clubs alone, even if it is noticed after the whistle', async () => {
  const [fan, wide] = (await signInMany(server, 2)) as [SignedIn, SignedIn]
  const [near, far] = [await subscribe(fan), await subscribe(wide)]
  const { db } = server.app
  await db.insertInto('follows').values({ user_id: wide.id, kind: 'competition', target_id: 61 }).execute()
  const match = await buildMatch(db, startedNow())
  await followClub(fan, match)
  await finishMatch(db, match.id, minutesAgo(20))
  await pass()
  expect([readBy(near).length, readBy(far).length]).toEqual([1, 0])
})

test('a fan whose right to vote is closed is not asked to vote', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  await server.app.db
    .updateTable('auth.user')
    .set({ voting_closed_at: server.clock.now(), voting_closed_reason: 'stuffing' })
    .where('id', '=', fan.id)
    .execute()
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  expect(readBy(browser)).toEqual([])
})

/** Ends a match an hour ago and publishes it, and passes when its results are due. */
async function publish(match: BuiltMatch): Promise<void> {
  await finishMatch(server.app.db, match.id, minutesAgo(61))
  await publishDueMatches(server.app)
  await planPushes(server.app)
  server.clock.advance(61_000)
  await pass()
}

test('a result goes to followers of its competition and players too, of a hidden competition to nobody', async () => {
  const [wide, personal] = (await signInMany(server, 2)) as [SignedIn, SignedIn]
  const [ofLeague, ofPlayer] = [await subscribe(wide), await subscribe(personal)]
  const { db } = server.app
  for (const target_id of [61, 39])
    await db.insertInto('follows').values({ user_id: wide.id, kind: 'competition', target_id }).execute()
  const match = await buildMatch(db, { ...startedNow(), rating: 7 })
  const [target_id = 0] = match.playerIds
  await db.insertInto('follows').values({ user_id: personal.id, kind: 'player', target_id }).execute()
  const hidden = await buildMatch(db, { ...startedNow(), competitionId: 39, rating: 7 })
  await db.updateTable('available_competitions').set({ enabled: false }).where('id', '=', 39).execute()
  for (const one of [match, hidden]) await publish(one)
  await db.updateTable('available_competitions').set({ enabled: true }).where('id', '=', 39).execute()
  expect([readBy(ofLeague).length, readBy(ofPlayer).length]).toEqual([1, 1])
})

test('a match without points has no result to announce', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  const match = await buildMatch(server.app.db, startedNow())
  await cast(server, fan, match.id, match.playerIds.slice(0, 3))
  await publish(match)
  expect(readBy(browser)).toEqual([])
})

test('ten minutes before the end an incomplete ballot is reminded of, a complete one is not', async () => {
  const [open, done] = (await signInMany(server, 2)) as [SignedIn, SignedIn]
  const [reminded, spared] = [await subscribe(open), await subscribe(done)]
  const match = await buildMatch(server.app.db, { ...startedNow(), home: 'FC Rive', away: 'Stade Aval' })
  await cast(server, open, match.id, match.playerIds.slice(0, 2))
  await cast(server, done, match.id, match.playerIds.slice(0, 3))
  await finishMatch(server.app.db, match.id, minutesAgo(51))
  await pass()
  expect(readBy(reminded)).toMatchObject([
    { title: 'Plus que 10\u00a0minutes', body: 'Ton podium de FC Rive\u00a0– Stade Aval est incomplet.' },
  ])
  expect(readBy(spared)).toEqual([])
})

test('a result is announced to voters after 30 s at least, and gives nothing away unless wished', async () => {
  const [shy, curious] = (await signInMany(server, 2)) as [SignedIn, SignedIn]
  const [plain, spoiled] = [await subscribe(shy), await subscribe(curious)]
  await choose(curious, { spoilers: true })
  const sketch = {
    ...startedNow(),
    home: 'FC Rive',
    away: 'Stade Aval',
    score: [2, 1],
    rating: 7.1,
  } as const
  const match = await buildMatch(server.app.db, sketch)
  for (const fan of [shy, curious]) await cast(server, fan, match.id, match.playerIds.slice(0, 3))
  await finishMatch(server.app.db, match.id, minutesAgo(61))
  await publishDueMatches(server.app)
  await pass()
  expect(readBy(plain)).toEqual([])
  server.clock.advance(61_000)
  await pass()
  expect(readBy(plain)).toMatchObject([
    { title: 'Résultat', body: 'Le podium de FC Rive\u00a0– Stade Aval est publié.' },
  ])
  const { player_name: winner } = await server.app.db
    .selectFrom('match_player_points')
    .select('player_name')
    .where('match_id', '=', match.id)
    .where('rank', '=', 1)
    .executeTakeFirstOrThrow()
  const won = `${winner} en tête du podium de FC Rive 2\u00a0– 1 Stade Aval.`
  expect(readBy(spoiled)).toMatchObject([{ body: won }])
})

test('one tap in the message turns its kind off, without a session, and nothing else', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  const proof = readBy(browser)[0]?.data.off ?? ''
  const answer = await call(server, 'POST', '/api/push/off', { body: { proof } })
  expect([answer.statusCode, answer.json()]).toEqual([200, { off: true }])
  const { settings } = (await call(server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    settings: object
  }
  expect(settings).toEqual({ ...DEFAULT_NOTIFICATIONS, opening: false })
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  expect(readBy(browser)).toHaveLength(1)
  const bent = `${proof.slice(0, -2)}${proof.endsWith('AA') ? 'BB' : 'AA'}`
  expect(refusalOf(await call(server, 'POST', '/api/push/off', { body: { proof: bent } }))).toEqual([
    400,
    'invalid_request',
  ])
})

test('a kind that is turned off while its message waits is not sent', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await planPushes(server.app)
  await choose(fan, { opening: false })
  await sendPushes(server.app)
  expect(readBy(browser)).toEqual([])
})

test('an opening that was delayed until the vote has closed is not sent', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  const match = await buildMatch(server.app.db, startedNow())
  await followClub(fan, match)
  await planPushes(server.app)
  await finishMatch(server.app.db, match.id, minutesAgo(60))
  await sendPushes(server.app)
  expect(readBy(browser)).toEqual([])
})

test('a result that is delayed into quiet hours waits for their end', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  const match = await buildMatch(server.app.db, { ...startedNow(), rating: 7 })
  await followClub(fan, match)
  await planPushes(server.app)
  await finishMatch(server.app.db, match.id, minutesAgo(61))
  await publishDueMatches(server.app)
  await planPushes(server.app)
  const now = server.clock.now()
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
  await choose(fan, { quiet_from: minute, quiet_until: minute + 10, time_zone: 'UTC' })
  await server.app.db.deleteFrom('push_messages').where('due_at', '<=', now).execute()
  server.clock.advance(61_000)
  await sendPushes(server.app)
  expect(readBy(browser)).toEqual([])
  server.clock.advance(10 * 60_000)
  await sendPushes(server.app)
  expect(readBy(browser)).toMatchObject([{ title: 'Résultat' }])
})

test('the cap of a day is kept', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  await choose(fan, { max_a_day: 2 })
  for (const _ of [1, 2, 3]) await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  expect(readBy(browser)).toHaveLength(2)
  server.clock.advance(25 * 3_600_000)
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  expect(readBy(browser)).toHaveLength(3)
})

test('a subscription that its service no longer knows is removed, the fan’s others stay', async () => {
  const fan = await signInOne(server)
  const [dead, alive] = [await subscribe(fan), await subscribe(fan)]
  services.end(dead.endpoint)
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  expect(readBy(alive)).toHaveLength(1)
  const { items } = (await call(server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as { items: object[] }
  expect(items).toMatchObject([{ service: 'push.example', last_success: expect.any(String) }])
})

test('a subscription that has moved is not removed for what its old address answers', async () => {
  const fan = await signInOne(server)
  const { endpoint } = await subscribe(fan)
  const { db } = server.app
  const row = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', fan.id)
    .executeTakeFirstOrThrow()
  const dead = { refused: [], gone: [{ subscription_id: row.id, endpoint: 'https://push.example/before' }] }
  await deleteDead(db, dead, 8)
  expect(await db.selectFrom('push_subscriptions').select('endpoint').where('id', '=', row.id).execute()).toEqual([
    { endpoint },
  ])
})

test('a subscription refused eight times in a row is given up', async () => {
  const fan = await signInOne(server)
  await subscribe(fan)
  const subscriptions = server.app.db.selectFrom('push_subscriptions').select('failures').where('user_id', '=', fan.id)
  await server.app.db.updateTable('push_subscriptions').set({ failures: 6 }).where('user_id', '=', fan.id).execute()
  const refuse = async () => {
    await followClub(fan, await buildMatch(server.app.db, startedNow()))
    services.fail(413, 1)
    await pass()
    return subscriptions.execute()
  }
  expect(await refuse()).toEqual([{ failures: 7 }])
  expect(await refuse()).toEqual([])
})

test('a busy service is asked again later, not sooner than it wishes', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  services.fail(429, 1, 60)
  await pass()
  server.clock.advance(50_000)
  await pass()
  expect(readBy(browser)).toEqual([])
  server.clock.advance(11_000)
  await pass()
  expect(readBy(browser)).toHaveLength(1)
})

test('what a killed server had planned in part or claimed is finished by another, and nobody is notified twice', async () => {
  const fans = await signInMany(server, 7)
  const match = await buildMatch(server.app.db, startedNow())
  const theirs: PushBrowser[] = []
  for (const fan of fans) {
    theirs.push(await subscribe(fan))
    await followClub(fan, match)
  }
  await announceOccasions(server.app)
  await planPage(server.app, 3)
  // Killed here, between two pages; the next server sends the first one's messages while it plans.
  await sendPushes(server.app)
  await planPage(server.app, 3)
  // Killed with claimed messages, before or after they reached the service.
  const claimed = await claimMessages(server.app.db, server.clock.offsetMs, 2, 180_000)
  expect(claimed).toHaveLength(2)
  await pass()
  const reached = () => theirs.filter((browser) => readBy(browser).length === 1).length
  expect(reached()).toBe(5)
  server.clock.advance(181_000)
  await pass()
  expect(reached()).toBe(7)
})

test('two servers that send at once share the messages', async () => {
  const beside = await startTestServer(inject('databaseUrl'), { push, beside: server })
  const fans = await signInMany(server, 20)
  const match = await buildMatch(server.app.db, startedNow())
  const theirs: PushBrowser[] = []
  for (const fan of fans) {
    theirs.push(await subscribe(fan))
    await followClub(fan, match)
  }
  await Promise.all([planPushes(server.app), planPushes(beside.app)])
  await Promise.all([sendPushes(server.app), sendPushes(beside.app)])
  await beside.close()
  await pass()
  expect(theirs.map((browser) => readBy(browser).length)).toEqual(fans.map(() => 1))
})

test('a fan keeps their newest devices, and a shared browser belongs to the fan who subscribed last', async () => {
  const [fan, other] = (await signInMany(server, 2)) as [SignedIn, SignedIn]
  const first = await subscribe(fan)
  for (let count = 0; count < MAX_SUBSCRIPTIONS; count += 1) await subscribe(fan)
  const listed = async ({ cookie }: SignedIn) =>
    ((await call(server, 'GET', '/api/me/push', { cookie })).json() as { items: { id: string }[] }).items
  expect(await listed(fan)).toHaveLength(MAX_SUBSCRIPTIONS)
  const body = first.subscription
  await call(server, 'POST', '/api/me/push/subscriptions', { cookie: fan.cookie, body })
  await call(server, 'POST', '/api/me/push/subscriptions', { cookie: other.cookie, body })
  expect(await listed(fan)).toHaveLength(MAX_SUBSCRIPTIONS - 1)
  const [taken] = await listed(other)
  const theirs = { cookie: fan.cookie, body: { id: taken?.id } }
  expect(refusalOf(await call(server, 'POST', '/api/me/push/subscriptions/remove', theirs))).toEqual([404, 'not_found'])
})

const renew = (old: PushBrowser, next: PushBrowser, auth = old.subscription.keys.auth) => {
  const { endpoint, keys } = next.subscription
  return call(server, 'POST', '/api/push/renew', { body: { old: { endpoint: old.endpoint, auth }, endpoint, keys } })
}

test('a browser that its service moves stays its fan’s, with what waits for it and what turns it off', async () => {
  const fan = await signInOne(server)
  const old = await subscribe(fan)
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  const proof = readBy(old)[0]?.data.off
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await planPushes(server.app)
  const next = new PushBrowser('https://push.example/moved')
  for (const _attempt of ['taken', 'taken, and its answer lost']) {
    const answer = await renew(old, next)
    expect([answer.statusCode, answer.json()]).toEqual([200, { renewed: true }])
  }
  await sendPushes(server.app)
  expect([readBy(old).length, readBy(next).length]).toEqual([1, 1])
  await call(server, 'POST', '/api/push/off', { body: { proof } })
  const { items, settings } = (await call(server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    items: object[]
    settings: object
  }
  expect([items.length, settings]).toEqual([1, { ...DEFAULT_NOTIFICATIONS, opening: false }])
})

test('a browser that was added again before it could report its move is not there twice', async () => {
  const fan = await signInOne(server)
  const [old, next] = [await subscribe(fan), await subscribe(fan)]
  expect((await renew(old, next)).statusCode).toBe(200)
  const { items } = (await call(server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as { items: object[] }
  expect(items).toHaveLength(1)
})

test('without the secret of the old address nothing is moved, and nothing to a private one', async () => {
  const fan = await signInOne(server)
  const [old, thief] = [await subscribe(fan), new PushBrowser('https://push.example/thief')]
  expect(refusalOf(await renew(old, thief, thief.subscription.keys.auth))).toEqual([404, 'not_found'])
  expect(refusalOf(await renew(new PushBrowser('https://push.example/none'), thief))).toEqual([404, 'not_found'])
  expect(refusalOf(await renew(old, new PushBrowser('https://10.0.0.8/push')))).toEqual([400, 'invalid_request'])
  expect(refusalOf(await renew(new PushBrowser('no address'), thief))).toEqual([400, 'invalid_request'])
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  expect([readBy(old).length, readBy(thief).length]).toEqual([1, 0])
})

test('a proof that was used does not turn its kind off once more after the fan has turned it on again', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  const receive = async () => {
    await followClub(fan, await buildMatch(server.app.db, startedNow()))
    await pass()
    return readBy(browser).at(-1)?.data.off ?? ''
  }
  const isOn = async () => {
    const { settings } = (await call(server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
      settings: { opening: boolean }
    }
    return settings.opening
  }
  const turnOff = async (proof: string) => {
    expect((await call(server, 'POST', '/api/push/off', { body: { proof } })).statusCode).toBe(200)
  }
  const old = await receive()
  await turnOff(old)
  expect(await isOn()).toBe(false)
  server.clock.advance(1_000)
  await choose(fan, {})
  await turnOff(old)
  expect(await isOn()).toBe(true)
  // Another setting is no new wish: what was sent since still works.
  server.clock.advance(1_000)
  const fresh = await receive()
  server.clock.advance(1_000)
  await choose(fan, { spoilers: true })
  await turnOff(fresh)
  expect(await isOn()).toBe(false)
})

test('who has learnt a fan’s address neither reads, removes nor takes over their subscription', async () => {
  const [fan, thief] = (await signInMany(server, 2)) as [SignedIn, SignedIn]
  const browser = await subscribe(fan)
  const itemsOf = async ({ cookie }: SignedIn) =>
    ((await call(server, 'GET', '/api/me/push', { cookie })).json() as { items: { id: string }[] }).items
  const [theirs] = await itemsOf(fan)
  const as = (body: object) => ({ cookie: thief.cookie, body })
  expect(await itemsOf(thief)).toEqual([])
  expect(
    refusalOf(await call(server, 'POST', '/api/me/push/subscriptions/remove', as({ id: theirs?.id ?? '' }))),
  ).toEqual([404, 'not_found'])
  const { keys } = new PushBrowser('').subscription
  const stolen = { ...browser.subscription, keys }
  expect(refusalOf(await call(server, 'POST', '/api/me/push/subscriptions', as(stolen)))).toEqual([
    400,
    'invalid_request',
  ])
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  expect(readBy(browser)).toHaveLength(1)
})

test('however many devices a fan adds at once, they keep the most of one fan', async () => {
  const fan = await signInOne(server)
  const subscriber = await withSession(server.app.db, fan)
  const add = (index: number) =>
    addSubscription(server.app, subscriber, new PushBrowser(`https://push.example/m${index}`).subscription)
  await Promise.all(Array.from({ length: 60 }, (_, index) => add(index)))
  const { items } = (await call(server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as { items: object[] }
  expect(items).toHaveLength(MAX_SUBSCRIPTIONS)
})

test('a device added as its account ends is refused', async () => {
  const fan = await signInOne(server)
  const subscriber = await withSession(server.app.db, fan)
  await server.app.db.deleteFrom('auth.user').where('id', '=', fan.id).execute()
  const added = addSubscription(server.app, subscriber, new PushBrowser('https://push.example/late').subscription)
  await expect(added).rejects.toMatchObject({ code: 'not_authenticated' })
})

test('one device is one subscription, however its address is written', async () => {
  const fan = await signInOne(server)
  const browser = await subscribe(fan)
  const added = [
    { ...browser.subscription, endpoint: `${browser.endpoint}#1` },
    { kind: 'apns', token: 'ab'.repeat(32) },
    { kind: 'apns', token: 'AB'.repeat(32) },
  ]
  for (const body of added) {
    const answer = await call(server, 'POST', '/api/me/push/subscriptions', { cookie: fan.cookie, body })
    expect(answer.statusCode).toBe(200)
  }
  const { items } = (await call(server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as { items: object[] }
  expect(items).toHaveLength(2)
})

test.each([
  ['a private address', { endpoint: 'https://10.0.0.8/push' }],
  ['a key that is none', { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } }],
  ['an address that is too long once written out', { endpoint: `https://push.example/${'é'.repeat(2_000)}` }],
  ['a key that is too long', { keys: { ...new PushBrowser('').subscription.keys, p256dh: 'B'.repeat(101) } }],
  ['a secret that is too long', { keys: { ...new PushBrowser('').subscription.keys, auth: 'A'.repeat(31) } }],
  ['a secret that is too short', { keys: { ...new PushBrowser('').subscription.keys, auth: 'AAAA' } }],
])('a subscription with %s is refused', async (_what, change) => {
  const { cookie } = await signInOne(server)
  const body = { ...new PushBrowser('https://push.example/x').subscription, ...change }
  expect(refusalOf(await call(server, 'POST', '/api/me/push/subscriptions', { cookie, body }))).toEqual([
    400,
    'invalid_request',
  ])
})

test('all of it goes with the account, and after a week by itself', async () => {
  const fan = await signInOne(server)
  await subscribe(fan)
  await choose(fan, {})
  await followClub(fan, await buildMatch(server.app.db, startedNow()))
  await pass()
  const { db } = server.app
  const count = async (table: 'push_subscriptions' | 'push_settings' | 'push_messages') =>
    (await db.selectFrom(table).selectAll().where('user_id', '=', fan.id).execute()).length
  expect(await count('push_messages')).toBe(1)
  await forgetOccasions(db, new Date(server.clock.now().getTime() + 1_000))
  expect(await count('push_messages')).toBe(0)
  await db.deleteFrom('auth.user').where('id', '=', fan.id).execute()
  expect([await count('push_subscriptions'), await count('push_settings')]).toEqual([0, 0])
})
