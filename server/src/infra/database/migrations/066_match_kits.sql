-- Up Migration
-- Main colours of the shirts that both sides wear in a match; NULL until the feed has one.
CREATE TABLE match_kits (
  match_id bigint PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
  home text CHECK (home ~ '^#[0-9a-f]{6}$'),
  away text CHECK (away ~ '^#[0-9a-f]{6}$')
);
