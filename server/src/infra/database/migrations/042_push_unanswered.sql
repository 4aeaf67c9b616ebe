-- Up Migration
-- Addresses that never answer are given up in the end (docs/decisions/063).

ALTER TABLE push_subscriptions
  -- Messages given up unanswered since the last success, and the moment of the first.
  ADD COLUMN unanswered smallint NOT NULL DEFAULT 0 CHECK (unanswered >= 0),
  ADD COLUMN unanswered_since timestamptz,
  ADD CONSTRAINT unanswered_has_a_beginning CHECK ((unanswered > 0) = (unanswered_since IS NOT NULL));

ALTER TABLE push_messages
  DROP CONSTRAINT push_messages_outcome_check,
  ADD CONSTRAINT push_messages_outcome_check CHECK (outcome IN ('sent', 'refused', 'unanswered', 'expired', 'unwanted'));
