import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildMatch } from '../../../testing/builders.ts'
import { databaseForFile } from '../../../testing/for-file.ts'

const MIGRATION = new URL('../../../infra/database/migrations/030_seasons.sql', import.meta.url)
const database = databaseForFile()

/** Puts the tables back to what they were with one season. */
beforeEach(async () => {
  await sql`TRUNCATE matches, players_ref CASCADE`.execute(database.db)
  await sql`
    TRUNCATE season_rank_history;
    ALTER TABLE season_player_points DROP COLUMN season_id, ADD PRIMARY KEY (player_id);
    ALTER TABLE season_rank_history DROP COLUMN season_id, ADD PRIMARY KEY (day, player_id);
    DROP INDEX IF EXISTS seasons_of_player, season_rank_history_by_day;
    CREATE INDEX season_by_rank ON season_player_points (rank, player_name, player_id);
    DROP TABLE seasons`.execute(database.db)
})

/** A published match with one ranked player, who has a row in the one season. */
async function published(kickoffAt: string): Promise<void> {
  const { id, playerIds } = await buildMatch(database.db, {
    status: 'finished',
    kickoffAt: new Date(kickoffAt),
    players: 1,
  })
  const [player] = playerIds
  await sql`
    UPDATE matches SET published_at = now(), ranking_source = 'votes' WHERE id = ${id}`.execute(database.db)
  await sql`
    INSERT INTO match_player_points (match_id, player_id, player_name, rank, points, total_votes, unique_voters, source)
    VALUES (${id}, ${player}, 'Joueur', 1, 300, 12, 12, 'votes')`.execute(database.db)
  await sql`
    INSERT INTO season_player_points (player_id, player_name, search_name, matches_played, total_points, wins, podiums, rank)
    VALUES (${player}, 'Joueur', 'joueur', 1, 300, 1, 1, 1)`.execute(database.db)
  await sql`INSERT INTO season_rank_history (day, player_id, rank) VALUES ('2026-06-30', ${player}, 1)`.execute(
    database.db,
  )
}

/** Runs the migration; returns label, openness, whether it is computed, and the number of rows of each season. */
async function upgrade() {
  await sql.raw(readFileSync(MIGRATION, 'utf8')).execute(database.db)
  const { rows } = await sql<{ of: unknown[] }>`
    SELECT json_build_array(s.label, s.closed_at IS NULL, s.computed_at IS NOT NULL,
      (SELECT count(*) FROM season_player_points p WHERE p.season_id = s.id),
      (SELECT count(*) FROM season_rank_history h WHERE h.season_id = s.id)) AS of
    FROM seasons s ORDER BY s.start_at`.execute(database.db)
  return rows.map((row) => row.of)
}

test('an empty database has no season until its first start', async () => {
  expect(await upgrade()).toEqual([])
})

test('points of one season stay unchanged', async () => {
  await published('2025-07-01T00:00:00Z')
  await published('2026-06-30T23:59:59Z')
  expect(await upgrade()).toEqual([['2025-2026', true, true, 2, 2]])
})

test('points of several seasons make a row each, to be computed; until then the newest has the sum', async () => {
  await published('2024-05-01T18:00:00Z')
  await published('2026-08-01T18:00:00Z')
  expect(await upgrade()).toEqual([
    ['2023-2024', false, false, 0, 0],
    ['2024-2025', false, false, 0, 0],
    ['2025-2026', false, false, 0, 0],
    ['2026-2027', true, false, 2, 2],
  ])
})
