import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPool } from '../database/pool.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { Bus } from './bus.ts'

let database: TestDatabase
const pools: ReturnType<typeof createPool>[] = []
const buses: Bus[] = []
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(async () => {
  for (const bus of buses) bus.stop()
  for (const pool of pools) await pool.end()
  await database.drop()
})

/** One of several servers on the same database. */
async function startBus(): Promise<Bus> {
  const pool = createPool(database.url, () => {})
  const bus = new Bus(pool)
  pools.push(pool)
  buses.push(bus)
  await bus.start()
  return bus
}

const next = <N extends Parameters<Bus['on']>[0]>(bus: Bus, name: N) =>
  new Promise<object>((done) => bus.on(name, done))

test('a change is told here at once, on other servers soon, and nowhere twice', async () => {
  const [here, there] = [await startBus(), await startBus()]
  const heard: object[] = []
  here.on('matches', (event) => heard.push(event))
  const elsewhere = next(there, 'matches')
  const published = here.publish('matches', { ids: [1, 2] })
  expect(heard).toEqual([{ ids: [1, 2] }])
  await published
  expect(await elsewhere).toEqual({ ids: [1, 2] })
  // Told after the first: had the first come back here, it would have come before.
  const back = next(here, 'season')
  await there.publish('season', {})
  await back
  expect(heard).toHaveLength(1)
})

test('a list longer than a message travels in parts, none lost', async () => {
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

test('a lost connection is made again, and what may have been missed is forgotten', async () => {
  const [here, there] = [await startBus(), await startBus()]
  const reset = next(there, 'reset')
  const [pool] = pools.slice(-2)
  await pool?.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query = 'LISTEN tribune' AND datname = current_database()`)
  await reset
  const heard = next(there, 'fan')
  await here.publish('fan', { id: 'someone' })
  expect(await heard).toEqual({ id: 'someone' })
})

test('a message that is none of ours harms nobody', async () => {
  const here = await startBus()
  const [pool] = pools.slice(-1)
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
    await pool?.query('SELECT pg_notify($1, $2)', ['tribune', payload])
  await pool?.query('SELECT pg_notify($1, $2)', ['tribune', JSON.stringify(['another', 'season', {}])])
  expect(await heard).toEqual({})
})
