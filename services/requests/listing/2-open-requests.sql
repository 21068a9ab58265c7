-- Adds a request to open_requests if it can be funded, nothing is missing, and no hold hides it; paused payments do not. A
-- public one is counted for its day by a new row, because an update
-- of one row per day would make concurrent transactions wait.
CREATE OR REPLACE FUNCTION add_open_request(r requests)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  filed_on date := (r.created_at AT TIME ZONE 'UTC')::date;
BEGIN
  IF r.status NOT IN ('pending', 'reserved') OR r.needs_invoice OR r.needs_price OR NOT r.holds <@ ARRAY['frozen'] THEN
    RETURN;
  END IF;
  INSERT INTO open_requests (id, is_public, created_at, day, currency, price_minor, platform, doc)
    VALUES (r.id, r.is_public, r.created_at, filed_on, r.currency, r.price_minor, request_text(r.platform),
      request_text(r.course_title, r.platform, r.motivation, r.socials));
  IF r.is_public THEN INSERT INTO open_request_changes VALUES (filed_on, 1); END IF;
END $$;

-- Removes a request from open_requests.
CREATE OR REPLACE FUNCTION drop_open_request(request_id uuid)
RETURNS void LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM open_requests WHERE id = request_id RETURNING day, is_public)
  INSERT INTO open_request_changes SELECT day, -1 FROM gone WHERE is_public $$;

-- Updates open_requests after a write to requests.
CREATE OR REPLACE FUNCTION keep_open_requests()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM drop_open_request(OLD.id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_open_request(NEW); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER requests_kept_open AFTER INSERT OR DELETE ON requests
FOR EACH ROW EXECUTE FUNCTION keep_open_requests();

-- A reservation starts and ends without leaving the listing.
CREATE OR REPLACE TRIGGER requests_changed_open AFTER UPDATE ON requests
FOR EACH ROW WHEN (
  (OLD.status IN ('pending', 'reserved'), OLD.needs_invoice, OLD.needs_price, OLD.holds <@ ARRAY['frozen'], OLD.is_public, OLD.created_at, OLD.currency, OLD.price_minor,
    OLD.platform, OLD.course_title, OLD.motivation, OLD.socials)
  IS DISTINCT FROM (NEW.status IN ('pending', 'reserved'), NEW.needs_invoice, NEW.needs_price, NEW.holds <@ ARRAY['frozen'], NEW.is_public, NEW.created_at, NEW.currency,
    NEW.price_minor, NEW.platform, NEW.course_title, NEW.motivation, NEW.socials)
) EXECUTE FUNCTION keep_open_requests();

-- Empties open_requests and its counts.
CREATE OR REPLACE FUNCTION empty_open_requests()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE open_requests, open_request_days, open_request_changes;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER requests_emptied_open AFTER TRUNCATE ON requests
FOR EACH STATEMENT EXECUTE FUNCTION empty_open_requests();
