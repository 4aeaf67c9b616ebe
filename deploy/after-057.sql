-- Before the newer release, once all servers have stopped.
UPDATE votes v SET bucket = ballot_bucket(v.user_id) FROM auth."user" u WHERE u.id = v.user_id AND v.bucket <> ballot_bucket(v.user_id);
ALTER TABLE votes ALTER COLUMN bucket DROP DEFAULT;
ALTER TABLE tally_moves ALTER COLUMN bucket DROP DEFAULT;
DROP INDEX votes_former_key;
