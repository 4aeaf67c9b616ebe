import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { PushSender } from '../../../infra/push/sender.ts'
import { startTestServer } from '../../../testing/app.ts'
import type { PushBrowser } from '../../../testing/browsers.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { signInMany, signInOne } from '../../../testing/people.ts'
import { pushServerForFile } from '../../../testing/push.ts'
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
  const said: boolean[] = []
  for (const inDoubt of [false, true, false]) {
    const push: PushSender = {
      ...world.push,
      send: async ({ silent }) => {
        said.push(silent)
        return { ...later, inDoubt }
      },
    }
    await sendPushes({ ...world.server.app, push })
    world.server.clock.advance(200_000)
  }
  expect(said).toEqual([false, false, true])
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
  /** Lets the database take writes or not, of sessions old and new. */
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
