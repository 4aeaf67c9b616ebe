-- Up Migration
-- The operator's notice to all fans: one at most. A corrected one is a new one, which fans who closed the other see again.
CREATE TABLE notices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 200),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at)
);
CREATE UNIQUE INDEX one_notice ON notices ((true));
