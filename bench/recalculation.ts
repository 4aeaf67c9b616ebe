import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { rankMatch } from '@tribune/domain/results/ranking.ts'
import { rankSeason } from '@tribune/domain/season/season.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { ratedPlayers } from '@tribune/server/features/results/rankings/queries.ts'
import { createTokenSigner, sessionCookieName } from '@tribune/server/http/signed-token.ts'
import { BUCKETS } from '@tribune/server/infra/database/ballot-bucket.ts'
import { createDatabase, createPool } from '@tribune/server/infra/database/pool.ts'
import { NOWHERE, SETTINGS_OF_NOWHERE } from '@tribune/server/testing/nowhere.ts'
import { completeBallots } from '@tribune/server/testing/recount.ts'
import { SECRET } from './start-server.ts'
import { startBenchDatabase } from './world.ts'

/**
 * Recalculates all finished matches by the operator's call, at the product's pace, while the server is killed twice. Prints whether each match
 * was ranked once, with the points of its ballots, and whether the season is the sum of these. `npm run bench:recalculation [matches]`
 */
const MATCHES = Number(process.argv[2] ?? 2_000)
const KILL_AT = [0.25, 0.6].map((share) => Math.round(MATCHES * share))
const BALLOTS = 40
const TEAMS = 200
const SQUAD = 11
/** Matches that one statement stores. */
const FILL = 250
const [COEFFICIENT_BEFORE, COEFFICIENT] = [3, 2]
const OPERATOR = 'operator@example.invalid'
const SESSION = 'bench-operator'
const LIMIT_MS = 60 * 60_000
const POLL_EVERY_MS = 200
const REPORT_EVERY_MS = 30_000
const started = performance.now()
const seconds = () => Math.round((performance.now() - started) / 1_000)
const say = (line: string) => process.stdout.write(`${String(seconds()).padStart(4)} s  ${line}\n`)
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const database = await startBenchDatabase()
const pool = createPool(database.url, () => {}, { name: 'bench', size: 2 })
const db = createDatabase(pool)
let child: ChildProcess | null = null
try {
  await fill()
  say(`${MATCHES} published matches with ${BALLOTS} ballots each`)
  const first = await startProcess()
  child = first.child
  say(`recalculation of ${await startRecalculation(first.url)} matches started`)
  for (const limit of KILL_AT) {
    await waitUntil(({ settled }) => settled >= limit)
    await kill(child)
    const { settled } = await progress()
    say(`server killed at ${settled} of ${MATCHES}`)
    const killedAt = seconds()
    child = (await startProcess()).child
    await waitUntil((now) => now.settled > settled)
    say(`  another went on after ${seconds() - killedAt} s`)
  }
  await waitUntil(({ state }) => state === 'done')
  say('done')
  await kill(child)
  await judge()
} finally {
  if (child !== null) await kill(child)
  await db.destroy()
  await database.stop()
}

/** Starts the product in a process of its own. */
async function startProcess(): Promise<{ child: ChildProcess; url: string }> {
  const settings = {
    DATABASE_URL: database.url,
    SECRET,
    ADMIN_EMAIL: OPERATOR,
    ...SETTINGS_OF_NOWHERE,
    SMTP_URL: `smtp://${NOWHERE}`,
    SEASON_START: day(-30),
    SEASON_END: day(300),
    LOG_LEVEL: 'fatal',
    PATH: process.env.PATH ?? '',
  }
  const server = fork(fileURLToPath(new URL('./processes/product.ts', import.meta.url)), [], { env: settings })
  const url = await new Promise<string>((done, fail) => {
    server.once('message', (message) => done((message as { url: string }).url))
    server.once('exit', (code) => fail(new Error(`The server ended with code ${code}`)))
  })
  return { child: server, url }
}

async function kill(one: ChildProcess): Promise<void> {
  if (one.exitCode !== null || one.signalCode !== null) return
  const ended = new Promise((done) => one.once('exit', done))
  one.kill('SIGKILL')
  await ended
}

/** Starts the recalculation as the operator does, and returns the number of its matches. */
async function startRecalculation(url: string): Promise<number> {
  const cookie = `${sessionCookieName(false)}=${encodeURIComponent(createTokenSigner(SECRET).sign(SESSION))}`
  const answer = await fetch(`${url}/api/functions/recalculate-matches`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'all' }),
  })
  if (!answer.ok) throw new Error(`The recalculation was answered by ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { run: { total: number } }).run.total
}

interface Progress {
  readonly settled: number
  readonly state: string
}

async function progress(): Promise<Progress> {
  const { rows } = await pool.query<Progress>(`
    SELECT r.state, (SELECT count(*)::integer FROM recalculation_matches m WHERE m.state <> 'waiting') AS settled
    FROM recalculations r`)
  return rows[0] ?? { settled: 0, state: 'none' }
}

async function waitUntil(isReached: (progress: Progress) => boolean): Promise<void> {
  const end = performance.now() + LIMIT_MS
  let report = performance.now() + REPORT_EVERY_MS
  while (performance.now() < end) {
    const now = await progress()
    if (isReached(now)) return
    if (performance.now() > report) {
      say(`  ${now.settled} of ${MATCHES}`)
      report += REPORT_EVERY_MS
    }
    await sleep(POLL_EVERY_MS)
  }
  throw new Error(`The recalculation did not get this far within ${LIMIT_MS / 60_000} min`)
}

/**
 * Stores published matches of the last days, with 22 players each, ballots and their tally. The stored points are wrong, so that the recalculation has to
 * replace all of them. Stores a session of the operator, and a finished nightly run, so that none ranks a match during the benchmark.
 */
async function fill(): Promise<void> {
  await pool.query(`
    INSERT INTO available_competitions (id, name, coefficient) VALUES (61, 'Championnat', ${COEFFICIENT});
    INSERT INTO teams (id, name) SELECT n, 'Club ' || n FROM generate_series(1, ${TEAMS}) n;
    INSERT INTO players_ref (id, name, last_team)
      SELECT n, 'Joueur ' || n, 'Club ' || n / ${SQUAD} FROM generate_series(${SQUAD}, ${(TEAMS + 1) * SQUAD - 1}) n;
    INSERT INTO edge_metrics (function_name, ok, duration_ms, correlation_id)
      VALUES ('scheduler-nightly', true, 0, gen_random_uuid());
    WITH operator AS (
      INSERT INTO auth."user" (name, email, email_verified) VALUES ('Operator', '${OPERATOR}', true) RETURNING id
    ) INSERT INTO auth.session (user_id, token, expires_at, amr)
      SELECT id, '${SESSION}', now() + interval '1 day', 'password' FROM operator;`)
  for (let from = 1; from <= MATCHES; from += FILL) {
    await pool.query(fillStatements(from, Math.min(from + FILL - 1, MATCHES)))
  }
  await pool.query(`
    CREATE TABLE rankings_seen (match_id bigint);
    CREATE FUNCTION see_ranking() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO rankings_seen VALUES (NEW.id); RETURN NEW; END $$;
    CREATE TRIGGER rankings_are_seen AFTER UPDATE OF ranked_at ON matches FOR EACH ROW EXECUTE FUNCTION see_ranking();
    ANALYZE;`)
}

function fillStatements(first: number, last: number): string {
  return `
    INSERT INTO matches (id, competition_id, competition_cc, coefficient, ranked_coefficient, season, match_date, status, raw_status,
        home_team_id, away_team_id, home_score, away_score, started_at, finished_at, votes_open, votes_close_at, observed_at, published_at)
      SELECT n, 61, ${COEFFICIENT}, ${COEFFICIENT}, ${COEFFICIENT_BEFORE}, 2026, at, 'finished', 'FT', n % ${TEAMS} + 1,
        (n + 1 + n / ${TEAMS}) % ${TEAMS} + 1, 1, 0, at, at + interval '2 hours', true, at + interval '3 hours', now(),
        at + interval '3 hours'
      FROM (SELECT n, now() - interval '5 hours' - n * interval '1 minute' AS at FROM generate_series(${first}, ${last}) n) m;
    INSERT INTO match_lineups (match_id, player_id, player_name, team_id, player_team, side, player_position, is_starter,
        minutes_played, rating)
      SELECT m.id, t.team * ${SQUAD} + p, 'Joueur ' || t.team * ${SQUAD} + p, t.team, 'Club ' || t.team, t.side, 'M', true, 90,
        5 + (m.id * 7 + p * 3) % 50 / 10.0
      FROM matches m CROSS JOIN LATERAL (VALUES (m.home_team_id, 'home'), (m.away_team_id, 'away')) t (team, side)
      CROSS JOIN generate_series(0, ${SQUAD - 1}) p WHERE m.id BETWEEN ${first} AND ${last};
    INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id)
      SELECT b % ${BUCKETS}, gen_random_uuid(), m.id, m.home_team_id * ${SQUAD} + (m.id + b * b) % ${SQUAD},
        m.away_team_id * ${SQUAD} + (m.id * 3 + b) % ${SQUAD}, m.home_team_id * ${SQUAD} + (m.id + b * b + 1 + b % 4) % ${SQUAD}
      FROM matches m CROSS JOIN generate_series(1, ${BALLOTS}) b WHERE m.id BETWEEN ${first} AND ${last};
    INSERT INTO match_ballots (match_id, bucket, voters, changes)
      SELECT match_id, bucket, count(*), count(*) FROM votes WHERE match_id BETWEEN ${first} AND ${last} GROUP BY match_id, bucket;
    INSERT INTO match_tallies (match_id, bucket, player_id, firsts, seconds, thirds)
      SELECT v.match_id, 0, p.id, count(*) FILTER (WHERE place = 1), count(*) FILTER (WHERE place = 2), count(*) FILTER (WHERE place = 3)
      FROM votes v CROSS JOIN LATERAL (VALUES (1, first_id), (2, second_id), (3, third_id)) p (place, id)
      WHERE v.match_id BETWEEN ${first} AND ${last} GROUP BY v.match_id, p.id;
    INSERT INTO match_duels (match_id, bucket, above_id, below_id, ballots)
      SELECT v.match_id, 0, d.above, d.below, count(*)
      FROM votes v CROSS JOIN LATERAL (VALUES (first_id, second_id), (first_id, third_id), (second_id, third_id)) d (above, below)
      WHERE v.match_id BETWEEN ${first} AND ${last} GROUP BY v.match_id, d.above, d.below;
    INSERT INTO match_player_points (match_id, player_id, player_name, rank, points, total_votes, unique_voters, source)
      SELECT match_id, player_id, player_name, 1, 7, 1, 1, 'votes' FROM match_lineups WHERE match_id BETWEEN ${first} AND ${last};`
}

interface PointsRow {
  readonly player_id: number
  readonly rank: number
  readonly points: number
}

/** Compares the stored results with those that `domain/` computes from ballots and lineups. Any difference sets the exit code 1. */
async function judge(): Promise<void> {
  const { rows } = await pool.query<Record<'rankings' | 'matches' | 'ticked' | 'failed' | 'marked', number>>(`
    SELECT (SELECT count(*)::integer FROM rankings_seen) AS rankings,
      (SELECT count(DISTINCT match_id)::integer FROM rankings_seen) AS matches,
      (SELECT count(*)::integer FROM recalculation_matches WHERE state = 'done') AS ticked,
      (SELECT count(*)::integer FROM recalculation_matches WHERE state = 'failed') AS failed,
      (SELECT count(*)::integer FROM matches WHERE ranked_coefficient <> coefficient) AS marked`)
  const seen = rows[0]
  say(
    `rankings ${seen?.rankings} of ${seen?.matches} matches, ticked off ${seen?.ticked}, failed ${seen?.failed}, marked ${seen?.marked}`,
  )
  const totals = new Map<number, Record<'points' | 'wins' | 'podiums' | 'played', number>>()
  let different = 0
  for (let match = 1; match <= MATCHES; match += 1) {
    const players = await ratedPlayers(db, match)
    const tally = tallyOf(await completeBallots(db, match))
    const { ranked } = rankMatch({ tally, players, coefficient: COEFFICIENT })
    const stored = await pool.query<PointsRow>(
      'SELECT player_id, rank, points FROM match_player_points WHERE match_id = $1',
      [match],
    )
    if (textOf(ranked) !== textOf(stored.rows)) different += 1
    for (const { player_id } of players) totalOf(player_id).played += 1
    for (const { player_id, rank, points } of ranked) {
      const total = totalOf(player_id)
      total.points += points
      total.wins += rank === 1 ? 1 : 0
      total.podiums += rank <= 3 ? 1 : 0
    }
  }
  say(`results that differ from a recount of their ballots: ${different} of ${MATCHES}`)
  const wanted = rankSeason(
    [...totals]
      .filter(([, { points }]) => points > 0)
      .map(([player_id, { points, wins, podiums, played }]) => {
        return { player_id, total_points: points, wins, podiums, matches_played: played }
      }),
  ).map(({ player_id, rank, total_points }) => ({ player_id, rank, points: total_points }))
  const season = await pool.query<PointsRow>('SELECT player_id, rank, total_points AS points FROM season_player_points')
  const isSame = textOf(wanted) === textOf(season.rows)
  const sum = season.rows.reduce((points, row) => points + row.points, 0)
  say(`season of ${season.rows.length} players, ${sum} points, is the sum of the recounts: ${isSame ? 'yes' : 'NO'}`)
  const isOnce = [seen?.rankings, seen?.matches, seen?.ticked].every((count) => count === MATCHES)
  if (!isOnce || different > 0 || !isSame) process.exitCode = 1

  function totalOf(playerId: number) {
    const total = totals.get(playerId) ?? { points: 0, wins: 0, podiums: 0, played: 0 }
    totals.set(playerId, total)
    return total
  }
}

/** Returns a text that is equal for equal players, ranks and points, in any order. */
function textOf(rows: readonly PointsRow[]): string {
  return rows
    .map(({ player_id, rank, points }) => `${player_id} ${rank} ${points}`)
    .sort()
    .join('\n')
}
