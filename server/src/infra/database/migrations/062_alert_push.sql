-- Up Migration
-- When a device of the operator's took the push message, or none could any more; NULL for what ended before, or has not lasted.
ALTER TABLE operator_alerts ADD COLUMN pushed_at timestamptz;
