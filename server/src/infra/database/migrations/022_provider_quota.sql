-- Up Migration
-- What the football provider last told of the day's quota: all servers share one.

CREATE TABLE provider_quota (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  day_limit integer,
  day_remaining integer,
  read_at timestamptz NOT NULL
);
