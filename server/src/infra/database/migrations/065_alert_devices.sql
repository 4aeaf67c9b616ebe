-- Up Migration
-- Push subscriptions that took the alert while others had not answered yet.
ALTER TABLE operator_alerts ADD COLUMN pushed_to uuid[] NOT NULL DEFAULT '{}';
