-- Up Migration
-- Buckets of ballots, step 3 of 3: the new key, whose index is there.
SET LOCAL lock_timeout = '2s';

ALTER TABLE votes DROP CONSTRAINT votes_pkey, ADD CONSTRAINT votes_pkey PRIMARY KEY USING INDEX votes_by_bucket;

CREATE OR REPLACE VIEW user_profiles AS
SELECT u.id AS user_id,
       (coalesce((SELECT sum(v.xp) FROM votes v WHERE v.bucket = ballot_bucket(u.id) AND v.user_id = u.id), 0)
         + coalesce((SELECT sum(e.xp) FROM earlier_votes e WHERE e.user_id = u.id), 0))::integer AS xp
FROM auth."user" u;
