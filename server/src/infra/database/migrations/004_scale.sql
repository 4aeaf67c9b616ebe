-- Up Migration
-- What several servers and a long history need.

-- One row per thing that only one server may do at a time of its own choosing.
CREATE TABLE function_claims (
  name text PRIMARY KEY,
  claimed_at timestamptz NOT NULL
);

CREATE INDEX matches_open ON matches (id) WHERE votes_open AND published_at IS NULL;
CREATE INDEX matches_of_home_team ON matches (home_team_id, match_date);
CREATE INDEX matches_of_away_team ON matches (away_team_id, match_date);
CREATE INDEX matches_of_competition ON matches (competition_id);
