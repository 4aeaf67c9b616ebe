-- Up Migration
-- The devices that have signed in to an account, which strangers' wrong guesses do not lock out (docs/decisions/084).

CREATE TABLE auth.known_device (
  -- Keyed hash of the device's identifier, which no table holds.
  device_hash text NOT NULL,
  user_id uuid NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (device_hash, user_id)
);
CREATE INDEX known_device_of_user ON auth.known_device (user_id, seen_at);
