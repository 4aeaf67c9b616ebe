-- Up Migration
-- A follow of one of our own player ids goes to the feed's, once that is known (follows/queries.ts, moveFollows).

CREATE INDEX player_merges_by_from ON player_merges (from_id);

WITH merged AS (
  SELECT DISTINCT ON (from_id) from_id, to_id FROM player_merges m
  WHERE NOT EXISTS (SELECT FROM match_lineups l WHERE l.player_id = m.from_id)
  ORDER BY from_id, match_id DESC
), gone AS (
  DELETE FROM follows f USING merged m WHERE f.kind = 'player' AND f.target_id = m.from_id
  RETURNING f.user_id, m.to_id, f.created_at
)
INSERT INTO follows AS f (user_id, kind, target_id, created_at)
SELECT user_id, 'player', to_id, min(created_at) FROM gone GROUP BY user_id, to_id
ON CONFLICT (user_id, kind, target_id) DO UPDATE SET created_at = least(f.created_at, excluded.created_at);
