-- Up Migration
-- Domains of mailboxes made to be thrown away, as the list of DISPOSABLE_DOMAINS_URL named them last, beside those that come with the product.
CREATE TABLE auth.disposable_domain (domain text PRIMARY KEY);
