import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@tribune/server/infra/database/embedded.ts'
import { migrate } from '@tribune/server/infra/database/migrate.ts'
import pg from 'pg'

/** Starts a durable PostgreSQL for the bench. `stop` deletes its data. */
export async function startBenchDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'tribune-bench-'))
  const database = await startEmbeddedDatabase(dir)
  await migrate(database.url)
  return {
    url: database.url,
    async stop() {
      await database.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export const PLAYERS = 30
export const FIRST_PLAYER = 1_000
export const MATCHES = 8

/** Inserts open matches with lineups, a calendar around them, and fans with a session each. */
export async function fillBenchDatabase(url: string, fans: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    INSERT INTO available_competitions (id, name, coefficient) VALUES (61, 'Ligue 1', 3), (39, 'Premier League', 3.5);
    INSERT INTO teams (id, name) SELECT n, 'Club de la Rive ' || n FROM generate_series(1, 40) n;
    INSERT INTO players_ref (id, name, last_team)
      SELECT ${FIRST_PLAYER} + n, 'Prénom Nom-Composé ' || n, 'Club de la Rive' FROM generate_series(0, ${PLAYERS - 1}) n;
    INSERT INTO matches (id, competition_id, competition_cc, coefficient, season, match_date, status, raw_status, minute,
        home_team_id, away_team_id, home_score, away_score, started_at, votes_open, observed_at)
      SELECT n, 61, 3, 3, 2026, now() - interval '80 minutes', 'live', '2H', 75, 2 * n - 1, 2 * n, 1, 2, now(), true, now()
      FROM generate_series(1, ${MATCHES}) n;
    INSERT INTO matches (id, competition_id, competition_cc, coefficient, season, match_date, status, raw_status,
        home_team_id, away_team_id, observed_at)
      SELECT 100 + n, 39, 3.5, 3.5, 2026, now() + n * interval '20 minutes', 'upcoming', 'NS', 17 + n % 20, 18 + n % 20, now()
      FROM generate_series(1, 200) n;
    INSERT INTO match_lineups (match_id, player_id, player_name, team_id, player_team, side, player_position, is_starter, minutes_played)
      SELECT m, ${FIRST_PLAYER} + p, 'P. Nom-Composé ' || p, 2 * m - p % 2, 'Club de la Rive', CASE p % 2 WHEN 0 THEN 'away' ELSE 'home' END,
        'M', p < 22, 75 FROM generate_series(1, ${MATCHES}) m, generate_series(0, ${PLAYERS - 1}) p;`)
  await client.query(
    `WITH fans AS (
       INSERT INTO auth."user" (name, email, mailbox, email_verified)
       SELECT 'Fan ' || n, 'fan' || n || '@example.invalid', 'fan' || n || '@example.invalid', true FROM generate_series(1, $1::integer) n RETURNING id
     ) INSERT INTO auth.session (user_id, token, expires_at)
     SELECT id, 'bench-' || id, now() + interval '1 day' FROM fans`,
    [fans],
  )
  await client.query('ANALYZE')
  await client.end()
}

/** Returns the ids of the fans. The session token of each is `bench-<id>`. */
export async function benchFans(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ id: string }>('SELECT id FROM auth."user" ORDER BY id')
  await client.end()
  return rows.map((row) => row.id)
}
