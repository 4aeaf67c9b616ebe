import type { Tally } from '@tribune/domain/ballots/tally.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../../infra/database/pool.ts'
import { anyOf, withRowsLocked } from '../../../infra/database/sql.ts'

/** Rows of moves that one statement folds. Each holds the ballots of one commit, 1 000 at most. */
const FOLDED_AT_ONCE = 250

/** The picks in rows of moves, as `a`, `b` and `c` by place. `n` is 1 for a ballot that was added, -1 for one that was removed. */
const unnested = (moves: string) =>
  sql.raw(`${moves} m CROSS JOIN LATERAL unnest(m.first_ids, m.second_ids, m.third_ids, m.signs) AS s (a, b, c, n)`)

/**
 * Counts each pair of places of such picks in one pass, as `pairs`. The place that a pair leaves out is null. Places and duels are derived from these few
 * pairs: a row for each pick would take four times as long.
 */
const pairsOf = (picks: RawBuilder<unknown>) => sql`
  pairs AS MATERIALIZED (
    SELECT s.a, s.b, s.c, sum(s.n)::integer AS n FROM ${picks} GROUP BY GROUPING SETS ((s.a, s.b), (s.a, s.c), (s.b, s.c)))`

/** First, second and third places of each player, from `pairs`. */
const PLACES = sql`
  SELECT player_id, sum(firsts) AS firsts, sum(seconds) AS seconds, sum(thirds) AS thirds FROM (
    SELECT a AS player_id, n AS firsts, 0 AS seconds, 0 AS thirds FROM pairs WHERE c IS NULL
    UNION ALL SELECT b, 0, n, 0 FROM pairs WHERE c IS NULL
    UNION ALL SELECT c, 0, 0, n FROM pairs WHERE b IS NULL) picks
  GROUP BY player_id`

/** Ballots that place one player above another, from `pairs`. */
const DUELS = sql`
  SELECT coalesce(a, b) AS above_id, coalesce(c, b) AS below_id, sum(n) AS ballots FROM pairs GROUP BY 1, 2 HAVING sum(n) <> 0`

/** Adds `pairs` to the folded tally of a match. */
const addPairs = (matchId: number) => sql`
  tallied AS (
    INSERT INTO match_tallies AS t (match_id, bucket, player_id, firsts, seconds, thirds)
    SELECT ${matchId}::bigint, 0, p.* FROM (${PLACES}) p
    ON CONFLICT (match_id, bucket, player_id) DO UPDATE
      SET firsts = t.firsts + excluded.firsts, seconds = t.seconds + excluded.seconds, thirds = t.thirds + excluded.thirds
  ), duelled AS (
    INSERT INTO match_duels AS t (match_id, bucket, above_id, below_id, ballots)
    SELECT ${matchId}::bigint, 0, d.* FROM (${DUELS}) d
    ON CONFLICT (match_id, bucket, above_id, below_id) DO UPDATE SET ballots = t.ballots + excluded.ballots
  )`

/**
 * Folds the moves of a match into its tally, and deletes them. Makes `readTally` cheaper, and does not change what it returns. The caller must have
 * locked the match.
 */
export async function foldMoves(db: Db, matchId: number): Promise<void> {
  while ((await foldSome(db, matchId)) === FOLDED_AT_ONCE);
}

/** Folds the moves of a match in several short transactions if one statement cannot fold them all. One long transaction would block the match. */
export async function foldBacklog(db: Database, matchId: number): Promise<void> {
  const { rows } = await sql<{ long: boolean }>`
    SELECT count(*) > ${FOLDED_AT_ONCE} AS long
    FROM (SELECT FROM tally_moves WHERE match_id = ${matchId} LIMIT ${FOLDED_AT_ONCE + 1}) m`.execute(db)
  if (rows[0]?.long === true) await foldInSteps(db, matchId)
}

/** Folds the moves of all matches. No ranking reads those that were postponed or suspended after their first ballots. */
export async function foldAll(db: Database): Promise<void> {
  const rows = await db.selectFrom('tally_moves').select('match_id').distinct().execute()
  for (const { match_id } of rows) await foldInSteps(db, match_id)
}

async function foldInSteps(db: Database, matchId: number): Promise<void> {
  const step = () =>
    db.transaction().execute(async (tx) => {
      await tx.selectFrom('matches').select('id').where('id', '=', matchId).forNoKeyUpdate().execute()
      return foldSome(tx, matchId)
    })
  // Stops at the first step that is not full, because new ballots add moves all the time.
  while ((await step()) === FOLDED_AT_ONCE);
}

/** Folds moves of a match in one statement, the oldest of a bucket first. Returns the number of rows. */
async function foldSome(db: Db, matchId: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    WITH taken AS (
      DELETE FROM tally_moves WHERE match_id = ${matchId} AND (bucket, id) IN (
        SELECT bucket, id FROM tally_moves WHERE match_id = ${matchId} ORDER BY bucket, id LIMIT ${FOLDED_AT_ONCE})
      RETURNING *
    ), ${pairsOf(unnested('taken'))}, ${addPairs(matchId)}
    SELECT count(*)::integer AS folded FROM taken`.execute(db)
  return rows[0]?.folded ?? 0
}

/** Reads the running tally of a match, its moves that are not folded yet included, in one statement, so that its parts are consistent. */
export async function readTally(db: Db, matchId: number): Promise<Tally & { changes: number }> {
  const { rows } = await sql<{ voters: number; changes: number; players: Tally['players']; duels: Tally['duels'] }>`
    WITH moves AS (SELECT * FROM tally_moves WHERE match_id = ${matchId}), ${pairsOf(unnested('moves'))}
    SELECT
      coalesce((SELECT sum(voters) FROM match_ballots WHERE match_id = ${matchId}), 0)::integer AS voters,
      coalesce((SELECT sum(changes) FROM match_ballots WHERE match_id = ${matchId}), 0)::bigint AS changes,
      (SELECT coalesce(json_agg(p ORDER BY p.player_id), '[]') FROM (
        SELECT player_id, sum(firsts) AS firsts, sum(seconds) AS seconds, sum(thirds) AS thirds FROM (
          SELECT player_id, firsts, seconds, thirds FROM match_tallies WHERE match_id = ${matchId}
          UNION ALL ${PLACES}) places
        GROUP BY player_id HAVING sum(firsts) <> 0 OR sum(seconds) <> 0 OR sum(thirds) <> 0) p) AS players,
      (SELECT coalesce(json_agg(d ORDER BY d.above_id, d.below_id), '[]') FROM (
        SELECT above_id, below_id, sum(ballots) AS ballots FROM (
          SELECT above_id, below_id, ballots FROM match_duels WHERE match_id = ${matchId}
          UNION ALL ${DUELS}) duels
        GROUP BY above_id, below_id HAVING sum(ballots) <> 0) d) AS duels
  `.execute(db)
  return rows[0] ?? { voters: 0, changes: 0, players: [], duels: [] }
}

/** Matches whose tallies are deleted in one transaction, some hundred rows each. */
const FORGOTTEN_AT_ONCE = 20

/**
 * Deletes the tallies of published matches once the evidence of their ballots is deleted: duels would be a third of the database's growth. The number of
 * ballots stays; `restoreTally` counts the rest again.
 */
export async function forgetTallies(db: Database): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      SELECT m.id FROM matches m WHERE m.id > ${after} AND m.published_at IS NOT NULL AND m.evidence_ended
        AND EXISTS (SELECT FROM match_tallies t WHERE t.match_id = m.id)
      ORDER BY m.id LIMIT ${FORGOTTEN_AT_ONCE}`.execute(db)
    const ids = rows.map(({ id }) => id)
    // A ranking under way has locked its match, and reads the tally to its end.
    await withRowsLocked(db, { table: 'matches', values: ids }, async (tx) => {
      for (const table of ['match_duels', 'match_tallies'] as const)
        await tx.deleteFrom(table).where('match_id', '=', anyOf(ids)).execute()
    })
    if (ids.length < FORGOTTEN_AT_ONCE) return
    after = ids.at(-1) ?? after
  }
}

/** Returns whether a match has ballots, and `forgetTallies` has deleted their tally. */
export async function isTallyForgotten(db: Db, matchId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM matches m WHERE m.id = ${matchId} AND m.published_at IS NOT NULL AND m.evidence_ended
      AND EXISTS (SELECT FROM match_ballots WHERE match_id = ${matchId} AND voters > 0)
      AND NOT EXISTS (SELECT FROM match_tallies WHERE match_id = ${matchId})`.execute(db)
  return rows.length > 0
}

/** Counts the ballots of a match again if its tally is deleted. The caller must have locked the match. */
export async function restoreTally(db: Db, matchId: number): Promise<void> {
  if (await isTallyForgotten(db, matchId)) await recount(db, matchId)
}

/** Recounts a match's tally from its ballots, under a lock, so that no ballot changes during the recount. */
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
  for (const table of ['match_ballots', 'match_tallies', 'match_duels', 'tally_moves'] as const) {
    await db.deleteFrom(table).where('match_id', '=', matchId).execute()
  }
  await sql`
    INSERT INTO match_ballots (match_id, bucket, voters, changes)
    SELECT ${matchId}, bucket, count(*) FILTER (WHERE complete AND set_aside IS NULL), count(*)
    FROM votes WHERE match_id = ${matchId} GROUP BY bucket`.execute(db)
  const counted = sql`(SELECT first_id AS a, second_id AS b, third_id AS c, 1 AS n FROM votes
    WHERE match_id = ${matchId} AND complete AND set_aside IS NULL) s`
  await sql`WITH ${pairsOf(counted)}, ${addPairs(matchId)} SELECT`.execute(db)
  await sql`
    UPDATE matches m SET ballots_set_aside = a.ballots
    FROM (SELECT count(*)::integer AS ballots FROM votes
      WHERE match_id = ${matchId} AND complete AND set_aside IS NOT NULL) a
    WHERE m.id = ${matchId} AND m.ballots_set_aside <> a.ballots`.execute(db)
}
