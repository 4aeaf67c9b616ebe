-- Up Migration, without a transaction
-- Buckets of ballots, step 2 of 3: those of old ballots, and the index of the new key.
-- Takes 512 pages after another in the order of the disk, in which each page is logged whole once and not for each of its ballots. Of these it changes an
-- eighth in a transaction, about 3 000 ballots: PostgreSQL then stores the next eighth where the former one was, and the table does not grow.
-- After a kill it starts again, and passes over the ballots that have their bucket.
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
-- What a kill has left of it is not valid.
DROP INDEX CONCURRENTLY IF EXISTS votes_by_bucket;

-- Next part
CREATE UNIQUE INDEX CONCURRENTLY votes_by_bucket ON votes (bucket, user_id, match_id);
