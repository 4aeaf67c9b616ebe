-- Up Migration
-- Competitions, teams, players, matches and their lineups, as read from the feed.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE available_competitions (
  id integer PRIMARY KEY CHECK (id > 0),
  name text NOT NULL,
  country text NOT NULL DEFAULT '',
  type text NOT NULL DEFAULT 'league' CHECK (type IN ('league', 'cup')),
  coefficient numeric(5, 2) NOT NULL DEFAULT 1 CHECK (coefficient > 0),
  logo text,
  enabled boolean NOT NULL DEFAULT true
);

-- 'derby_multiplier' is listed with the phases, as in the operator's table.
CREATE TABLE match_coefficients (
  phase text PRIMARY KEY CHECK (phase IN ('domestic', 'group', 'r16', 'qf', 'sf', 'final', 'derby_multiplier')),
  coefficient numeric(5, 2) NOT NULL DEFAULT 1 CHECK (coefficient > 0)
);
INSERT INTO match_coefficients (phase)
VALUES ('domestic'), ('group'), ('r16'), ('qf'), ('sf'), ('final'), ('derby_multiplier');

CREATE TABLE teams (
  id integer PRIMARY KEY,
  name text NOT NULL,
  logo text,
  -- NULL: not asked yet.
  is_national boolean
);

CREATE TABLE matches (
  id bigint PRIMARY KEY CHECK (id > 0),
  competition_id integer NOT NULL REFERENCES available_competitions (id),
  competition_cc numeric(5, 2) NOT NULL CHECK (competition_cc > 0),
  phase text NOT NULL DEFAULT 'domestic' REFERENCES match_coefficients (phase) CHECK (phase <> 'derby_multiplier'),
  is_derby boolean NOT NULL DEFAULT false,
  -- competition x phase x derby, computed by the domain: the one number of badge, points and diagnostics.
  coefficient numeric(7, 2) NOT NULL CHECK (coefficient > 0),
  round text NOT NULL DEFAULT '',
  season integer NOT NULL,
  match_date timestamptz NOT NULL,
  kickoff_hour_known boolean NOT NULL DEFAULT true,
  status text NOT NULL CHECK (status IN ('upcoming', 'live', 'finished', 'postponed', 'cancelled', 'suspended')),
  raw_status text NOT NULL,
  status_reason text,
  postponed_until timestamptz,
  minute smallint CHECK (minute BETWEEN 0 AND 150),
  extra smallint CHECK (extra >= 0),
  home_team_id integer NOT NULL REFERENCES teams (id),
  away_team_id integer NOT NULL REFERENCES teams (id),
  home_score smallint CHECK (home_score >= 0),
  away_score smallint CHECK (away_score >= 0),
  started_at timestamptz,
  finished_at timestamptz,
  -- The clock-free half of the voting window, computed by the domain at each observation.
  votes_open boolean NOT NULL DEFAULT false,
  votes_close_at timestamptz,
  observed_at timestamptz NOT NULL,
  misses smallint NOT NULL DEFAULT 0,
  details_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Ranking: what it was computed from, and whether it is final.
  ranked_changes bigint NOT NULL DEFAULT 0,
  ranked_at timestamptz,
  published_at timestamptz,
  ranking_source text CHECK (ranking_source IN ('votes', 'ratings_fallback')),
  ranking_reason text CHECK (ranking_reason IN ('no_ratings')),
  voters integer NOT NULL DEFAULT 0 CHECK (voters >= 0),
  CHECK (home_team_id <> away_team_id),
  CHECK ((status = 'finished') <= (finished_at IS NOT NULL)),
  CHECK (votes_open <= (status IN ('live', 'finished'))),
  CHECK (votes_open <= (status <> 'finished' OR votes_close_at IS NOT NULL)),
  CHECK ((published_at IS NOT NULL) <= (status = 'finished'))
);
CREATE INDEX matches_by_date ON matches (match_date);
CREATE INDEX matches_in_play ON matches (id) WHERE status = 'live';
CREATE INDEX matches_unpublished ON matches (finished_at) WHERE status = 'finished' AND published_at IS NULL;

-- finished_at is written once and never changes.
CREATE FUNCTION keep_finished_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'finished_at of match % is written once', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER finished_at_is_written_once BEFORE UPDATE ON matches FOR EACH ROW
WHEN (OLD.finished_at IS NOT NULL AND NEW.finished_at IS DISTINCT FROM OLD.finished_at)
EXECUTE FUNCTION keep_finished_at();

CREATE TABLE players_ref (
  id bigint PRIMARY KEY,
  name text NOT NULL,
  photo_url text,
  last_team text
);

CREATE TABLE match_lineups (
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  player_id bigint NOT NULL REFERENCES players_ref (id),
  player_name text NOT NULL,
  team_id integer NOT NULL REFERENCES teams (id),
  player_team text NOT NULL,
  side text NOT NULL CHECK (side IN ('home', 'away')),
  player_position text CHECK (player_position IN ('G', 'D', 'M', 'F')),
  shirt smallint,
  grid text,
  is_starter boolean NOT NULL,
  -- 0: known not to have played. NULL: unknown, the match has no coverage.
  minutes_played smallint CHECK (minutes_played BETWEEN 0 AND 200),
  rating numeric(3, 1) CHECK (rating BETWEEN 0 AND 10),
  PRIMARY KEY (match_id, player_id)
);
CREATE INDEX lineups_of_player ON match_lineups (player_id, match_id);

CREATE TABLE excluded_matches (
  match_id bigint PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
  reason text NOT NULL CHECK (reason IN ('no_lineups_available')),
  excluded_at timestamptz NOT NULL
);

CREATE VIEW home_fixtures AS
SELECT
  m.id AS match_id, m.match_date, m.kickoff_hour_known, m.status, m.raw_status AS period, m.minute, m.extra,
  h.name AS home_team, h.logo AS home_team_logo, a.name AS away_team, a.logo AS away_team_logo,
  m.competition_id, c.name AS competition_name, c.logo AS competition_logo, m.coefficient AS competition_coefficient,
  m.home_score, m.away_score, m.finished_at, m.updated_at, m.status_reason, m.postponed_until, c.enabled
FROM matches m
JOIN available_competitions c ON c.id = m.competition_id
JOIN teams h ON h.id = m.home_team_id
JOIN teams a ON a.id = m.away_team_id;
