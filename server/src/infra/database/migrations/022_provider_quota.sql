-- Up Migration
-- The day's quota, as the football provider last reported it: all servers share one.

CREATE TABLE provider_quota (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  day_limit integer,
  day_remaining integer,
  read_at timestamptz NOT NULL
);
