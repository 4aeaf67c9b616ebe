import { readFileSync } from 'node:fs'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readTally, rebuildTally } from '../../features/ballots/tally/queries.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { lockWaits } from '../../testing/inspect.ts'
import { completeBallots } from '../../testing/recount.ts'
import { migrate } from './migrate.ts'
import { createDatabase, createPool, type Database } from './pool.ts'

const MATCH = 7
const FANS = 4_000
let database: TestDatabase
let db: Database

/** Runs what docs/deploying.md names for a roll back. */
const run = (part: string) =>
  sql.raw(readFileSync(new URL(`../../../../deploy/${part}.sql`, import.meta.url), 'utf8')).execute(db)

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'), 'template1')
  await migrate(database.url, { upTo: 56 })
  db = createDatabase(createPool(database.url, () => {}))
  // One in ten is not complete. No owner has an account, as after its end.
  await sql`
    INSERT INTO votes (user_id, match_id, first_id, second_id, third_id, xp)
    SELECT gen_random_uuid(), ${MATCH}, 1 + n % 5, 6 + n % 3, CASE WHEN n % 10 > 0 THEN 10 + n % 4 END, 5
    FROM generate_series(1, ${FANS}::integer) n;`.execute(db)
  await sql`
    INSERT INTO match_ballots (match_id, bucket, voters, changes)
    SELECT match_id, 9, count(*) FILTER (WHERE complete), count(*) FROM votes GROUP BY match_id`.execute(db)
  await sql`
    INSERT INTO tally_moves (match_id, first_ids, second_ids, third_ids, signs)
    SELECT match_id, array_agg(first_id), array_agg(second_id), array_agg(third_id), array_agg(1)
    FROM votes WHERE complete GROUP BY match_id`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Everything that is stored of the ballots, but their bucket. */
async function ballots(): Promise<unknown> {
  const { rows } = await sql`
    SELECT count(*)::integer, md5(string_agg((to_jsonb(v) - 'bucket' - 'salt')::text, ',' ORDER BY user_id)) FROM votes v`.execute(
    db,
  )
  return rows
}

/** How many ballots are not in their bucket. */
async function misplaced(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM votes WHERE bucket <> ballot_bucket(user_id)`.execute(db)
  return rows[0]?.n ?? -1
}

async function keyOfBallots(): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    SELECT pg_get_constraintdef(oid) AS key FROM pg_constraint WHERE conname = 'votes_pkey'`.execute(db)
  return rows[0]?.key
}

const FAN = '00000000-0000-4000-8000-000000000003'

/** Writes a ballot as a release that knows no buckets. */
function voteAsFormerRelease(first: number): Promise<unknown> {
  return sql`
    INSERT INTO votes (user_id, match_id, first_id) VALUES (${FAN}, ${MATCH}, ${first})
    ON CONFLICT (user_id, match_id) DO UPDATE SET first_id = excluded.first_id`.execute(db)
}

/** Starts a migration while a transaction holds what it needs, and kills the connection that waits. */
async function killedWhile(held: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await held.execute(tx)
    const killed = expect(migrate(database.url)).rejects.toThrow()
    await expect.poll(() => lockWaits(db)).toBe(1)
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    await killed
  })
}

describe('ballots from before buckets', () => {
  test('get theirs, although the migration is killed in the middle and waits for others', async () => {
    const before = await ballots()
    await migrate(database.url, { upTo: 57 })
    await expect(voteAsFormerRelease(1)).rejects.toThrow('null value in column "bucket"')
    await killedWhile(sql`
      SELECT FROM votes WHERE get_byte(uuid_send(user_id), 14) % 8 = 7 AND get_byte(uuid_send(user_id), 15) % 4 > 0 LIMIT 1 FOR UPDATE`)
    const left = await misplaced()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(FANS / 4)

    await killedWhile(sql`LOCK TABLE votes IN ROW EXCLUSIVE MODE`)
    expect(await misplaced()).toBe(0)
    const { rows } = await sql`
      SELECT indisvalid FROM pg_index WHERE indexrelid = 'votes_by_bucket'::regclass`.execute(db)
    expect(rows).toEqual([{ indisvalid: false }])

    const reports: string[] = []
    await migrate(database.url, { upTo: 58, onProgress: (message) => reports.push(message) })
    expect(reports).toEqual([expect.stringMatching(/^buckets of ballots: 0 of \d+ pages$/)])
    await db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE votes IN ACCESS SHARE MODE`.execute(tx)
      await expect(migrate(database.url)).rejects.toThrow('lock timeout')
    })
    expect(await keyOfBallots()).toBe('PRIMARY KEY (user_id, match_id)')

    await migrate(database.url)
    expect(await keyOfBallots()).toBe('PRIMARY KEY (bucket, user_id, match_id)')
    expect([await ballots(), await misplaced()]).toEqual([before, 0])
  })

  test('are counted as before', async () => {
    const { changes, ...tally } = await readTally(db, MATCH)
    expect(tally).toEqual(tallyOf(await completeBallots(db, MATCH)))
    await rebuildTally(db, MATCH)
    expect(await readTally(db, MATCH)).toEqual({ changes, ...tally })
  })

  test('get theirs again after the former release has written some', async () => {
    await run('before-057')
    await sql`INSERT INTO auth."user" (id, name, email) VALUES (${FAN}, 'Fan', 'fan@example.fr')`.execute(db)
    for (const first of [1, 2]) await voteAsFormerRelease(first)
    await sql`
      INSERT INTO tally_moves (match_id, first_ids, second_ids, third_ids, signs) VALUES (${MATCH}, '{}', '{}', '{}', '{}')`.execute(
      db,
    )
    expect(await misplaced()).toBe(1)
    await run('after-057')
    expect(await misplaced()).toBe(0)
    await expect(
      sql`INSERT INTO votes (user_id, match_id, first_id) VALUES (${FAN}, 8, 1)`.execute(db),
    ).rejects.toThrow('null value in column "bucket"')
  })

  test('stay without one if a start is interrupted', async () => {
    await sql`DELETE FROM migrations WHERE name >= '058'`.execute(db)
    await expect(
      migrate(database.url, {
        onProgress() {
          throw new Error('Interrupted')
        },
      }),
    ).rejects.toThrow(/closed|terminated/)
    await migrate(database.url, { upTo: 2 })
    expect(await keyOfBallots()).toBe('PRIMARY KEY (bucket, user_id, match_id)')
  })
})
