-- Up Migration
-- Two providers' rules changed (domain/mailbox.ts): the next start of a server folds their addresses again.
UPDATE auth."user" SET mailbox = NULL WHERE mailbox ~ '@(yandex\.ru|yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$';
