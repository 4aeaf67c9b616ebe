-- Up Migration
-- The newest entry of a match is found by its place in the log, not by a clock.
DROP INDEX audit_entries_of_match;
CREATE INDEX audit_entries_of_match ON audit_entries (match_id, season DESC, generation DESC, index DESC);
