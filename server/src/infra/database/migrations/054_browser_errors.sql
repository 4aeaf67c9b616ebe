-- Up Migration
-- Errors in fans' browsers, counted: one row for each distinct error of a day (UTC), scrubbed, without anything about its fans. `fingerprint` is the hash of
-- kind, message, place and build, or `other` for all errors beyond the most of a day.
CREATE TABLE browser_errors (
  day date NOT NULL,
  fingerprint text NOT NULL CHECK (fingerprint ~ '^([0-9a-f]{32}|other)$'),
  kind text NOT NULL CHECK (kind IN ('error', 'rejection', 'crash')),
  message text NOT NULL CHECK (length(message) <= 200),
  place text NOT NULL CHECK (length(place) <= 250),
  build text NOT NULL CHECK (length(build) <= 60),
  screens text[] NOT NULL CHECK (cardinality(screens) <= 40),
  engines text[] NOT NULL CHECK (cardinality(engines) <= 4),
  count integer NOT NULL CHECK (count > 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (day, fingerprint)
);
