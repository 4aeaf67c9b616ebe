-- Up Migration
-- Pairs of clubs whose matches bear the derby multiplier, as the operator marked them.

CREATE TABLE derbies (
  -- One row per pair, whichever of the two plays at home.
  low_team_id integer NOT NULL REFERENCES teams (id),
  high_team_id integer NOT NULL REFERENCES teams (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (low_team_id, high_team_id),
  CHECK (low_team_id < high_team_id)
);
CREATE INDEX derbies_of_high_team ON derbies (high_team_id);
