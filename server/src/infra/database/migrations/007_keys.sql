-- Up Migration
-- Keys that sign what a fan's device may show to others (JWT); the private halves are encrypted with the server's secret.
CREATE TABLE auth.jwks (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  alg text,
  crv text
);
