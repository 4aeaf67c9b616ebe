-- Up Migration
-- A phone that opens an account: international form, and proven by a code before it stands here as verified.
ALTER TABLE auth."user"
  ADD COLUMN phone_number text UNIQUE CHECK (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  ADD COLUMN phone_number_verified boolean NOT NULL DEFAULT false;
