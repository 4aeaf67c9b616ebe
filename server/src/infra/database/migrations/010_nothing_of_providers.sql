-- Up Migration
-- Only the identity that a provider vouches for is stored; some rows held more.
UPDATE auth.account SET access_token = NULL, refresh_token = NULL, id_token = NULL, scope = NULL,
  access_token_expires_at = NULL, refresh_token_expires_at = NULL
WHERE provider_id <> 'credential';
