-- Up Migration
-- What the operator did: who, what, before, after. Rows are never changed or deleted.

CREATE TABLE operator_journal (
  -- Version 7: the order of the journal.
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- The account that acted. No foreign key: it may end, the journal stays.
  operator_id uuid NOT NULL,
  action text NOT NULL CHECK (length(action) BETWEEN 1 AND 60),
  -- What was acted on, as kind and id: 'match:12', 'competition:61'; 'all' where it was everything.
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  -- NULL where there was nothing before, or nothing is left.
  before jsonb,
  after jsonb,
  correlation_id uuid NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX operator_journal_of_action ON operator_journal (action, id DESC);
CREATE INDEX operator_journal_of_subject ON operator_journal (subject, id DESC);

CREATE FUNCTION keep_operator_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the operator''s journal is only ever added to' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER operator_journal_is_only_added_to BEFORE UPDATE OR DELETE ON operator_journal
FOR EACH ROW EXECUTE FUNCTION keep_operator_journal();
CREATE TRIGGER operator_journal_is_never_emptied BEFORE TRUNCATE ON operator_journal
FOR EACH STATEMENT EXECUTE FUNCTION keep_operator_journal();
