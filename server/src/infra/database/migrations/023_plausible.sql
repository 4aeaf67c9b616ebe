-- Up Migration
-- Values that no football match has never reach a screen; and players whose id the feed tells late.

UPDATE matches SET match_date = observed_at WHERE match_date NOT BETWEEN '1900-01-01' AND '2200-01-01';
UPDATE matches SET postponed_until = NULL WHERE postponed_until NOT BETWEEN '1900-01-01' AND '2200-01-01';
UPDATE matches SET raw_status = left(raw_status, 20) WHERE length(raw_status) > 20;
UPDATE matches SET round = left(round, 200) WHERE length(round) > 200;
UPDATE teams SET name = left(name, 200) WHERE length(name) > 200;
UPDATE players_ref SET name = left(name, 200) WHERE length(name) > 200;
UPDATE match_lineups SET player_name = left(player_name, 200), player_team = left(player_team, 200)
WHERE length(player_name) > 200 OR length(player_team) > 200;
ALTER TABLE matches
  ADD CHECK (match_date BETWEEN '1900-01-01' AND '2200-01-01'),
  ADD CHECK (postponed_until BETWEEN '1900-01-01' AND '2200-01-01'),
  ADD CHECK (length(raw_status) <= 20),
  ADD CHECK (length(round) <= 200);
ALTER TABLE teams ADD CHECK (length(name) <= 200);
ALTER TABLE players_ref ADD CHECK (length(name) <= 200);
ALTER TABLE match_lineups ADD CHECK (length(player_name) <= 200), ADD CHECK (length(player_team) <= 200);

-- An id of our own and the feed's for the same person: ballots that still arrive with the first are counted for the second.
CREATE TABLE player_merges (
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  from_id bigint NOT NULL CHECK (from_id < 0),
  to_id bigint NOT NULL CHECK (to_id > 0),
  PRIMARY KEY (match_id, from_id)
);
