-- Up Migration
-- Counts of challenges asked for lapse with their challenge, those of accounts and messages within days (domain/proof-of-work.ts).
ALTER TABLE auth.made_lately ADD COLUMN half_life_s integer NOT NULL DEFAULT 86400 CHECK (half_life_s > 0);
ALTER TABLE auth.made_lately ALTER COLUMN half_life_s DROP DEFAULT;
