import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { SECRET } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { createPool, isDatabaseAway } from './pool.ts'
import { requireConnections } from './pools.ts'

const database = databaseForFile()
const sizes = { shared: 20, ballots: 4, sessions: 4, jobs: 4 }

test('servers that would open more connections than PostgreSQL grants do not start, and say why; four fit into one hundred', async () => {
  const pool = createPool(database.url, () => {})
  await requireConnections(pool, sizes)
  await expect(requireConnections(pool, { ...sizes, shared: 5_000 })).rejects.toThrow(
    /^DATABASE_CONNECTIONS: this server opens up to 5016 connections .* PostgreSQL grants \d+\./,
  )
  await pool.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 33', current_database()); END $$`)
  await expect(requireConnections(pool, sizes)).rejects.toThrow('up to 36 connections')
  await pool.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 97', current_database()); END $$`)
  await requireConnections(pool, readConfig({ SECRET, SERVERS: '4' }).connections, 4)
  await expect(requireConnections(pool, sizes, 2)).rejects.toThrow(
    /and 2 of them 108 during a restart; .* Lower SERVERS or/,
  )
  await pool.end()
})

const failure = (code: string) => Object.assign(new Error('the database said so'), { code })

test.each([
  ['refuses connections', 'ECONNREFUSED'],
  ['has no connection left', '53300'],
  ['is stopping', '57P01'],
  ['has no room left on its disk', '53100'],
  ['takes no writes, as a standby does', '25006'],
  ['has a name that is not known during a failover', 'ENOTFOUND'],
  ['has a name that no one could look up', 'EAI_AGAIN'],
  ['is on a machine that is gone', 'EHOSTUNREACH'],
  ['is beyond a network that is gone', 'ENETUNREACH'],
])('a database that %s (%s) is unavailable', (_what, code) => {
  expect(isDatabaseAway(failure(code))).toBe(true)
})

test.each([
  ['a row that breaks a constraint', '23505'],
  ['a statement that is wrong', '42601'],
  ['a deadlock', '40P01'],
])('%s (%s) does not mean that the database is unavailable', (_what, code) => {
  expect(isDatabaseAway(failure(code))).toBe(false)
})
