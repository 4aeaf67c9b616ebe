-- Up Migration
-- The coefficient that published points were computed with, and recalculations that survive their server.

ALTER TABLE matches ADD COLUMN ranked_coefficient numeric(7, 2) CHECK (ranked_coefficient > 0);
UPDATE matches SET ranked_coefficient = coefficient WHERE published_at IS NOT NULL;
-- Marked: published with another coefficient than the match has now.
CREATE INDEX matches_marked ON matches (match_date DESC, id DESC)
WHERE published_at IS NOT NULL AND ranked_coefficient <> coefficient;

CREATE TABLE recalculations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  scope text NOT NULL CHECK (scope IN ('all', 'marked')),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'stopping', 'stopped', 'done')),
  total integer NOT NULL CHECK (total >= 0),
  -- The operator who started it. No foreign key: their account may end.
  operator_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((ended_at IS NOT NULL) = (state IN ('stopped', 'done')))
);
-- At most one is under way: a second start joins it.
CREATE UNIQUE INDEX recalculation_under_way ON recalculations ((true)) WHERE state IN ('running', 'stopping');

CREATE TABLE recalculation_matches (
  recalculation_id uuid NOT NULL REFERENCES recalculations (id) ON DELETE CASCADE,
  -- Newest match first.
  position integer NOT NULL CHECK (position > 0),
  -- No foreign key: a match may be deleted during the run, which is a failure to list.
  match_id bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
  -- Code of a refusal, `internal` for any other failure, and the message of the failure.
  error_code text,
  error text,
  PRIMARY KEY (recalculation_id, position),
  UNIQUE (recalculation_id, match_id),
  CHECK ((error_code IS NOT NULL) = (state = 'failed'))
);
CREATE INDEX recalculation_matches_waiting ON recalculation_matches (recalculation_id, position) WHERE state = 'waiting';
CREATE INDEX recalculation_matches_failed ON recalculation_matches (recalculation_id, position) WHERE state = 'failed';
