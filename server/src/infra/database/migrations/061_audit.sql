-- Up Migration
-- The public record of results (docs/audit.md). No row refers to a match: records outlive what they are about.

-- The log of a season, named by its first year. Another generation begins when no secret opens the keys of the last one.
CREATE TABLE audit_logs (
  season integer NOT NULL,
  generation smallint NOT NULL CHECK (generation > 0),
  origin text NOT NULL UNIQUE,
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  -- The key of salts and the private key, sealed.
  sealed text NOT NULL,
  size integer NOT NULL DEFAULT 0,
  -- Roots of the complete subtrees of its tree, 32 bytes each, from which the next root follows.
  parts bytea NOT NULL DEFAULT '',
  checkpoint text NOT NULL,
  PRIMARY KEY (season, generation)
);

CREATE TABLE audit_entries (
  season integer NOT NULL,
  generation smallint NOT NULL,
  index integer NOT NULL CHECK (index >= 0),
  line text NOT NULL,
  -- NULL: the entry that continues an earlier log.
  match_id bigint,
  record text CHECK (record ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (season, generation, index),
  FOREIGN KEY (season, generation) REFERENCES audit_logs
);
CREATE INDEX audit_entries_of_match ON audit_entries (match_id, created_at DESC, index DESC);

CREATE TABLE audit_records (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  match_id bigint NOT NULL,
  body text NOT NULL,
  -- Hash of its ballots; NULL without any.
  ballots text
);

CREATE INDEX audit_records_of_match ON audit_records (match_id);

-- Files of ballots by their hash, with what ends a gzip stream: CRC-32 and number of bytes.
CREATE TABLE audit_files (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  crc bigint NOT NULL,
  bytes bigint NOT NULL
);

-- Their parts: 1 024 lines each, but for the last. `lines` are deflated, so that all parts in a row are one stream.
CREATE TABLE audit_ballots (
  hash text NOT NULL REFERENCES audit_files,
  part integer NOT NULL CHECK (part >= 0),
  lines bytea NOT NULL,
  first_leaf bytea NOT NULL,
  -- Root of the tree of its leaves.
  root bytea NOT NULL,
  PRIMARY KEY (hash, part)
);
ALTER TABLE audit_ballots ALTER COLUMN lines SET STORAGE EXTERNAL;

-- Changes of results whose record is not written yet: at most one per match, and no further change of it before.
CREATE TABLE audit_pending (
  match_id bigint PRIMARY KEY,
  id bigint GENERATED ALWAYS AS IDENTITY,
  change text NOT NULL,
  at timestamptz NOT NULL,
  -- The result without its ballots; NULL: as in the last record.
  draft jsonb
);
CREATE INDEX audit_pending_by_id ON audit_pending (id);

-- The salt of a ballot whose account is deleted; NULL: as computed.
ALTER TABLE votes ADD COLUMN salt bytea CHECK (length(salt) = 16);
