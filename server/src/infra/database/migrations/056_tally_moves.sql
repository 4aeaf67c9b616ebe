-- Up Migration
-- Picks of ballots that are not in `match_tallies` and `match_duels` yet: one row for each match of a commit (docs/decisions/094).
-- Stop all servers first: an older one publishes results without these rows.
CREATE TABLE tally_moves (
  match_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Of complete ballots, in one order: who was picked, and 1 for a ballot that came, -1 for one that went.
  first_ids bigint[] NOT NULL,
  second_ids bigint[] NOT NULL,
  third_ids bigint[] NOT NULL,
  signs smallint[] NOT NULL,
  PRIMARY KEY (match_id, id)
-- Rows are as large as a page before their arrays are stored elsewhere: compressing them costs more than writing them.
) WITH (toast_tuple_target = 8160);
