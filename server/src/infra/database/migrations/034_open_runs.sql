-- Up Migration
-- Runs that the operator started by hand and that have not ended; the row of each in edge_metrics comes at its end. Jobs are in the queue.

CREATE TABLE open_runs (
  -- Its correlation id, in the log and in edge_metrics.
  id uuid PRIMARY KEY,
  function_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Last sign of life of the server that runs it.
  seen_at timestamptz NOT NULL DEFAULT now()
);
