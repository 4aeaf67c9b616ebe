-- Up Migration
-- A second proof of who signs in. Secrets and recovery codes are encrypted with the server's secret.
ALTER TABLE auth."user" ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;

-- How sure a session's beginning was: 1 for one proof, 2 for two.
ALTER TABLE auth.session ADD COLUMN aal integer NOT NULL DEFAULT 1 CHECK (aal IN (1, 2));

CREATE TABLE auth.two_factor (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL UNIQUE REFERENCES auth."user" (id) ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);
