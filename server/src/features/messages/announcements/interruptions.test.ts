import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DEFAULT_NOTIFICATIONS } from '@tribune/domain/messages/notification.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { PushSender } from '../../../infra/push/sender.ts'
import { call, refusalOf, startTestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import type { PushBrowser } from '../../../testing/browsers.ts'
import { buildMatch, finishMatch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { signInMany, signInOne } from '../../../testing/people.ts'
import { pushServerForFile } from '../../../testing/push.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { CLAIMED_AT_ONCE, planPushes, sendPushes } from './jobs.ts'
import { claimMessages } from './queries.ts'
import { announceOccasions, planPage } from './service.ts'

const SENDER = fileURLToPath(new URL('../../../testing/push-sender.ts', import.meta.url))
const world = pushServerForFile()

test('another server sends the messages that a killed server planned in part or claimed, and notifies no fan twice', async () => {
  const fans = await signInMany(world.server, 7)
  const match = await buildMatch(world.server.app.db, world.startedNow())
  const theirs: PushBrowser[] = []
  for (const fan of fans) {
    theirs.push(await world.subscribe(fan))
    await world.followClub(fan, match)
  }
  await announceOccasions(world.server.app)
  await planPage(world.server.app, 3)
  // Killed here, between two pages; the next server sends the first one's messages while it plans.
  await sendPushes(world.server.app)
  await planPage(world.server.app, 3)
  // Killed with claimed messages, before or after they reached the service.
  const claimed = await claimMessages(world.server.app.db, world.server.clock.offsetMs, 2, 180_000)
  expect(claimed).toHaveLength(2)
  await world.pass()
  const reached = () => theirs.filter((browser) => world.readBy(browser).length === 1).length
  expect(reached()).toBe(5)
  const heard = () => theirs.filter((browser) => world.readBy(browser)[0]?.silent !== true).length
  expect(heard()).toBe(7)
  world.server.clock.advance(181_000)
  await world.pass()
  expect(reached()).toBe(7)
  // The claimed messages may have been delivered before, so they make no sound.
  expect(heard()).toBe(5)
})

test('a message makes no sound once its service may have accepted it, even if a later attempt clearly fails', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await planPushes(world.server.app)
  const later = { outcome: 'later', afterMs: 0, reason: 'away', ours: false } as const
  const silences: boolean[] = []
  for (const inDoubt of [false, true, false]) {
    const push: PushSender = {
      ...world.push,
      send: async ({ silent }) => {
        silences.push(silent)
        return { ...later, inDoubt }
      },
    }
    await sendPushes({ ...world.server.app, push })
    world.server.clock.advance(200_000)
  }
  expect(silences).toEqual([false, false, true])
  await world.pass()
  expect(world.readBy(browser)).toMatchObject([{ silent: true }])
})

test('every fan is notified after a server is killed while it sends, and only messages of its last claim are repeated', async () => {
  const { db } = world.server.app
  const match = await buildMatch(db, world.startedNow())
  const beyond = 40
  await world.addFollowers(match, CLAIMED_AT_ONCE + beyond)
  await planPushes(world.server.app)
  const env = {
    ...process.env,
    DATABASE_URL: world.server.databaseUrl,
    STAND_IN: world.services.url,
    VAPID_KEY: world.vapidKey,
    AT: world.server.clock.now().toISOString(),
  }
  const times = new Map<string, number>()
  const topics = new Set<string>()
  let taken = 0
  const killed = spawn(process.execPath, [SENDER], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  world.services.onTaken(({ endpoint, topic }) => {
    times.set(endpoint, (times.get(endpoint) ?? 0) + 1)
    topics.add(topic)
    taken += 1
    // In its second claim: the outcomes of the first are stored.
    if (taken === CLAIMED_AT_ONCE + 5) killed.kill('SIGKILL')
  })
  await once(killed, 'exit')
  expect(killed.signalCode).toBe('SIGKILL')
  const left = db.selectFrom('push_messages').select('subscription_id').where('outcome', 'is', null).execute()
  expect(await left).toHaveLength(beyond)
  world.server.clock.advance(181_000)
  await world.pass()
  expect(times.size).toBe(CLAIMED_AT_ONCE + beyond)
  const repeated = [...times.values()].filter((count) => count > 1)
  expect(repeated.length).toBeGreaterThan(0)
  expect(repeated.length).toBeLessThanOrEqual(beyond)
  // The second message replaces the first on its device.
  expect([Math.max(...times.values()), topics.size]).toEqual([2, 1])
})

test('messages that were sent as the database went away are not sent again once it is back', async () => {
  const { databaseUrl } = world.server
  const name = new URL(databaseUrl).pathname.slice(1)
  /** Sets whether the database accepts writes, in existing and in new sessions. */
  const takeWrites = async (taken: boolean) => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query('SET default_transaction_read_only = off')
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${taken ? 'off' : 'on'}`)
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    )
    await client.end()
  }
  const push: PushSender = {
    ...world.push,
    send: async (message, now) => {
      const outcome = await world.push.send(message, now)
      await takeWrites(false)
      return outcome
    },
  }
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  const other = await startTestServer(inject('databaseUrl'), { push, sharing: world.server })
  await planPushes(world.server.app)
  const pauses: number[] = []
  const wait = async (ms: number) => {
    pauses.push(ms)
    await takeWrites(true)
  }
  await sendPushes(other.app, undefined, wait)
  // A further one where the pool learns only then that its connection has ended as well.
  expect(pauses[0]).toBe(1_000)
  await other.close()
  world.server.clock.advance(181_000)
  await world.pass()
  expect(world.readBy(browser)).toHaveLength(1)
})

test('two servers that send at once share the messages', async () => {
  const other = await startTestServer(inject('databaseUrl'), { push: world.push, sharing: world.server })
  const fans = await signInMany(world.server, 20)
  const match = await buildMatch(world.server.app.db, world.startedNow())
  const theirs: PushBrowser[] = []
  for (const fan of fans) {
    theirs.push(await world.subscribe(fan))
    await world.followClub(fan, match)
  }
  await Promise.all([planPushes(world.server.app), planPushes(other.app)])
  await Promise.all([sendPushes(world.server.app), sendPushes(other.app)])
  await other.close()
  await world.pass()
  expect(theirs.map((browser) => world.readBy(browser).length)).toEqual(fans.map(() => 1))
})

/** Publishes the result of a match on which as many fans have voted. */
async function publishVotedBy(fans: number): Promise<void> {
  const { db } = world.server.app
  const match = await buildMatch(db, { ...world.startedNow(), rating: 7 })
  for (const fan of await signInMany(world.server, fans)) {
    await world.subscribe(fan)
    await cast(world.server, fan, match.id, match.playerIds.slice(0, 3))
  }
  await finishMatch(db, match.id, world.minutesAgo(61))
  await publishDueMatches(world.server.app)
}

test('an opening is sent before the results that were due already', async () => {
  const { db } = world.server.app
  await publishVotedBy(3)
  await planPushes(world.server.app)
  world.server.clock.advance(61_000)
  await world.addFollowers(await buildMatch(db, world.startedNow()), 1)
  await planPushes(world.server.app)
  const claim = async () => {
    const claimed = await claimMessages(db, world.server.clock.offsetMs, 2, 180_000)
    return claimed.map(({ occasion }) => occasion).sort()
  }
  expect([await claim(), await claim(), await claim()]).toEqual([['opening', 'result'], ['result', 'result'], []])
})

test('an opening that is noticed while a result is planned is planned before the rest of it', async () => {
  const { db } = world.server.app
  await publishVotedBy(3)
  await announceOccasions(world.server.app)
  let planning: Promise<void> | undefined
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('push_occasions').select('id').forUpdate().execute()
    planning = planPushes(world.server.app, undefined, 1)
    await expect.poll(() => lockWaits(db)).toBe(1)
    await world.addFollowers(await buildMatch(db, world.startedNow()), 1)
  })
  await planning
  const { rows } = await sql<{ kind: string }>`
    SELECT o.kind FROM push_messages m JOIN push_occasions o ON o.id = m.occasion_id ORDER BY m.xmin::text::bigint`.execute(
    db,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['result', 'opening', 'result', 'result'])
})

test('an opening does not wait for the fans of a result that are still to be planned', async () => {
  const { app } = world.server
  const [result, opening] = [
    await buildMatch(app.db, { ...world.startedNow(), rating: 7 }),
    await buildMatch(app.db, { kickoffAt: world.minutesAgo(40), minute: 59 }),
  ]
  for (const match of [result, opening]) await world.addFollowers(match, 3)
  await finishMatch(app.db, result.id, world.minutesAgo(61))
  await publishDueMatches(app)
  await announceOccasions(app)
  await planPage(app, 1)
  await app.db.updateTable('matches').set({ minute: 60, votes_open: true }).where('id', '=', opening.id).execute()
  await announceOccasions(app)
  await planPage(app, 1)
  const planned = await app.db
    .selectFrom('push_messages as m')
    .innerJoin('push_occasions as o', 'o.id', 'm.occasion_id')
    .select(['o.match_id'])
    .orderBy('m.due_at', 'desc')
    .execute()
  expect(planned.map(({ match_id }) => match_id)).toEqual([result.id, opening.id])
})

test('one tap in the message turns its kind off, without a session, and nothing else', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  const proof = world.readBy(browser)[0]?.data.off ?? ''
  const answer = await call(world.server, 'POST', '/api/push/off', { body: { proof } })
  expect([answer.statusCode, answer.json()]).toEqual([200, { off: true }])
  const { settings } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    settings: object
  }
  expect(settings).toEqual({ ...DEFAULT_NOTIFICATIONS, opening: false })
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toHaveLength(1)
  const bent = `${proof.slice(0, -2)}${proof.endsWith('AA') ? 'BB' : 'AA'}`
  expect(refusalOf(await call(world.server, 'POST', '/api/push/off', { body: { proof: bent } }))).toEqual([
    400,
    'invalid_request',
  ])
})

test('a kind that is turned off while its message waits is not sent', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await planPushes(world.server.app)
  await world.choose(fan, { opening: false })
  await sendPushes(world.server.app)
  expect(world.readBy(browser)).toEqual([])
})

test('a proof that was used does not turn its kind off once more after the fan has turned it on again', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  const receive = async () => {
    await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
    await world.pass()
    return world.readBy(browser).at(-1)?.data.off ?? ''
  }
  const isOn = async () => {
    const { settings } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
      settings: { opening: boolean }
    }
    return settings.opening
  }
  const turnOff = async (proof: string) => {
    expect((await call(world.server, 'POST', '/api/push/off', { body: { proof } })).statusCode).toBe(200)
  }
  const old = await receive()
  await turnOff(old)
  expect(await isOn()).toBe(false)
  world.server.clock.advance(1_000)
  await world.choose(fan, {})
  await turnOff(old)
  expect(await isOn()).toBe(true)
  // Another setting does not replace the wish: what was sent since still works.
  world.server.clock.advance(1_000)
  const fresh = await receive()
  world.server.clock.advance(1_000)
  await world.choose(fan, { spoilers: true })
  await turnOff(fresh)
  expect(await isOn()).toBe(false)
})

test('a setting changes no other: a kind that a message turned off stays off', async () => {
  const fan = await signInOne(world.server)
  const change = (body: object) => call(world.server, 'PUT', '/api/me/push/settings', { cookie: fan.cookie, body })
  expect((await change({ max_a_day: 3 })).json()).toEqual({ ...DEFAULT_NOTIFICATIONS, max_a_day: 3 })
  await change({ opening: false })
  const both = await change({ spoilers: true, quiet_until: 0 })
  expect(both.json()).toEqual({
    ...DEFAULT_NOTIFICATIONS,
    max_a_day: 3,
    opening: false,
    spoilers: true,
    quiet_until: 0,
  })
  expect((await change({})).statusCode).toBe(400)
  expect((await change({ other: true })).statusCode).toBe(400)
})
