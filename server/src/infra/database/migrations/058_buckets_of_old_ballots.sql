-- Up Migration, without a transaction
-- Buckets of ballots, step 2 of 3: those of old ballots, and the index of the new key.
-- Goes through the table in the order of the disk, 512 pages at a time, so that each page is logged whole once and not for each of its ballots. Each
-- transaction changes an eighth of their ballots, about 3 000. PostgreSQL stores the next eighth where the former one was, so the table hardly grows.
-- A start after a kill skips the ballots that have their bucket.
DO $$
DECLARE
  pages CONSTANT bigint := pg_relation_size('votes') / current_setting('block_size')::bigint;
  first tid;
  beyond tid;
BEGIN
  FOR page IN 0 .. pages - 1 BY 512 LOOP
    first := format('(%s,0)', page);
    beyond := format('(%s,0)', page + 512);
    FOR eighth IN 0 .. 7 LOOP
      UPDATE votes SET bucket = ballot_bucket(user_id)
      WHERE ctid >= first AND ctid < beyond AND bucket <> ballot_bucket(user_id) AND get_byte(uuid_send(user_id), 14) % 8 = eighth;
      COMMIT;
    END LOOP;
    IF page % 10240 = 0 THEN
      RAISE INFO 'buckets of ballots: % of % pages', page, pages;
    END IF;
  END LOOP;
END $$;

-- Next part
-- An index that a killed build left is not valid.
DROP INDEX CONCURRENTLY IF EXISTS votes_by_bucket;

-- Next part
CREATE UNIQUE INDEX CONCURRENTLY votes_by_bucket ON votes (bucket, user_id, match_id);
