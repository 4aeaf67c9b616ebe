-- Up Migration
-- Buckets of ballots, step 1 of 3: the columns (docs/decisions/096). Adding one with a constant default does not read the table.
-- Stop all servers first: an older one does not write the bucket, and its ballots are refused.
SET LOCAL lock_timeout = '2s';

-- The bucket of a fan's ballots: `bucketOf` in infra/database/ballot-bucket.ts. A ballot without owner stays in the bucket of its former one, which this
-- function does not know. Another number of buckets is a migration like this one.
CREATE FUNCTION ballot_bucket(fan uuid) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (get_byte(uuid_send(fan), 15) % 4)::smallint;

ALTER TABLE votes ADD COLUMN bucket smallint NOT NULL DEFAULT 0;

-- Earlier counts in `match_ballots` stay in the buckets of their servers: all readers sum them.
ALTER TABLE tally_moves ADD COLUMN bucket smallint NOT NULL DEFAULT 0,
  DROP CONSTRAINT tally_moves_pkey, ADD PRIMARY KEY (match_id, bucket, id);

-- A ballot of an older server would stay in bucket 0, where its fan's next one would not find it.
ALTER TABLE votes ALTER COLUMN bucket DROP DEFAULT;
ALTER TABLE tally_moves ALTER COLUMN bucket DROP DEFAULT;
