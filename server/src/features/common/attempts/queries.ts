import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'

/** Columns of a ballot that are copied to `earlier_votes`, where it no longer counts. */
const MOVED =
  sql.raw(`id, user_id, match_id, first_id, second_id, third_id, complete, xp, created_at, updated_at, account_strength,
  account_hours, network_hash, network_hash_wide, network_hash_widest, device_hash, changes`)

/**
 * Ends an attempt at a match that is replayed (docs/decisions/080). Moves its ballots to `earlier_votes`. Deletes all results of the ballots and of the play:
 * tally, ranking, announcements, events, and the minutes and ratings of players, including those in the feed's rows of merged players (`alias_lineups`). The caller
 * must lock the match's ballots before, and store the next attempt afterwards.
 */
export async function endAttempt(db: Db, matchId: number, attempt: number): Promise<void> {
  await sql`
    WITH moved AS (DELETE FROM votes WHERE match_id = ${matchId} RETURNING ${MOVED})
    INSERT INTO earlier_votes (attempt, ${MOVED}) SELECT ${attempt}::smallint, ${MOVED} FROM moved`.execute(db)
  for (const table of [
    'match_ballots',
    'match_tallies',
    'match_duels',
    'tally_moves',
    'match_events',
    'match_player_points',
    'did_not_play',
    'push_occasions',
  ] as const) {
    await db.deleteFrom(table).where('match_id', '=', matchId).execute()
  }
  await db
    .updateTable('match_lineups')
    .set({ minutes_played: null, rating: null })
    .where('match_id', '=', matchId)
    .execute()
  const unplayed = sql`'{"minutes_played": null, "rating": null}'::jsonb`
  await sql`
    UPDATE alias_lineups SET alias_row = alias_row || ${unplayed},
      kept_row = CASE WHEN jsonb_typeof(kept_row) = 'object' THEN kept_row || ${unplayed} ELSE kept_row END
    WHERE match_id = ${matchId}`.execute(db)
  const unranked = { ranked_changes: 0, ranked_at: null, ranked_coefficient: null, ranking_source: null } as const
  await db
    .updateTable('matches')
    .set({ ...unranked, ranking_reason: null, voters: 0, details_at: null, evidence_ended: false })
    .where('id', '=', matchId)
    .execute()
}

/** Deletes a fan's ballots of earlier attempts: no result needs them. The caller must have locked the matches whose vote has not ended. */
export async function deleteEarlierBallots(db: Db, fanId: string): Promise<void> {
  await db.deleteFrom('earlier_votes').where('user_id', '=', fanId).execute()
}
