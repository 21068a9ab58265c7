-- Rejects a change of a row, for tables whose rows are evidence of what operators did.
CREATE OR REPLACE FUNCTION reject_change()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % are only inserted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER audit_entries_insert_only BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER case_acts_insert_only BEFORE UPDATE OR DELETE ON case_acts
FOR EACH ROW EXECUTE FUNCTION reject_change();
