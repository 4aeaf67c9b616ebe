-- Up Migration
-- A merge of two ids looks for all matches in which the alias did not play.
CREATE INDEX absences_of_player ON did_not_play (player_id);
