-- Up Migration
-- Why a group was set aside, as the operator wrote it; empty for groups of before, which had to give none.
ALTER TABLE ballots_set_aside ADD COLUMN reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 300);
ALTER TABLE ballots_set_aside ALTER COLUMN reason DROP DEFAULT;
