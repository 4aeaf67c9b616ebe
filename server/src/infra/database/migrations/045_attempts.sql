-- Up Migration
-- Attempts at a match: replays, play that goes on after a stop, and a feed's minute that stands still (docs/decisions/080).

ALTER TABLE matches
  -- Which attempt is stored, from 1: a replay begins the next one.
  ADD COLUMN attempt smallint NOT NULL DEFAULT 1 CHECK (attempt > 0),
  -- Latest minute and start of an attempt that was stopped, while the match is announced again.
  ADD COLUMN played_minute smallint,
  ADD COLUMN played_from timestamptz,
  -- The feed's clock: its last plausible minute, since when it shows that, and the kick-off of a match without stops that would be as far.
  ADD COLUMN feed_minute smallint,
  ADD COLUMN feed_moved_at timestamptz,
  ADD COLUMN clock_from timestamptz,
  -- Which contradiction is not believed yet. One from before this release has no name: it is doubted again at its next reading.
  ADD COLUMN disputed_as text,
  ADD CONSTRAINT no_ballot_in_doubt CHECK (NOT (votes_open AND coalesce(disputed_as = 'replayed', false)));

-- finished_at never moves. It is taken back only by a reopening, which says so in the same write, or by a replay, and never after publication.
DROP TRIGGER finished_at_is_written_once ON matches;
CREATE TRIGGER finished_at_is_written_once BEFORE UPDATE ON matches FOR EACH ROW
WHEN (
  OLD.finished_at IS NOT NULL AND NEW.finished_at IS DISTINCT FROM OLD.finished_at
  AND NOT (
    OLD.published_at IS NULL AND (
      NEW.attempt > OLD.attempt
      OR NEW.finished_at IS NULL AND NEW.status <> 'finished'
        AND NEW.reopened_at IS NOT NULL AND NEW.reopened_at IS DISTINCT FROM OLD.reopened_at
    )
  )
)
EXECUTE FUNCTION keep_finished_at();

-- A published result is never replayed.
CREATE FUNCTION keep_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'match % is published: it is not replayed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER published_is_not_replayed BEFORE UPDATE ON matches FOR EACH ROW
WHEN (OLD.published_at IS NOT NULL AND NEW.attempt <> OLD.attempt)
EXECUTE FUNCTION keep_attempt();

-- Ballots of earlier attempts, moved here by the transaction of the replay: never counted, shown to their fans alone. The same columns as of votes,
-- and their constraints; a fan has one for each attempt.
CREATE TABLE earlier_votes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  attempt smallint NOT NULL CHECK (attempt > 0),
  first_id bigint,
  second_id bigint,
  third_id bigint,
  complete boolean NOT NULL,
  -- Experience credited for the match: never a second time.
  xp smallint NOT NULL CHECK (xp >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  account_strength smallint,
  account_hours smallint,
  network_hash bigint,
  network_hash_wide bigint,
  network_hash_widest bigint,
  device_hash bigint,
  changes smallint,
  PRIMARY KEY (user_id, match_id, attempt),
  CONSTRAINT evidence_is_whole CHECK (CASE WHEN account_strength IS NULL
    THEN num_nonnulls(account_hours, network_hash, network_hash_wide, network_hash_widest, device_hash, changes) = 0
    ELSE num_nulls(account_hours, changes) = 0 END)
);
CREATE INDEX earlier_votes_of_match ON earlier_votes (match_id);

-- Experience is the sum of what each ballot credited, at any attempt.
CREATE OR REPLACE VIEW user_profiles AS
SELECT u.id AS user_id,
       (coalesce((SELECT sum(v.xp) FROM votes v WHERE v.user_id = u.id), 0)
         + coalesce((SELECT sum(e.xp) FROM earlier_votes e WHERE e.user_id = u.id), 0))::integer AS xp
FROM auth."user" u;

-- While a replay is in doubt the minute is not shown, so that every screen locks the vote by its own rule.
CREATE OR REPLACE VIEW home_fixtures AS
SELECT
  m.id AS match_id, m.match_date, m.kickoff_hour_known, m.status, m.raw_status AS period,
  CASE WHEN m.status = 'live' AND m.disputed_as = 'replayed' THEN NULL ELSE m.minute END AS minute, m.extra,
  h.name AS home_team, h.logo AS home_team_logo, a.name AS away_team, a.logo AS away_team_logo,
  m.competition_id, c.name AS competition_name, c.logo AS competition_logo, m.coefficient AS competition_coefficient,
  m.home_score, m.away_score, m.finished_at, m.updated_at, m.status_reason, m.postponed_until, c.enabled,
  m.home_team_id, m.away_team_id
FROM matches m
JOIN available_competitions c ON c.id = m.competition_id
JOIN teams h ON h.id = m.home_team_id
JOIN teams a ON a.id = m.away_team_id;
