-- Up Migration
-- What a fan follows: clubs, players and competitions, at most domain/follows.ts MAX_FOLLOWS of each fan.

CREATE TABLE follows (
  user_id uuid NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('club', 'player', 'competition')),
  -- teams.id, players_ref.id or available_competitions.id. As wide as the widest of them; no foreign key, for it points to three tables.
  target_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, kind, target_id)
);
CREATE INDEX followers ON follows (kind, target_id);
