-- Up Migration
-- The mailbox that an address leads to, as domain/mailbox.ts folds it; NULL for placeholders and until the next start of a server fills it.
-- An unconfirmed address claims no mailbox: otherwise a stranger could lock its owner out.
ALTER TABLE auth."user" ADD COLUMN mailbox text;
CREATE UNIQUE INDEX user_mailbox ON auth."user" (mailbox) WHERE email_verified;
CREATE INDEX user_without_mailbox ON auth."user" (created_at) WHERE mailbox IS NULL AND email NOT LIKE '%@phone.invalid';
