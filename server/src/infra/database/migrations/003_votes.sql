-- Up Migration
-- Ballots, their running tally, points and the season.

-- One ballot per fan and match. Picks are columns so that the database itself refuses a repeated player or a gap in
-- types; the API shows them as `top3`. No foreign keys: this is the hot table, and the only statement that inserts
-- holds a lock on the match row. A deleted fan's closed ballots keep a random owner, so no link to a person remains.
CREATE TABLE votes (
  id uuid NOT NULL DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  match_id bigint NOT NULL,
  first_id bigint,
  second_id bigint,
  third_id bigint,
  complete boolean GENERATED ALWAYS AS (first_id IS NOT NULL AND second_id IS NOT NULL AND third_id IS NOT NULL) STORED,
  -- Experience credited by this ballot: 0, then 5 for ever once it was complete.
  xp smallint NOT NULL DEFAULT 0 CHECK (xp >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, match_id),
  CHECK (first_id IS NOT NULL OR second_id IS NOT NULL OR third_id IS NOT NULL),
  CHECK (first_id <> second_id AND first_id <> third_id AND second_id <> third_id)
) WITH (fillfactor = 90);
CREATE INDEX votes_of_match ON votes (match_id);

-- Running tally in buckets, one per server, summed on read: two servers never wait for each other's hot row.
CREATE TABLE match_ballots (
  match_id bigint NOT NULL,
  bucket smallint NOT NULL,
  voters integer NOT NULL DEFAULT 0,
  changes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (match_id, bucket)
) WITH (fillfactor = 50);

CREATE TABLE match_tallies (
  match_id bigint NOT NULL,
  bucket smallint NOT NULL,
  player_id bigint NOT NULL,
  firsts integer NOT NULL DEFAULT 0,
  seconds integer NOT NULL DEFAULT 0,
  thirds integer NOT NULL DEFAULT 0,
  PRIMARY KEY (match_id, bucket, player_id)
) WITH (fillfactor = 50);

-- Complete ballots that picked both players, with `above_id` the higher.
CREATE TABLE match_duels (
  match_id bigint NOT NULL,
  bucket smallint NOT NULL,
  above_id bigint NOT NULL,
  below_id bigint NOT NULL,
  ballots integer NOT NULL DEFAULT 0,
  PRIMARY KEY (match_id, bucket, above_id, below_id)
) WITH (fillfactor = 50);

CREATE TABLE match_player_points (
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  player_id bigint NOT NULL REFERENCES players_ref (id),
  player_name text NOT NULL,
  rank smallint NOT NULL CHECK (rank > 0),
  points integer NOT NULL CHECK (points >= 0),
  total_votes integer NOT NULL CHECK (total_votes >= 0),
  unique_voters integer NOT NULL CHECK (unique_voters >= 0),
  source text NOT NULL CHECK (source IN ('votes', 'ratings_fallback')),
  score integer NOT NULL DEFAULT 0,
  firsts integer NOT NULL DEFAULT 0,
  seconds integer NOT NULL DEFAULT 0,
  thirds integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (match_id, player_id)
);
CREATE INDEX points_of_player ON match_player_points (player_id);
CREATE INDEX points_by_rank ON match_player_points (match_id, rank);

CREATE TABLE season_player_points (
  player_id bigint PRIMARY KEY REFERENCES players_ref (id),
  player_name text NOT NULL,
  last_team text,
  photo_url text,
  -- Name as the domain's search normalises it.
  search_name text NOT NULL,
  matches_played integer NOT NULL CHECK (matches_played >= 0),
  total_points integer NOT NULL CHECK (total_points > 0),
  wins integer NOT NULL CHECK (wins >= 0),
  podiums integer NOT NULL CHECK (podiums >= wins),
  rank integer NOT NULL CHECK (rank > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX season_by_rank ON season_player_points (rank, player_name, player_id);
CREATE INDEX season_by_name ON season_player_points USING gin (search_name gin_trgm_ops);

-- Written by the nightly run, for the trend over seven days.
CREATE TABLE season_rank_history (
  day date NOT NULL,
  player_id bigint NOT NULL,
  rank integer NOT NULL,
  PRIMARY KEY (day, player_id)
);

CREATE TABLE edge_metrics (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  function_name text NOT NULL,
  ok boolean NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  processed integer,
  error_code text,
  error text,
  correlation_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX edge_metrics_newest ON edge_metrics (created_at DESC);

CREATE VIEW match_votes_expanded AS
SELECT v.match_id, p.player_id, coalesce(l.player_name, r.name) AS player_name,
       coalesce(l.player_team, r.last_team, 'Équipe inconnue') AS player_team, p.vote_position, v.user_id
FROM votes v
CROSS JOIN LATERAL (VALUES (1, v.first_id), (2, v.second_id), (3, v.third_id)) AS p (vote_position, player_id)
LEFT JOIN match_lineups l ON l.match_id = v.match_id AND l.player_id = p.player_id
LEFT JOIN players_ref r ON r.id = p.player_id
WHERE p.player_id IS NOT NULL;

-- Experience is the sum of what each ballot credited: it cannot be counted twice nor drift.
CREATE VIEW user_profiles AS
SELECT u.id AS user_id,
       coalesce((SELECT sum(v.xp) FROM votes v WHERE v.user_id = u.id), 0)::integer AS xp
FROM auth."user" u;
