-- Up Migration
-- The feed's newest list of a match's events (domain/matches/events.ts), as one value: it is replaced and read as a whole.
CREATE TABLE match_events (
  match_id bigint PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
  events jsonb NOT NULL CHECK (jsonb_typeof(events) = 'array' AND jsonb_array_length(events) <= 120)
);
