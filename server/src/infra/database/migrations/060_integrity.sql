-- Up Migration
-- The integrity rule sets groups aside at publication (docs/integrity.md).

-- Version of the rule that set a group aside; NULL: the operator did.
ALTER TABLE ballots_set_aside ADD COLUMN rule smallint CHECK (rule > 0);
-- When the operator let the group stand.
ALTER TABLE ballots_set_aside ADD COLUMN confirmed_at timestamptz;

-- Until then, at most, the operator looks at what was set aside. NULL: the result is final.
ALTER TABLE matches ADD COLUMN provisional_until timestamptz;
CREATE INDEX matches_provisional ON matches (provisional_until) WHERE provisional_until IS NOT NULL;
-- The first three if nothing had been set aside, where they are not those of the result: [{player_id, player_name, rank, points}].
ALTER TABLE matches ADD COLUMN first_with_all jsonb;

-- Fans who ask for a review of what was set aside.
CREATE TABLE ballot_reviews (
  user_id uuid NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  group_id uuid NOT NULL REFERENCES ballots_set_aside (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, match_id)
);
CREATE INDEX ballot_reviews_of_group ON ballot_reviews (group_id);
CREATE INDEX ballot_reviews_of_match ON ballot_reviews (match_id);
