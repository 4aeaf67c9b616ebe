-- Up Migration
-- Since when a fan wishes each kind of push message again, so that a proof of an older message no longer turns it off (docs/decisions/065).
-- NULL: since ever.

ALTER TABLE push_settings
  ADD COLUMN opening_since timestamptz,
  ADD COLUMN reminder_since timestamptz,
  ADD COLUMN result_since timestamptz;
