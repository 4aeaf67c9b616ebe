-- Up Migration
-- Players found not to have played (domain/did-not-play.ts), the score of shoot-outs (domain/shootout.ts), and lengths of all texts of the feed.

CREATE TABLE did_not_play (
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  player_id bigint NOT NULL REFERENCES players_ref (id),
  team_id integer NOT NULL,
  -- The first reading that says so, and the second, from which on the player's picks are void.
  since timestamptz NOT NULL,
  confirmed_at timestamptz CHECK (confirmed_at > since),
  PRIMARY KEY (match_id, player_id)
);

ALTER TABLE matches
  ADD home_kicks smallint CHECK (home_kicks >= 0),
  ADD away_kicks smallint CHECK (away_kicks >= 0),
  ADD shootout_winner text CHECK (shootout_winner IN ('home', 'away')),
  -- Whether penalties were taken to decide the match; how many went in, and who won, may be unknown.
  ADD shootout boolean NOT NULL DEFAULT false,
  ADD CHECK ((home_kicks IS NULL) = (away_kicks IS NULL)),
  ADD CHECK (shootout OR (home_kicks IS NULL AND shootout_winner IS NULL));

CREATE OR REPLACE VIEW home_fixtures AS
SELECT
  m.id AS match_id, m.match_date, m.kickoff_hour_known, m.status, m.raw_status AS period,
  CASE WHEN m.status = 'live' AND m.disputed_as = 'replayed' THEN NULL ELSE m.minute END AS minute, m.extra,
  h.name AS home_team, h.logo AS home_team_logo, a.name AS away_team, a.logo AS away_team_logo,
  m.competition_id, c.name AS competition_name, c.logo AS competition_logo, m.coefficient AS competition_coefficient,
  m.home_score, m.away_score, m.finished_at, m.updated_at, m.status_reason, m.postponed_until, c.enabled,
  m.home_team_id, m.away_team_id, m.shootout, m.home_kicks, m.away_kicks, m.shootout_winner
FROM matches m
JOIN available_competitions c ON c.id = m.competition_id
JOIN teams h ON h.id = m.home_team_id
JOIN teams a ON a.id = m.away_team_id;

UPDATE available_competitions SET name = left(name, 200), country = left(country, 200)
WHERE length(name) > 200 OR length(country) > 200;
UPDATE available_competitions SET logo = NULL WHERE length(logo) > 500;
UPDATE teams SET logo = NULL WHERE length(logo) > 500;
UPDATE players_ref SET photo_url = NULL WHERE length(photo_url) > 500;
ALTER TABLE available_competitions
  ADD CHECK (length(name) <= 200), ADD CHECK (length(country) <= 200), ADD CHECK (length(logo) <= 500);
ALTER TABLE teams ADD CHECK (length(logo) <= 500);
ALTER TABLE players_ref ADD CHECK (length(photo_url) <= 500);
