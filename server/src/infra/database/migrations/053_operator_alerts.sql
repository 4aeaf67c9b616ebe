-- Up Migration
-- Needs of the operator that fans would notice soon, from the moment that a server saw each until it was gone.

CREATE TABLE operator_alerts (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL,
  opened_at timestamptz NOT NULL,
  -- When the operator's mail server took the mail; NULL for what ended before, or has not lasted.
  sent_at timestamptz,
  ended_at timestamptz
);
CREATE UNIQUE INDEX operator_alerts_open ON operator_alerts (kind) WHERE ended_at IS NULL;
CREATE INDEX operator_alerts_of_kind ON operator_alerts (kind, opened_at DESC);

-- The front page reads the last runs of a function, and the failed ones of a day, among hundreds of thousands of a match day.
CREATE INDEX edge_metrics_of_function ON edge_metrics (function_name, created_at DESC);
CREATE INDEX edge_metrics_failed ON edge_metrics (created_at DESC) WHERE NOT ok;
