-- Up Migration
-- How a session began (the amr of OpenID Connect); unknown for those that began before this column. It decides who may administer.
ALTER TABLE auth.session ADD COLUMN amr text
  CHECK (amr IN ('password', 'mail', 'phone', 'google', 'apple', 'sso', 'saml', 'wallet'));
