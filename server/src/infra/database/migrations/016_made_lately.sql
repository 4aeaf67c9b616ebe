-- Up Migration
-- What networks, mail domains and devices made lately, each counted less the longer ago (domain/proof-of-work.ts). Keys are keyed hashes.
CREATE TABLE auth.made_lately (
  key text PRIMARY KEY,
  made double precision NOT NULL CHECK (made >= 0),
  counted_at timestamptz NOT NULL
);
CREATE INDEX made_lately_counted ON auth.made_lately (counted_at);
