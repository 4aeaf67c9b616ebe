-- Up Migration
-- Wanted by the accounts library for sign-in over SAML. It stays empty: the one organisation is named by the operator's settings.
CREATE TABLE auth.sso_provider (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  issuer text NOT NULL,
  oidc_config text,
  saml_config text,
  user_id uuid NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  provider_id text NOT NULL UNIQUE,
  organization_id text,
  domain text NOT NULL,
  domain_verified boolean
);
