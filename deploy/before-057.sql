-- Before a release older than 057 (docs/deploying.md), once all servers have stopped.
ALTER TABLE votes ALTER COLUMN bucket SET DEFAULT 0;
ALTER TABLE tally_moves ALTER COLUMN bucket SET DEFAULT 0;
CREATE UNIQUE INDEX votes_former_key ON votes (user_id, match_id);
