-- Up Migration
-- Where each ballot came from, for comparing ballots with one another, until 30 days after its match's publication.

-- Columns of the ballot: they cost the ledger no second row, and go to another owner with it. All null once deleted.
ALTER TABLE votes
  -- Place in the domain's ACCOUNT_STRENGTHS, at the latest change.
  ADD COLUMN account_strength smallint CHECK (account_strength BETWEEN 0 AND 4),
  -- Age of the account in whole hours.
  ADD COLUMN account_hours smallint CHECK (account_hours >= 0),
  -- The first 64 bits of an HMAC under the key of the match's season: of the address (/32 of IPv4, /64 of IPv6) …
  ADD COLUMN network_hash bigint,
  -- … of its /24 or /56 …
  ADD COLUMN network_hash_wide bigint,
  -- … of its /48, for IPv6 alone …
  ADD COLUMN network_hash_widest bigint,
  -- … and of the device, null when the ballot came without a known one.
  ADD COLUMN device_hash bigint,
  -- How often the ballot was changed after it was first cast.
  ADD COLUMN changes smallint CHECK (changes >= 0),
  ADD CONSTRAINT evidence_is_whole CHECK (CASE WHEN account_strength IS NULL
    THEN num_nonnulls(account_hours, network_hash, network_hash_wide, network_hash_widest, device_hash, changes) = 0
    ELSE num_nulls(account_hours, changes) = 0 END);

-- Once true, no ballot of the match has evidence, and none is ever collected for it again.
ALTER TABLE matches ADD COLUMN evidence_ended boolean NOT NULL DEFAULT false;
CREATE INDEX matches_with_evidence ON matches (match_date) WHERE NOT evidence_ended;
