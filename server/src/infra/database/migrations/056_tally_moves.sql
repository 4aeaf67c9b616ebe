-- Up Migration
-- Picks of ballots that are not in `match_tallies` and `match_duels` yet: one row for each match of a commit (docs/decisions/094).
-- Stop all servers first: an older one publishes results without these rows.
CREATE TABLE tally_moves (
  match_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- The picks of complete ballots. All arrays have one order. A sign of 1 adds a ballot, -1 removes one.
  -- Not compressed, which costs more than writing them: in the row up to a page, outside beyond.
  first_ids bigint[] STORAGE EXTERNAL NOT NULL,
  second_ids bigint[] STORAGE EXTERNAL NOT NULL,
  third_ids bigint[] STORAGE EXTERNAL NOT NULL,
  signs smallint[] STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (match_id, id)
) WITH (toast_tuple_target = 8160);
