import type pg from 'pg'

/** Leagues and fans of the calendar that sizes are extrapolated to. */
export const FULL_LEAGUES = 40
const FULL_FANS = 200_000
/** Ballots of a fan in a year: one of the three or four matches of each week end, at the crowds of `MEAN_BALLOTS`. */
const BALLOTS_PER_FAN = 60
const CLUBS = 20
const SQUAD = 25
const MATCHES_PER_LEAGUE = CLUBS * (CLUBS - 1)
/** Players of a club in a match; the first eleven start, five more play. */
const LISTED = 20
export const FANS_PER_LEAGUE = FULL_FANS / FULL_LEAGUES
const MEAN_BALLOTS = (FANS_PER_LEAGUE * BALLOTS_PER_FAN) / MATCHES_PER_LEAGUE
/** Days whose ballots still have their evidence. */
const EVIDENCE_DAYS = 31
/** Matches whose ballots are written by one statement. */
const AT_ONCE = 50
/** Runs of a day with any number of leagues: one a minute, and more often around openings and whistles. */
const RUNS_A_DAY = 3_000
export const playerOf = (club: number, n: number) => club * 100 + n

export const matchesOf = (leagues: number) => leagues * MATCHES_PER_LEAGUE

/** Fills a year of matches, ballots and what fans have. Results and records are left to the product's own code. */
export async function fillYear(pool: pg.Pool, leagues: number, say: (line: string) => void): Promise<void> {
  const [matches, fans] = [matchesOf(leagues), leagues * FANS_PER_LEAGUE]
  await pool.query(`SELECT setseed(0.5)`)
  await pool.query(`
    INSERT INTO available_competitions (id, name, country, coefficient)
      SELECT n, 'Championnat ' || n, 'Pays ' || n, 2 FROM generate_series(1, ${leagues}) n;
    INSERT INTO teams (id, name, is_national) SELECT n, 'Club de la Rive ' || n, false FROM generate_series(0, ${leagues * CLUBS - 1}) n;
    INSERT INTO players_ref (id, name, photo_url, last_team)
      SELECT c * 100 + n, 'Prénom Nom-Composé ' || c * 100 + n, 'https://media.tribune.invalid/players/' || c * 100 + n || '.png', 'Club de la Rive ' || c
      FROM generate_series(0, ${leagues * CLUBS - 1}) c, generate_series(1, ${SQUAD}) n;`)
  await fillFans(pool, fans)
  say(`${fans} fans`)
  await fillMatches(pool, matches)
  say(`${matches} matches with their lineups and events`)
  for (let first = 1; first <= matches; first += AT_ONCE)
    await fillBallots(pool, { first, last: Math.min(first + AT_ONCE - 1, matches), fans })
  say('ballots and tallies')
  await fillMessages(pool)
  await fillOperator(pool)
  await pool.query('VACUUM ANALYZE')
}

async function fillFans(pool: pg.Pool, fans: number): Promise<void> {
  await pool.query(`
    INSERT INTO auth."user" (name, email, mailbox, email_verified, created_at)
      SELECT 'Supporter ' || n, 'fan' || n || '@example.invalid', 'fan' || n || '@example.invalid', true, now() - random() * interval '365 days'
      FROM generate_series(1, ${fans}) n;
    CREATE TABLE bench_fans AS SELECT (row_number() OVER (ORDER BY id) - 1)::integer AS n, id FROM auth."user";
    ALTER TABLE bench_fans ADD PRIMARY KEY (n);
    INSERT INTO auth.session (user_id, token, expires_at, user_agent)
      SELECT id, 'bench-' || id, now() + random() * interval '60 days' + interval '2 days', repeat('x', 120) FROM bench_fans;
    INSERT INTO auth.account (user_id, provider_id, account_id, password)
      SELECT id, 'credential', id::text, repeat('x', 161) FROM bench_fans WHERE n % 5 > 0;
    INSERT INTO auth.known_device (device_hash, user_id, seen_at)
      SELECT md5(id::text || d), id, now() - random() * interval '30 days' FROM bench_fans, generate_series(1, 2) d WHERE n % 2 < d;
    INSERT INTO follows (user_id, kind, target_id)
      SELECT id, 'club', (n * 7 + k) % (SELECT count(*) FROM teams) FROM bench_fans, generate_series(1, 3) k;
    INSERT INTO digest_choices (user_id, wanted, changed_at) SELECT id, true, now() FROM bench_fans WHERE n % 10 < 3;
    INSERT INTO push_settings (user_id, opening, reminder, result, spoilers, quiet_from, quiet_until, time_zone, max_a_day)
      SELECT id, true, true, true, false, 1380, 480, 'Europe/Paris', 6 FROM bench_fans WHERE n % 10 < 2;
    INSERT INTO push_subscriptions (user_id, session_id, kind, endpoint, endpoint_hash, created_at, last_success_at)
      SELECT user_id, id, 'fcm', repeat('e', 150) || id, sha256(id::text::bytea), now(), now() FROM auth.session WHERE right(token, 1) < '8';`)
}

async function fillMatches(pool: pg.Pool, matches: number): Promise<void> {
  await pool.query(`
    INSERT INTO matches (id, competition_id, competition_cc, coefficient, ranked_coefficient, season, match_date, status, raw_status, home_team_id, away_team_id,
        home_score, away_score, started_at, finished_at, votes_open, votes_close_at, observed_at, details_at, published_at, evidence_ended)
      SELECT n, league + 1, 2, 2, 2, 2026, at, 'finished', 'FT', league * ${CLUBS} + pair / ${CLUBS - 1},
        league * ${CLUBS} + (pair / ${CLUBS - 1} + 1 + pair % ${CLUBS - 1}) % ${CLUBS}, n % 4, n % 3, at, at + interval '115 minutes', true,
        at + interval '175 minutes', at + interval '115 minutes', at + interval '175 minutes', at + interval '175 minutes',
        at < now() - interval '${EVIDENCE_DAYS} days'
      FROM (SELECT n, (n - 1) / ${MATCHES_PER_LEAGUE} AS league, ((n - 1) * 7) % ${MATCHES_PER_LEAGUE} AS pair,
        now() - interval '5 hours' - ((n - 1) % ${MATCHES_PER_LEAGUE}) * interval '363 days' / ${MATCHES_PER_LEAGUE} AS at
        FROM generate_series(1, ${matches}) n) m;
    INSERT INTO match_lineups (match_id, player_id, player_name, team_id, player_team, side, player_position, shirt, grid, is_starter, minutes_played, rating)
      SELECT m.id, t.club * 100 + p, 'P. Nom-Composé ' || p, t.club, 'Club de la Rive ' || t.club, t.side, (ARRAY['G', 'D', 'M', 'F'])[1 + p % 4], p,
        CASE WHEN p <= 11 THEN '1:' || p END, p <= 11, CASE WHEN p <= 11 THEN 80 WHEN p <= 16 THEN 15 ELSE 0 END,
        CASE WHEN p <= 16 THEN 5 + (m.id * 7 + p * 3) % 50 / 10.0 END
      FROM matches m CROSS JOIN LATERAL (VALUES (m.home_team_id, 'home'), (m.away_team_id, 'away')) t (club, side)
      CROSS JOIN generate_series(1, ${LISTED}) p;
    INSERT INTO match_events (match_id, events) SELECT m.id, (SELECT jsonb_agg(jsonb_build_object('minute', e * 5, 'type', 'goal', 'side', 'home',
        'player_id', m.home_team_id * 100 + e, 'player_name', 'P. Nom-Composé ' || e, 'other_id', null)) FROM generate_series(1, 14) e) FROM matches m;`)
}

/** Each match has its own crowd: few have many times the mean. Players who start get most picks. */
async function fillBallots(pool: pg.Pool, { first, last, fans }: { first: number; last: number; fans: number }) {
  const ofThese = `match_id BETWEEN ${first} AND ${last}`
  await pool.query(`
    INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id, xp, created_at, updated_at,
        account_strength, account_hours, network_hash, network_hash_wide, device_hash, changes)
      SELECT ballot_bucket(f.id), f.id, m.id, home * 100 + 1 + a, away * 100 + 1 + b, home * 100 + 1 + (a + 1 + c) % 16, 5,
        at, at, CASE WHEN fresh THEN 1 END, CASE WHEN fresh THEN 900 END, CASE WHEN fresh THEN hashint8(f.n) END,
        CASE WHEN fresh THEN hashint8(f.n / 4) END, CASE WHEN fresh THEN hashint8(f.n + 1) END, CASE WHEN fresh THEN 1 END
      FROM (SELECT id, home_team_id AS home, away_team_id AS away, NOT evidence_ended AS fresh, finished_at,
        least(${fans}, ceil(-ln(1 - random()) * ${MEAN_BALLOTS}))::integer AS crowd FROM matches WHERE id BETWEEN ${first} AND ${last}) m
      CROSS JOIN LATERAL (SELECT floor(16 * random() ^ 2)::integer AS a, floor(16 * random() ^ 2)::integer AS b, floor(15 * random() ^ 2)::integer AS c,
        (m.id * 7919 + n) % ${fans} AS fan, m.finished_at + (random() - 0.5) * interval '1 hour' AS at FROM generate_series(1, m.crowd) n) p
      JOIN bench_fans f ON f.n = p.fan;
    INSERT INTO match_ballots (match_id, bucket, voters, changes)
      SELECT match_id, bucket, count(*), count(*) FROM votes WHERE ${ofThese} GROUP BY match_id, bucket;
    INSERT INTO match_tallies (match_id, bucket, player_id, firsts, seconds, thirds)
      SELECT v.match_id, 0, p.id, count(*) FILTER (WHERE place = 1), count(*) FILTER (WHERE place = 2), count(*) FILTER (WHERE place = 3)
      FROM votes v CROSS JOIN LATERAL (VALUES (1, first_id), (2, second_id), (3, third_id)) p (place, id) WHERE ${ofThese} GROUP BY v.match_id, p.id;
    INSERT INTO match_duels (match_id, bucket, above_id, below_id, ballots)
      SELECT v.match_id, 0, d.above, d.below, count(*)
      FROM votes v CROSS JOIN LATERAL (VALUES (first_id, second_id), (first_id, third_id), (second_id, third_id)) d (above, below)
      WHERE ${ofThese} GROUP BY v.match_id, d.above, d.below;`)
}

/** Messages of the days for which they are stored, and of a day more, which the nightly run deletes. */
async function fillMessages(pool: pg.Pool): Promise<void> {
  await pool.query(`
    INSERT INTO push_occasions (match_id, kind, created_at, expires_at, planned_at)
      SELECT id, kind, finished_at, finished_at + interval '12 hours', finished_at FROM matches, unnest(ARRAY['opening', 'reminder', 'result']) kind
      WHERE match_date > now() - interval '8 days';
    INSERT INTO push_messages (occasion_id, subscription_id, user_id, created_at, due_at, attempts, outcome)
      SELECT o.id, s.id, s.user_id, o.created_at, o.created_at, 1, 'sent' FROM push_occasions o JOIN matches m ON m.id = o.match_id
      JOIN follows f ON f.kind = 'club' AND f.target_id IN (m.home_team_id, m.away_team_id) JOIN push_subscriptions s ON s.user_id = f.user_id
      ON CONFLICT DO NOTHING;
    INSERT INTO digest_weeks (week, created_at, planned_at) SELECT current_date - 7 * n, now(), now() FROM generate_series(0, 5) n;
    INSERT INTO digest_mails (week, user_id, due_at, attempts, outcome)
      SELECT week, user_id, week, 1, 'sent' FROM digest_weeks, digest_choices;`)
}

async function fillOperator(pool: pg.Pool): Promise<void> {
  await pool.query(`
    INSERT INTO edge_metrics (function_name, ok, duration_ms, processed, correlation_id, created_at)
      SELECT 'scheduler-realtime', n % 500 > 0, 800, 3, gen_random_uuid(), now() - n * interval '31 days' / ${31 * RUNS_A_DAY}
      FROM generate_series(1, ${31 * RUNS_A_DAY}) n;
    INSERT INTO operator_journal (operator_id, action, subject, before, after, correlation_id, created_at)
      SELECT gen_random_uuid(), 'correct-match', 'match:' || n, '{"status": "live", "minute": 88}', '{"status": "finished"}', gen_random_uuid(), now()
      FROM generate_series(1, 3650) n;
    INSERT INTO feed_anomalies (match_id, kind, raw_status, first_seen_at)
      SELECT id, 'score_fell', '2H', match_date FROM matches WHERE match_date > now() - interval '31 days' AND id % 10 = 0;
    INSERT INTO browser_errors (day, fingerprint, kind, message, place, build, screens, engines, count, first_at, last_at)
      SELECT current_date - d, md5(d || '.' || n), 'error', repeat('m', 120), repeat('p', 80), 'b1', '{/}', '{chromium}', 3, now(), now()
      FROM generate_series(0, 8) d, generate_series(1, 200) n;`)
}
