-- Up Migration
-- The weekly digest by mail: which fans wish it, and how far the mails of each week are (docs/decisions/066).

-- Fans who have chosen; the others do not get it.
CREATE TABLE digest_choices (
  user_id uuid PRIMARY KEY REFERENCES auth."user" (id) ON DELETE CASCADE,
  wanted boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Digests in a row that the fan's mail server refused at their address.
  refusals smallint NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  -- Turned off because of them, not by the fan.
  ended_by_mailbox boolean NOT NULL DEFAULT false,
  CHECK (NOT (wanted AND ended_by_mailbox))
);
CREATE INDEX digest_wanted ON digest_choices (user_id) WHERE wanted;

CREATE TABLE digest_weeks (
  -- The Monday of the mails, in Paris.
  week date PRIMARY KEY,
  created_at timestamptz NOT NULL,
  -- Last fan whose mail is planned; planning goes on behind them after a crash. NULL again at the end.
  planned_to uuid,
  -- NULL while fans are left to plan.
  planned_at timestamptz
);

-- One mail of one week to one fan: the key prevents a second one.
CREATE TABLE digest_mails (
  week date NOT NULL REFERENCES digest_weeks (week) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  -- Next attempt; during one, when it is taken for lost with its server.
  due_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- NULL while it is on its way. `empty`: the week had nothing for this fan.
  outcome text CHECK (outcome IN ('sent', 'empty', 'unwanted', 'refused', 'expired')),
  PRIMARY KEY (week, user_id)
);
CREATE INDEX digest_mails_due ON digest_mails (due_at, user_id) WHERE outcome IS NULL;
CREATE INDEX digest_mails_of_fan ON digest_mails (user_id);
