-- Up Migration
-- Domains of mailboxes made to be thrown away, as last read from DISPOSABLE_DOMAINS_URL, in addition to those that come with the product.
CREATE TABLE auth.disposable_domain (domain text PRIMARY KEY);
