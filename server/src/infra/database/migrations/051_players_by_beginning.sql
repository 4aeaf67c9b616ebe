-- Up Migration
-- A name of one or two letters has no trigram: players whose name begins with it are read in the order of this index.
CREATE INDEX players_ref_by_beginning ON players_ref ((name_key(name) COLLATE "C"), id);
