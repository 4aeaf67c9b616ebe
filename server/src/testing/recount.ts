import type { CompleteBallot } from '@tribune/domain/ballots/tally.ts'
import { sql } from 'kysely'
import type { Db } from '../infra/database/pool.ts'

/** Selects the complete ballots of a match that count, for a recount: those set aside do not. */
export async function completeBallots(db: Db, matchId: number): Promise<CompleteBallot[]> {
  const { rows } = await sql<{ ballot: [number, number, number] }>`
    SELECT json_build_array(first_id, second_id, third_id) AS ballot FROM votes
    WHERE match_id = ${matchId} AND complete AND set_aside IS NULL`.execute(db)
  return rows.map((row) => row.ballot)
}
