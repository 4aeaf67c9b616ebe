-- Up Migration
-- Openings and reminders are sent before results that are due (docs/decisions/063).

ALTER TABLE push_messages
  -- Whether its moment passes: sent before the others that are due.
  ADD COLUMN urgent boolean NOT NULL DEFAULT false;
UPDATE push_messages m SET urgent = true FROM push_occasions o
  WHERE o.id = m.occasion_id AND m.outcome IS NULL AND o.kind <> 'result';

CREATE INDEX push_messages_due_first ON push_messages (due_at) WHERE outcome IS NULL AND urgent;
CREATE INDEX push_messages_due_next ON push_messages (due_at) WHERE outcome IS NULL AND NOT urgent;
DROP INDEX push_messages_due;
