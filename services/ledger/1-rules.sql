-- Rejects a transaction with fewer than two postings, or whose postings do not add up to 0 in a currency. The argument of
-- the trigger is the column with the id of the transaction.
CREATE OR REPLACE FUNCTION check_ledger_transaction()
RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
BEGIN
  IF (SELECT count(*) FROM ledger_postings WHERE transaction_id = checked) < 2 THEN
    RAISE EXCEPTION 'Ledger transaction % has fewer than two postings', checked USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM ledger_postings WHERE transaction_id = checked
             GROUP BY currency HAVING sum(amount_minor) <> 0) THEN
    RAISE EXCEPTION 'Ledger transaction % does not add up to 0', checked USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Locks an account that may not be negative until the end of the transaction. The first key is an arbitrary number that
-- sets these locks apart from other advisory locks.
CREATE OR REPLACE FUNCTION lock_ledger_account(account text)
RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(722002, hashtext(account))
$$;

-- Rejects a debit that makes the account of a request or pool negative. The lock is held until the commit is visible, so
-- that of two concurrent debits the second one sees the first.
CREATE OR REPLACE FUNCTION check_ledger_holding()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_ledger_account(NEW.account);
  IF (SELECT sum(amount_minor) FROM ledger_postings
      WHERE account = NEW.account AND currency = NEW.currency) > 0 THEN
    RAISE EXCEPTION 'Ledger account % would be negative', NEW.account USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Rejects every change of the ledger, also by the owner of its tables.
CREATE OR REPLACE FUNCTION reject_ledger_change()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

-- PostgreSQL has no CREATE OR REPLACE for constraint triggers.
DROP TRIGGER IF EXISTS ledger_transactions_balanced ON ledger_transactions;
CREATE CONSTRAINT TRIGGER ledger_transactions_balanced AFTER INSERT ON ledger_transactions
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction('id');

DROP TRIGGER IF EXISTS ledger_postings_balanced ON ledger_postings;
CREATE CONSTRAINT TRIGGER ledger_postings_balanced AFTER INSERT ON ledger_postings
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction('transaction_id');

DROP TRIGGER IF EXISTS ledger_postings_holding ON ledger_postings;
CREATE CONSTRAINT TRIGGER ledger_postings_holding AFTER INSERT ON ledger_postings
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.amount_minor > 0 AND NEW.account ~ '^(request|pool):') EXECUTE FUNCTION check_ledger_holding();

CREATE OR REPLACE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
FOR EACH STATEMENT EXECUTE FUNCTION reject_ledger_change();

CREATE OR REPLACE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
FOR EACH STATEMENT EXECUTE FUNCTION reject_ledger_change();
