-- Up Migration
-- A crest's address names its club.
CREATE OR REPLACE VIEW home_fixtures AS
SELECT
  m.id AS match_id, m.match_date, m.kickoff_hour_known, m.status, m.raw_status AS period, m.minute, m.extra,
  h.name AS home_team, h.logo AS home_team_logo, a.name AS away_team, a.logo AS away_team_logo,
  m.competition_id, c.name AS competition_name, c.logo AS competition_logo, m.coefficient AS competition_coefficient,
  m.home_score, m.away_score, m.finished_at, m.updated_at, m.status_reason, m.postponed_until, c.enabled,
  m.home_team_id, m.away_team_id
FROM matches m
JOIN available_competitions c ON c.id = m.competition_id
JOIN teams h ON h.id = m.home_team_id
JOIN teams a ON a.id = m.away_team_id;
