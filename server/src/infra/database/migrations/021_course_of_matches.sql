-- Up Migration
-- Contradictions of the feed, false whistles taken back, corrections by the operator.

ALTER TABLE matches
  -- First reading of a contradiction that is not believed yet.
  ADD COLUMN disputed_at timestamptz,
  -- When a false whistle was last taken back, by a match that played on or by the operator.
  ADD COLUMN reopened_at timestamptz,
  -- When the operator corrected the course; NULL again once the feed agrees.
  ADD COLUMN corrected_at timestamptz;

-- finished_at never moves. Only a reopening, which says so in the same write, takes it back, and none after publication.
DROP TRIGGER finished_at_is_written_once ON matches;
CREATE TRIGGER finished_at_is_written_once BEFORE UPDATE ON matches FOR EACH ROW
WHEN (
  OLD.finished_at IS NOT NULL AND NEW.finished_at IS DISTINCT FROM OLD.finished_at
  AND NOT (
    NEW.finished_at IS NULL AND NEW.status = 'live' AND OLD.published_at IS NULL
    AND NEW.reopened_at IS NOT NULL AND NEW.reopened_at IS DISTINCT FROM OLD.reopened_at
  )
)
EXECUTE FUNCTION keep_finished_at();

-- What the operator should read about, once per match and kind.
CREATE TABLE feed_anomalies (
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  kind text NOT NULL,
  raw_status text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  PRIMARY KEY (match_id, kind)
);
CREATE INDEX feed_anomalies_newest ON feed_anomalies (first_seen_at DESC);
