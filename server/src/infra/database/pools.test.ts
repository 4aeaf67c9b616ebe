import { expect, test } from 'vitest'
import { databaseForFile } from '../../testing/for-file.ts'
import { createPool } from './pool.ts'
import { requireConnections } from './pools.ts'

const database = databaseForFile()
const sizes = { shared: 20, ballots: 4, sessions: 4, jobs: 4 }

test('a server that would open more connections than PostgreSQL grants does not start, and says why', async () => {
  const pool = createPool(database.url, () => {})
  await requireConnections(pool, sizes)
  await expect(requireConnections(pool, { ...sizes, shared: 5_000 })).rejects.toThrow(
    /^DATABASE_CONNECTIONS: this server opens up to 5016 connections .* PostgreSQL grants \d+\./,
  )
  await pool.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 33', current_database()); END $$`)
  await expect(requireConnections(pool, sizes)).rejects.toThrow('up to 36 connections')
  await pool.end()
})
