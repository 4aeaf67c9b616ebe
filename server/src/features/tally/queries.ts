import type { Tally } from '@tribune/domain/tally.ts'
import { sql } from 'kysely'
import { anyOf } from '../../infra/database/any-of.ts'
import type { Database, Db } from '../../infra/database/pool.ts'

/** Reads the running tally of a match, its buckets summed, in one statement, so that its parts are consistent. */
export async function readTally(db: Db, matchId: number): Promise<Tally & { changes: number }> {
  const { rows } = await sql<{ voters: number; changes: number; players: Tally['players']; duels: Tally['duels'] }>`
    SELECT
      coalesce((SELECT sum(voters) FROM match_ballots WHERE match_id = ${matchId}), 0)::integer AS voters,
      coalesce((SELECT sum(changes) FROM match_ballots WHERE match_id = ${matchId}), 0)::bigint AS changes,
      (SELECT coalesce(json_agg(p ORDER BY p.player_id), '[]') FROM (
        SELECT player_id, sum(firsts) AS firsts, sum(seconds) AS seconds, sum(thirds) AS thirds
        FROM match_tallies WHERE match_id = ${matchId} GROUP BY player_id
        HAVING sum(firsts) <> 0 OR sum(seconds) <> 0 OR sum(thirds) <> 0) p) AS players,
      (SELECT coalesce(json_agg(d ORDER BY d.above_id, d.below_id), '[]') FROM (
        SELECT above_id, below_id, sum(ballots) AS ballots
        FROM match_duels WHERE match_id = ${matchId} GROUP BY above_id, below_id HAVING sum(ballots) <> 0) d) AS duels
  `.execute(db)
  return rows[0] ?? { voters: 0, changes: 0, players: [], duels: [] }
}

/** Recounts a match's tally from its ballots, under a lock, so that no ballot changes meanwhile. */
export async function rebuildTally(db: Database, matchId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBallots(tx, [matchId])
    await recount(tx, matchId)
  })
}

/** Waits for the ballots of matches under way, in the ledger's order, and blocks new ones until the transaction ends. */
export async function lockBallots(db: Db, matchIds: readonly number[]): Promise<void> {
  if (matchIds.length === 0) return
  await db.selectFrom('matches').select('id').where('id', '=', anyOf(matchIds)).orderBy('id').forUpdate().execute()
}

/** Recounts a match's tally, and the ballots set aside that it leaves out. The caller must have locked its ballots. */
export async function recount(db: Db, matchId: number): Promise<void> {
  for (const table of ['match_ballots', 'match_tallies', 'match_duels'] as const) {
    await db.deleteFrom(table).where('match_id', '=', matchId).execute()
  }
  await sql`
    INSERT INTO match_ballots (match_id, bucket, voters, changes)
    SELECT ${matchId}, 0, count(*) FILTER (WHERE complete AND set_aside IS NULL), count(*)
    FROM votes WHERE match_id = ${matchId}`.execute(db)
  await sql`
    INSERT INTO match_tallies (match_id, bucket, player_id, firsts, seconds, thirds)
    SELECT v.match_id, 0, p.player_id, sum(p.f), sum(p.s), sum(p.t) FROM votes v
    CROSS JOIN LATERAL (VALUES (v.first_id, 1, 0, 0), (v.second_id, 0, 1, 0), (v.third_id, 0, 0, 1)) AS p (player_id, f, s, t)
    WHERE v.match_id = ${matchId} AND v.complete AND v.set_aside IS NULL GROUP BY v.match_id, p.player_id`.execute(db)
  await sql`
    INSERT INTO match_duels (match_id, bucket, above_id, below_id, ballots)
    SELECT v.match_id, 0, d.above_id, d.below_id, count(*) FROM votes v
    CROSS JOIN LATERAL (VALUES (v.first_id, v.second_id), (v.first_id, v.third_id), (v.second_id, v.third_id))
      AS d (above_id, below_id)
    WHERE v.match_id = ${matchId} AND v.complete AND v.set_aside IS NULL
    GROUP BY v.match_id, d.above_id, d.below_id`.execute(db)
  await sql`
    UPDATE matches m SET ballots_set_aside = a.ballots
    FROM (SELECT count(*)::integer AS ballots FROM votes
      WHERE match_id = ${matchId} AND complete AND set_aside IS NOT NULL) a
    WHERE m.id = ${matchId} AND m.ballots_set_aside <> a.ballots`.execute(db)
}
