-- Up Migration
-- A subscription ends with the session that made it: a browser whose fan has signed out is notified of nothing any more (docs/decisions/063).

DELETE FROM push_subscriptions;
ALTER TABLE push_subscriptions ADD COLUMN session_id uuid NOT NULL REFERENCES auth.session (id) ON DELETE CASCADE;
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (session_id);
