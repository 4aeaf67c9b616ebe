-- Up Migration
-- Push messages: where fans receive them, what they wish, and which of them are on their way (docs/decisions/063).

CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('web', 'fcm', 'apns')),
  -- Address of a browser at its push service, or token of a phone.
  endpoint text NOT NULL CHECK (length(endpoint) BETWEEN 1 AND 2048),
  -- SHA-256 of kind and endpoint, a fraction of an index on the text itself.
  endpoint_hash bytea NOT NULL UNIQUE CHECK (length(endpoint_hash) = 32),
  p256dh bytea CHECK (length(p256dh) = 65),
  auth bytea CHECK (length(auth) = 16),
  created_at timestamptz NOT NULL,
  last_success_at timestamptz,
  -- Messages refused since the last success.
  failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  CONSTRAINT browsers_have_keys CHECK ((kind = 'web') = (p256dh IS NOT NULL) AND (kind = 'web') = (auth IS NOT NULL))
);
CREATE INDEX push_subscriptions_of_fan ON push_subscriptions (user_id);

-- Fans who have chosen; the others have DEFAULT_NOTIFICATIONS of domain/notification.ts.
CREATE TABLE push_settings (
  user_id uuid PRIMARY KEY REFERENCES auth."user" (id) ON DELETE CASCADE,
  opening boolean NOT NULL,
  reminder boolean NOT NULL,
  result boolean NOT NULL,
  spoilers boolean NOT NULL,
  -- Minutes of the fan's local day.
  quiet_from smallint NOT NULL CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint NOT NULL CHECK (quiet_until BETWEEN 0 AND 1439),
  time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 60),
  max_a_day smallint NOT NULL CHECK (max_a_day BETWEEN 1 AND 20)
);

-- What fans are notified of, once each.
CREATE TABLE push_occasions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  match_id bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('opening', 'reminder', 'result')),
  created_at timestamptz NOT NULL,
  -- From here on its messages are worthless.
  expires_at timestamptz NOT NULL,
  -- Last fan whose messages are planned; planning goes on behind them after a crash.
  planned_to uuid,
  -- NULL while fans are left to plan.
  planned_at timestamptz,
  UNIQUE (match_id, kind)
);
CREATE INDEX push_occasions_to_plan ON push_occasions (created_at) WHERE planned_at IS NULL;

-- One message of one occasion to one subscription: the key prevents a second one.
CREATE TABLE push_messages (
  occasion_id uuid NOT NULL REFERENCES push_occasions (id) ON DELETE CASCADE,
  subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- Next attempt; during one, when it is taken for lost with its server.
  due_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- NULL while it is on its way.
  outcome text CHECK (outcome IN ('sent', 'refused', 'expired', 'unwanted')),
  PRIMARY KEY (occasion_id, subscription_id)
);
CREATE INDEX push_messages_due ON push_messages (due_at) WHERE outcome IS NULL;
-- For the cap per day.
CREATE INDEX push_messages_of_fan ON push_messages (user_id, created_at);
CREATE INDEX push_messages_of_subscription ON push_messages (subscription_id);
