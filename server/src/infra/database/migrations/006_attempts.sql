-- Up Migration
-- Wrong passwords and codes by account, counted for all servers together; keys are hashes. In the form of the library that counts.
CREATE TABLE auth.attempt (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX attempt_expiry ON auth.attempt (expire);

-- What the nightly run looks for when it takes away what has ended.
CREATE INDEX session_expiry ON auth.session (expires_at);
CREATE INDEX verification_expiry ON auth.verification (expires_at);
