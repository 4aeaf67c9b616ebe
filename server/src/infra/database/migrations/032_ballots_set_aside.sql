-- Up Migration
-- Groups of ballots that the operator set aside: complete, and still their fans', but in no tally (docs/decisions/056).

CREATE TABLE ballots_set_aside (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  -- One of DIMENSIONS of domain/suspicion.ts.
  dimension text NOT NULL CHECK (length(dimension) BETWEEN 1 AND 30),
  -- What the ballots have in common, where that is no hash: a hash would outlive the evidence of its ballots. NULL for networks and devices.
  label text CHECK (length(label) BETWEEN 1 AND 300),
  ballots integer NOT NULL CHECK (ballots > 0),
  created_at timestamptz NOT NULL
);
CREATE INDEX ballots_set_aside_of_match ON ballots_set_aside (match_id);

-- The group with which the ballot was set aside. No foreign key: this is the hot table, and the row of the group is deleted only in the
-- transaction that takes its ballots back.
ALTER TABLE votes ADD COLUMN set_aside uuid;

-- Complete ballots that no tally of the match counts, written by every recount.
ALTER TABLE matches ADD COLUMN ballots_set_aside integer NOT NULL DEFAULT 0 CHECK (ballots_set_aside >= 0);
