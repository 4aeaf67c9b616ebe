import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startRelay } from '../testing/relay.ts'
import { Bus, type Every } from './bus.ts'
import { createPool } from './database/pool.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
const buses: Bus[] = []
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  pool = createPool(database.url, () => {})
})
afterAll(async () => {
  for (const bus of buses) bus.stop()
  await pool.end()
  await database.drop()
})

/** One of several servers on the same database. */
async function startBus(databaseUrl = database.url, every?: Every): Promise<Bus> {
  const bus = new Bus({ databaseUrl, onTrouble: () => {}, ...(every === undefined ? {} : { every }) })
  buses.push(bus)
  await bus.start()
  return bus
}

/** An interval that the test triggers. */
function beatsByHand() {
  let beat = () => {}
  const every: Every = (_ms, callback) => {
    beat = callback
    return () => {}
  }
  return { every, beat: () => beat() }
}

const cutBuses = () =>
  pool.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'tribune-bus' AND datname = current_database()`)

const next = <N extends Parameters<Bus['on']>[0]>(bus: Bus, name: N) =>
  new Promise<object>((done) => bus.on(name, done))

test('a change is published here at once and on other servers soon, once on each', async () => {
  const [here, there] = [await startBus(), await startBus()]
  const heard: object[] = []
  here.on('matches', (event) => heard.push(event))
  const elsewhere = next(there, 'matches')
  const published = here.publish('matches', { ids: [1, 2] })
  expect(heard).toEqual([{ ids: [1, 2] }])
  await published
  expect(await elsewhere).toEqual({ ids: [1, 2] })
  // Published after the first: if the first had come back here, it would have arrived before.
  const back = next(here, 'season')
  await there.publish('season', {})
  await back
  expect(heard).toHaveLength(1)
})

test('a list longer than a message is split, and complete', async () => {
  const [here, there] = [await startBus(), await startBus()]
  const ids = Array.from({ length: 1_000 }, (_, index) => 9_000_000_000_000 + index)
  const heard: number[] = []
  const all = new Promise<void>((done) => {
    there.on('lineups', (event) => {
      heard.push(...event.ids)
      if (heard.length >= ids.length) done()
    })
  })
  await here.publish('lineups', { ids })
  await all
  expect(heard).toEqual(ids)
})

test('a lost connection is replaced, and caches are reset', async () => {
  const [here, there] = [await startBus(), await startBus()]
  const reset = next(there, 'reset')
  const alsoHere = next(here, 'reset')
  await cutBuses()
  await Promise.all([reset, alsoHere])
  const heard = next(there, 'fan')
  await here.publish('fan', { id: 'someone' })
  expect(await heard).toEqual({ id: 'someone' })
})

test('a silent connection is replaced at the second heartbeat, and caches are reset', async () => {
  const relay = await startRelay(database.url)
  const { every, beat } = beatsByHand()
  const here = await startBus(relay.url, every)
  const there = await startBus()
  beat()
  const echo = next(here, 'season')
  await there.publish('season', {})
  await echo
  const reset = next(here, 'reset')
  relay.swallow()
  beat()
  beat()
  await reset
  const heard = next(here, 'fan')
  await there.publish('fan', { id: 'someone' })
  expect(await heard).toEqual({ id: 'someone' })
  here.stop()
  await relay.close()
})

test('a connection whose heartbeats come back stays open', async () => {
  const { every, beat } = beatsByHand()
  const [here, there] = [await startBus(database.url, every), await startBus()]
  let resets = 0
  here.on('reset', () => {
    resets += 1
  })
  for (let beats = 0; beats < 3; beats += 1) {
    beat()
    // Sent later on the same connection: the heartbeat has arrived before.
    const heard = next(there, 'season')
    await here.publish('season', {})
    await heard
  }
  expect(resets).toBe(0)
})

test('a message that could not be sent resets the other servers as soon as they can be reached', async () => {
  const relay = await startRelay(database.url)
  const { every, beat } = beatsByHand()
  const [here, there] = [await startBus(relay.url, every), await startBus()]
  const reset = next(here, 'reset')
  relay.swallow()
  let resets = 0
  there.on('reset', () => {
    resets += 1
  })
  const published = here.publish('fan', { id: 'someone' })
  beat()
  beat()
  await Promise.all([published, reset])
  expect(resets).toBe(0)
  const owed = next(there, 'reset')
  beat()
  await owed
  expect(resets).toBe(1)
  here.stop()
  await relay.close()
})

test('an unknown message is ignored', async () => {
  const here = await startBus()
  const heard = next(here, 'season')
  for (const payload of [
    '',
    '{',
    'null',
    '[]',
    '12',
    '["x"]',
    '["x","error",{}]',
    '["x","matches",{}]',
    '["x","fan",null]',
  ])
    await pool.query('SELECT pg_notify($1, $2)', ['tribune', payload])
  await pool.query('SELECT pg_notify($1, $2)', ['tribune', JSON.stringify(['another', 'season', {}])])
  expect(await heard).toEqual({})
})
