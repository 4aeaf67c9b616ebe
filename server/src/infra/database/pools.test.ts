import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { SECRET } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { createPool } from './pool.ts'
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
