-- Up Migration
-- The season is a row: a match counts in the season of its kick-off, and points and ranks belong to one season.

CREATE TABLE seasons (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  start_at timestamptz NOT NULL,
  -- Exclusive: the first moment that no longer counts.
  end_at timestamptz NOT NULL,
  -- NULL while it is open.
  closed_at timestamptz,
  -- The competitions that were hidden when it closed: what is hidden or shown later does not change a finished season. NULL while it is open.
  hidden_competitions integer[],
  -- When its ranking was last computed as a whole; NULL if never.
  computed_at timestamptz,
  CHECK (start_at < end_at),
  CHECK ((closed_at IS NULL) = (hidden_competitions IS NULL)),
  -- Deferred, because two seasons that touch move in one transaction.
  CONSTRAINT seasons_never_overlap EXCLUDE USING gist (tstzrange(start_at, end_at) WITH &&) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX one_season_is_open ON seasons ((true)) WHERE closed_at IS NULL;

-- Points that are there already: one season for each year from July to June with published points. A new installation has none, and its first
-- season is made at the start, from the settings.
WITH years AS (
  SELECT min(extract(year FROM m.match_date AT TIME ZONE 'UTC' - interval '6 months'))::integer AS oldest,
    max(extract(year FROM m.match_date AT TIME ZONE 'UTC' - interval '6 months'))::integer AS newest
  FROM matches m
  WHERE m.published_at IS NOT NULL AND EXISTS (SELECT 1 FROM match_player_points p WHERE p.match_id = m.id)
    AND EXISTS (SELECT 1 FROM season_player_points)
)
INSERT INTO seasons (name, label, start_at, end_at, closed_at, hidden_competitions, computed_at)
SELECT 'Index', year || '-' || year + 1, make_timestamptz(year, 7, 1, 0, 0, 0, 'UTC'),
  make_timestamptz(year + 1, 7, 1, 0, 0, 0, 'UTC'),
  CASE WHEN year < newest THEN now() END,
  CASE WHEN year < newest THEN (SELECT coalesce(array_agg(id), '{}') FROM available_competitions WHERE NOT enabled) END,
  -- Rows over several years are one sum, so the next nightly run computes each season again.
  CASE WHEN oldest = newest THEN now() END
FROM years, generate_series(oldest, newest) AS year ORDER BY year;

ALTER TABLE season_player_points ADD COLUMN season_id integer REFERENCES seasons (id);
UPDATE season_player_points SET season_id = (SELECT id FROM seasons WHERE closed_at IS NULL);
-- Rows without any published points left belong to no season.
DELETE FROM season_player_points WHERE season_id IS NULL;
ALTER TABLE season_player_points ALTER COLUMN season_id SET NOT NULL;
ALTER TABLE season_player_points DROP CONSTRAINT season_player_points_pkey;
ALTER TABLE season_player_points ADD PRIMARY KEY (season_id, player_id);
CREATE INDEX seasons_of_player ON season_player_points (player_id);
DROP INDEX season_by_rank;
CREATE INDEX season_by_rank ON season_player_points (season_id, rank, player_name, player_id);

ALTER TABLE season_rank_history ADD COLUMN season_id integer REFERENCES seasons (id);
UPDATE season_rank_history SET season_id = (SELECT id FROM seasons WHERE closed_at IS NULL);
DELETE FROM season_rank_history WHERE season_id IS NULL;
ALTER TABLE season_rank_history ALTER COLUMN season_id SET NOT NULL;
ALTER TABLE season_rank_history DROP CONSTRAINT season_rank_history_pkey;
ALTER TABLE season_rank_history ADD PRIMARY KEY (season_id, day, player_id);
CREATE INDEX season_rank_history_by_day ON season_rank_history (day);
