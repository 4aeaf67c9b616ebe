-- Up Migration
-- Two ids of the feed that are one person, by the operator's word, and all that is needed to take that back (docs/decisions/079).

CREATE TABLE player_aliases (
  -- The feed's players of this id are listed, voted for and ranked under player_id. No foreign keys: players of the demo match come and go.
  alias_id bigint PRIMARY KEY,
  player_id bigint NOT NULL UNIQUE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 300),
  created_at timestamptz NOT NULL,
  CHECK (alias_id <> player_id)
);

-- Rows of match_lineups as the feed has them, of each match in which it lists the alias; kept_row is NULL where it lists the alias alone.
CREATE TABLE alias_lineups (
  alias_id bigint NOT NULL REFERENCES player_aliases (alias_id) ON DELETE CASCADE,
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  alias_row jsonb NOT NULL,
  kept_row jsonb,
  PRIMARY KEY (alias_id, match_id)
);
CREATE INDEX alias_lineups_of_match ON alias_lineups (match_id);

-- Ballots as they were before the merge, by their own id, which says nothing of the fan.
CREATE TABLE alias_ballots (
  alias_id bigint NOT NULL REFERENCES player_aliases (alias_id) ON DELETE CASCADE,
  match_id bigint NOT NULL,
  vote_id uuid NOT NULL,
  first_id bigint,
  second_id bigint,
  third_id bigint,
  PRIMARY KEY (alias_id, match_id, vote_id)
);

ALTER TABLE follows
  -- The alias that the fan followed before it was merged; NULL if they chose this player themselves.
  ADD COLUMN merged_from bigint,
  -- Whether they followed both.
  ADD COLUMN followed_both boolean NOT NULL DEFAULT false;

-- Whether two players of a published match became one, or one became two, since it was ranked: marked for the operator to recalculate.
ALTER TABLE matches ADD COLUMN players_changed boolean NOT NULL DEFAULT false;
