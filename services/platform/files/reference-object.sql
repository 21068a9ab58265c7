-- Keeps an object while a row refers to it, and lets the sweep delete it afterwards. The 15 seconds are for calls that have
-- read the row before; they end within 8.
CREATE OR REPLACE FUNCTION reference_object()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.object_key IS NOT NULL THEN
    UPDATE stored_objects SET delete_after = NULL WHERE key = NEW.object_key;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Object % is not stored any more', NEW.object_key;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.object_key IS NOT NULL
     AND (TG_OP = 'DELETE' OR OLD.object_key IS DISTINCT FROM NEW.object_key) THEN
    UPDATE stored_objects SET delete_after = now() + interval '15 seconds' WHERE key = OLD.object_key;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER certificates_object AFTER INSERT OR DELETE OR UPDATE OF object_key ON certificates
FOR EACH ROW EXECUTE FUNCTION reference_object();
CREATE OR REPLACE TRIGGER dispute_evidence_object AFTER INSERT OR DELETE OR UPDATE OF object_key ON dispute_evidence
FOR EACH ROW EXECUTE FUNCTION reference_object();
CREATE OR REPLACE TRIGGER invoices_object AFTER INSERT OR DELETE OR UPDATE OF object_key ON invoices
FOR EACH ROW EXECUTE FUNCTION reference_object();
CREATE OR REPLACE TRIGGER order_receipts_object AFTER INSERT OR DELETE OR UPDATE OF object_key ON order_receipts
FOR EACH ROW EXECUTE FUNCTION reference_object();
CREATE OR REPLACE TRIGGER profile_pictures_object AFTER INSERT OR DELETE OR UPDATE OF object_key ON profile_pictures
FOR EACH ROW EXECUTE FUNCTION reference_object();
CREATE OR REPLACE TRIGGER proofs_object AFTER INSERT OR DELETE OR UPDATE OF object_key ON proofs
FOR EACH ROW EXECUTE FUNCTION reference_object();
