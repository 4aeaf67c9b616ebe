import { rankMatch } from '@tribune/domain/results/ranking.ts'
import { readTally, rebuildTally } from '@tribune/server/features/ballots/tally/queries.ts'
import { BUCKETS } from '@tribune/server/infra/database/ballot-bucket.ts'
import { createDatabase, createPool } from '@tribune/server/infra/database/pool.ts'
import { FIRST_PLAYER, PLAYERS } from './world.ts'

const REPEATS = 30

/** Measures ranking one match from its tally once it has `ballots` ballots. Returns the median of several runs, in ms. */
export async function rankingTime(url: string, matchId: number, ballots: number): Promise<number> {
  const pool = createPool(url, () => {})
  const db = createDatabase(pool)
  try {
    await pool.query({
      text: `INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id)
        SELECT n % ${BUCKETS}, uuidv7(), $1::bigint, $3::integer + n % $4, $3 + (n * 7 + 1) % $4, $3 + (n * 13 + 2) % $4
        FROM generate_series(1, $2::integer) n
        WHERE n % $4 <> (n * 7 + 1) % $4 AND n % $4 <> (n * 13 + 2) % $4 AND (n * 7 + 1) % $4 <> (n * 13 + 2) % $4`,
      values: [matchId, ballots, FIRST_PLAYER, PLAYERS],
      query_timeout: 120_000,
    } as { text: string; values: unknown[] })
    await rebuildTally(db, matchId)
    const players = Array.from({ length: PLAYERS }, (_, index) => ({
      player_id: FIRST_PLAYER + index,
      player_name: `Joueur ${index}`,
      rating: 7,
      minutes_played: 90,
    }))
    const times: number[] = []
    for (let i = 0; i < REPEATS; i += 1) {
      const start = performance.now()
      rankMatch({ tally: await readTally(db, matchId), players, coefficient: 3 })
      times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)[REPEATS / 2] ?? 0
  } finally {
    await db.destroy()
  }
}
