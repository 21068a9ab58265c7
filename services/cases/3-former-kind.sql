-- Cases about failing jobs had a kind of their own, with which workers of the previous release open them.
CREATE OR REPLACE FUNCTION rename_former_kind()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kind := 'incident';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER cases_former_kind BEFORE INSERT ON cases
FOR EACH ROW WHEN (NEW.kind = 'job_failure') EXECUTE FUNCTION rename_former_kind();
