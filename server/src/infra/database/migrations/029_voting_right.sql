-- Up Migration
-- The operator may close a fan's right to vote, with a reason that the fan reads. On the account's own row: the session and the ledger read
-- that anyway, and it goes with the account. Ballots cast before stay counted.

ALTER TABLE auth."user"
  -- NULL while the right is open.
  ADD COLUMN voting_closed_at timestamptz,
  ADD COLUMN voting_closed_reason text CHECK (length(voting_closed_reason) BETWEEN 1 AND 300),
  ADD CONSTRAINT voting_closed_for_a_reason CHECK ((voting_closed_at IS NULL) = (voting_closed_reason IS NULL));
