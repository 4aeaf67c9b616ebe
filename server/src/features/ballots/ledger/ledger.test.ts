import type { CompleteBallot } from '@tribune/domain/ballots/tally.ts'
import { moveTally, tallyOf } from '@tribune/domain/testing/tally.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { BUCKETS, bucketOf } from '../../../infra/database/ballot-bucket.ts'
import { createDatabase, createPool, type Database } from '../../../infra/database/pool.ts'
import { buildFans, buildMatch } from '../../../testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { disownBallots } from '../evidence/queries.ts'
import { foldAll, foldBacklog, foldMoves, readTally, rebuildTally } from '../tally/queries.ts'
import { type BallotOutcome, type BallotToSave, saveBallots, withdrawBallots } from './queries.ts'

const XP = 5
const NO_EVIDENCE = { accountStrength: 1, accountHours: 0, networks: [], device: null }
let database: TestDatabase
let pool: pg.Pool
let db: Database

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  pool = createPool(database.url, () => {})
  db = createDatabase(pool)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Writes ballots, each bucket in a commit of its own, as the service does. */
async function save(ballots: readonly BallotToSave[], clockOffsetMs = 0): Promise<BallotOutcome[]> {
  const outcomes = new Map<BallotToSave, BallotOutcome>()
  for (const group of Map.groupBy(ballots, ({ fanId }) => bucketOf(fanId)).values()) {
    const written = await saveBallots(pool, group, { xp: XP, clockOffsetMs })
    for (const [index, outcome] of written.entries()) outcomes.set(group[index] as BallotToSave, outcome)
  }
  return ballots.map((one) => outcomes.get(one) as BallotOutcome)
}

const ballot = (
  fanId: string,
  matchId: number,
  [first, second, third]: readonly (number | undefined)[],
): BallotToSave => ({
  fanId,
  matchId,
  first: first ?? null,
  second: second ?? null,
  third: third ?? null,
  evidence: NO_EVIDENCE,
})

/** Resolves once PostgreSQL says that a ballot waits. */
async function waitsForALock(): Promise<'waits'> {
  const { rows } = await pool.query(
    `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%WITH input AS%'`,
  )
  return rows.length > 0 ? 'waits' : waitsForALock()
}

async function tallyIn(matchId: number) {
  const { changes: _, ...tally } = await readTally(db, matchId)
  return tally
}

/** The number of complete ballots of each bucket, as counted. */
async function countedIn(matchId: number) {
  const { rows } = await sql`
    SELECT bucket, voters FROM match_ballots WHERE match_id = ${matchId} AND voters <> 0 ORDER BY bucket`.execute(db)
  return rows
}

/** The same, of the ballots themselves. */
async function storedIn(matchId: number) {
  const { rows } = await sql`
    SELECT bucket, count(*)::integer AS voters FROM votes WHERE match_id = ${matchId} AND complete
    GROUP BY bucket ORDER BY bucket`.execute(db)
  return rows
}

test('the bucket of a fan is the same in SQL', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uuid(), { minLength: 1 }), async (ids) => {
      const { rows } = await sql<{ bucket: number }>`
        SELECT ballot_bucket(id) AS bucket FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS t (id, at) ORDER BY at`.execute(
        db,
      )
      expect(rows.map(({ bucket }) => bucket)).toEqual(ids.map(bucketOf))
      expect(Math.max(...ids.map(bucketOf))).toBeLessThan(BUCKETS)
    }),
  )
})

describe('the ledger statement', () => {
  test('refuses ballots of several buckets', async () => {
    const match = await buildMatch(db)
    const ids = [0, 1].map((last) => `00000000-0000-4000-8000-00000000000${last}`)
    const mixed = ids.map((id) => ballot(id, match.id, match.playerIds.slice(0, 3)))
    await expect(saveBallots(pool, mixed, { xp: XP, clockOffsetMs: 0 })).rejects.toThrow('several buckets')
  })

  test('dates each change of a ballot a millisecond after the previous one, so that a base names one change', async () => {
    const match = await buildMatch(db)
    const [fan = ''] = await buildFans(db, 1)
    const [a, b, c, d] = match.playerIds
    await save([ballot(fan, match.id, [a, b, c])])
    // As for a change that waited for another, dated later.
    const { rows } = await sql<{ updated_at: Date }>`
      UPDATE votes SET updated_at = now() + interval '1 minute' WHERE user_id = ${fan} RETURNING updated_at`.execute(db)
    const before = rows[0]?.updated_at.getTime() ?? 0
    const [changed] = await save([ballot(fan, match.id, [d])])
    expect(changed?.saved && changed.updatedAt.getTime()).toBe(before + 1)
    const send = (base: number) => save([{ ...ballot(fan, match.id, [a]), base: new Date(base).toISOString() }])
    expect(await send(before)).toMatchObject([{ saved: false }])
    expect(await send(before + 1)).toMatchObject([{ saved: true }])
  })

  test('a complete ballot is written, counted and credited once, even if the fan changes it later', async () => {
    const match = await buildMatch(db)
    const [fan = ''] = await buildFans(db, 1)
    const [a = 0, b = 0, c = 0, d = 0] = match.playerIds
    expect(await save([ballot(fan, match.id, [a, b, c])])).toMatchObject([
      { saved: true, complete: true, xpAwarded: XP },
    ])
    expect(await save([ballot(fan, match.id, [d, a, b])])).toMatchObject([
      { saved: true, complete: true, xpAwarded: 0 },
    ])
    expect(await save([ballot(fan, match.id, [d])])).toMatchObject([{ saved: true, complete: false, xpAwarded: 0 }])
    expect(await tallyIn(match.id)).toEqual({ voters: 0, players: [], duels: [] })
    expect(await save([ballot(fan, match.id, [a, b, c])])).toMatchObject([
      { saved: true, complete: true, xpAwarded: 0 },
    ])
    expect(await tallyIn(match.id)).toEqual(tallyOf([[a, b, c]]))
    const profile = await db.selectFrom('user_profiles').selectAll().where('user_id', '=', fan).executeTakeFirst()
    expect(profile?.xp).toBe(XP)
  })

  test('an incomplete ballot is stored but does not count', async () => {
    const match = await buildMatch(db)
    const [fan = ''] = await buildFans(db, 1)
    expect(await save([ballot(fan, match.id, [match.playerIds[0], match.playerIds[1]])])).toMatchObject([
      { saved: true, complete: false, xpAwarded: 0 },
    ])
    expect(await tallyIn(match.id)).toEqual({ voters: 0, players: [], duels: [] })
  })

  const now = Date.now()
  test.each([
    ['upcoming', { status: 'upcoming' as const }, false],
    ['live at minute 59', { minute: 59 }, false],
    ['live at minute 60', { minute: 60 }, true],
    ['live, minute unknown', { minute: null }, false],
    ['finished a moment ago', { status: 'finished' as const, finishedAt: new Date(now) }, true],
    ['finished 59 min ago', { status: 'finished' as const, finishedAt: new Date(now - 59 * 60_000) }, true],
    ['finished 60 min ago', { status: 'finished' as const, finishedAt: new Date(now - 60 * 60_000) }, false],
    ['postponed', { status: 'postponed' as const }, false],
    ['cancelled', { status: 'cancelled' as const }, false],
    ['suspended', { status: 'suspended' as const, minute: 70 }, false],
  ])('a match %s accepts ballots: %s → %s', async (_name, sketch, open) => {
    const match = await buildMatch(db, sketch)
    const [fan = ''] = await buildFans(db, 1)
    const [result] = await save([ballot(fan, match.id, match.playerIds.slice(0, 3))])
    expect(result?.saved).toBe(open)
    const stored = await db.selectFrom('votes').select('id').where('match_id', '=', match.id).execute()
    expect(stored).toHaveLength(open ? 1 : 0)
  })

  test('the window is measured by the database clock moved by the server’s offset', async () => {
    const match = await buildMatch(db, { status: 'finished', finishedAt: new Date() })
    const [fan = ''] = await buildFans(db, 1)
    const picks = match.playerIds.slice(0, 3)
    expect((await save([ballot(fan, match.id, picks)], 60 * 60_000))[0]?.saved).toBe(false)
    expect((await save([ballot(fan, match.id, picks)], 59 * 60_000))[0]?.saved).toBe(true)
  })

  test('a published match accepts no ballot, even if its voting window is open', async () => {
    const match = await buildMatch(db, { status: 'finished', finishedAt: new Date() })
    const [fan = ''] = await buildFans(db, 1)
    await db.updateTable('matches').set({ published_at: new Date() }).where('id', '=', match.id).execute()
    expect((await save([ballot(fan, match.id, match.playerIds.slice(0, 3))]))[0]?.saved).toBe(false)
  })

  test('ballots do not wait while the match is being ingested or ranked, but wait for its publication', async () => {
    const match = await buildMatch(db)
    const fans = await buildFans(db, 2)
    const cast = (fan: string | undefined) => save([ballot(fan ?? '', match.id, match.playerIds.slice(0, 3))])
    const locked = db.selectFrom('matches').select('id').where('id', '=', match.id)
    await db.transaction().execute(async (tx) => {
      await tx.executeQuery(locked.forNoKeyUpdate().compile())
      expect((await cast(fans[0]))[0]?.saved).toBe(true)
    })
    let waiting: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await tx.executeQuery(locked.forUpdate().compile())
      waiting = cast(fans[1])
      await expect(Promise.race([waiting, waitsForALock()])).resolves.toBe('waits')
    })
    expect(await waiting).toMatchObject([{ saved: true }])
  })

  test('one group may mix open, closed and unknown matches', async () => {
    const open = await buildMatch(db)
    const closed = await buildMatch(db, { minute: 12 })
    const fans = await buildFans(db, 3)
    const results = await save([
      ballot(fans[0] ?? '', open.id, open.playerIds.slice(0, 3)),
      ballot(fans[1] ?? '', closed.id, closed.playerIds.slice(0, 3)),
      ballot(fans[2] ?? '', 999_999_999, open.playerIds.slice(0, 3)),
    ])
    expect(results.map((result) => result.saved)).toEqual([true, false, false])
  })

  test('the database itself refuses a repeated player and an empty ballot', async () => {
    const match = await buildMatch(db)
    const [fan = ''] = await buildFans(db, 1)
    const [a] = match.playerIds
    await expect(save([ballot(fan, match.id, [a, a])])).rejects.toThrow(/votes_check/)
    await expect(save([ballot(fan, match.id, [])])).rejects.toThrow(/votes_check/)
  })
})

describe('the running tally equals the recount', () => {
  test('after each of any sequence of ballots, folds, withdrawals and ends of accounts, in each bucket', async () => {
    const inBuckets = Map.groupBy(await buildFans(db, 60), bucketOf)
    const fans = [0, 1, 2].flatMap((bucket) => inBuckets.get(bucket)?.slice(0, 2) ?? [])
    const pick = fc.integer({ min: 0, max: 5 })
    const nexts = {
      nothing: async () => {},
      fold: (_fan: string, matchId: number) => foldMoves(db, matchId),
      withdraw: (fan: string, matchId: number) => withdrawBallots(db, fan, [matchId]),
      disown: (fan: string) => disownBallots(db, fan, Buffer.alloc(1)),
    }
    const step = fc.record({
      fan: fc.constantFrom(...fans),
      picks: fc.uniqueArray(pick, { minLength: 1, maxLength: 3 }),
      next: fc.constantFrom('nothing', 'fold', 'withdraw', 'disown'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const match = await buildMatch(db, { players: 6 })
        let running = tallyOf([])
        const held = new Map<string, CompleteBallot | null>()
        for (const { fan, picks, next } of steps) {
          const ids = picks.map((index) => match.playerIds[index] ?? 0)
          await save([ballot(fan, match.id, ids)])
          const [first = 0, second = 0, third = 0] = ids
          const after: CompleteBallot | null = ids.length === 3 ? [first, second, third] : null
          running = moveTally(running, held.get(fan) ?? null, after)
          held.set(fan, after)
          await nexts[next](fan, match.id)
          if (next === 'withdraw') running = moveTally(running, after, null)
          if (next === 'withdraw' || next === 'disown') held.delete(fan)
          expect(await tallyIn(match.id)).toEqual(running)
          expect(await countedIn(match.id)).toEqual(await storedIn(match.id))
        }
        const stored = await tallyIn(match.id)
        expect(stored).toEqual(tallyOf(await completeBallots(db, match.id)))
        await rebuildTally(db, match.id)
        expect(await tallyIn(match.id)).toEqual(stored)
        expect(await countedIn(match.id)).toEqual(await storedIn(match.id))
      }),
      { numRuns: 25 },
    )
  })

  test.each([
    ['that a ranking does not need: no more than one statement folds', 250, foldBacklog, 250],
    ['of a backlog before a ranking', 501, foldBacklog, 0],
    ['for a publication', 501, foldMoves, 0],
    ['by the nightly run', 5, (all: Database) => foldAll(all), 0],
  ] as const)('after a fold %s', async (_which, commits, fold, left) => {
    const match = await buildMatch(db)
    const [a = 0, b = 0, c = 0] = match.playerIds
    await sql`
      INSERT INTO tally_moves (match_id, bucket, first_ids, second_ids, third_ids, signs)
      SELECT ${match.id}, n % ${BUCKETS}::integer, ARRAY[${a}::bigint], ARRAY[${b}::bigint], ARRAY[${c}::bigint], '{1}'
      FROM generate_series(1, ${commits}::integer) n`.execute(db)
    const before = await tallyIn(match.id)
    await fold(db, match.id)
    const moves = await db.selectFrom('tally_moves').select('id').where('match_id', '=', match.id).execute()
    expect(moves).toHaveLength(left)
    expect(before.players).toMatchObject([{ firsts: commits }, { seconds: commits }, { thirds: commits }])
    expect(await tallyIn(match.id)).toEqual(before)
  })

  test('with many concurrent writers on the same fans, and folds of which some are killed', async () => {
    const match = await buildMatch(db, { players: 8 })
    const fans = await buildFans(db, 10)
    let isWriting = true
    const folded = { kept: 0, killed: 0 }
    const folder = async (isKilled: boolean) => {
      const fold = db.transaction().execute(async (tx) => {
        await tx.selectFrom('matches').select('id').where('id', '=', match.id).forNoKeyUpdate().execute()
        await foldMoves(tx, match.id)
        if (isKilled) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx)
      })
      await fold.then(
        () => {
          folded.kept += 1
        },
        () => {
          folded.killed += 1
        },
      )
      if (isWriting) await folder(!isKilled)
    }
    const reader = async () => {
      const { voters, players, duels } = await tallyIn(match.id)
      const firsts = players.reduce((sum, player) => sum + player.firsts, 0)
      const pairs = duels.reduce((sum, duel) => sum + duel.ballots, 0)
      expect([firsts, pairs]).toEqual([voters, 3 * voters])
      if (isWriting) await reader()
    }
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let round = 0; round < 12; round += 1) {
        const group = fans.map((fan, index) => {
          const at = (offset: number) => match.playerIds[(writer + round + index + offset) % 8]
          return ballot(fan, match.id, [at(0), at(1), at(3)])
        })
        await save(group)
      }
    })
    const others = [folder(false), folder(true), reader()]
    await Promise.all(writers)
    isWriting = false
    await Promise.all(others)
    expect(Math.min(folded.kept, folded.killed)).toBeGreaterThan(0)
    expect(await tallyIn(match.id)).toEqual(tallyOf(await completeBallots(db, match.id)))
    expect((await completeBallots(db, match.id)).length).toBe(fans.length)
  })
})
