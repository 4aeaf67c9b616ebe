-- Up Migration
-- A message that may have reached its device already comes without a sound (docs/decisions/063).

ALTER TABLE push_messages
  -- Whether an attempt, the one under way among them, may have reached the device without our knowing.
  ADD COLUMN in_doubt boolean NOT NULL DEFAULT false;
