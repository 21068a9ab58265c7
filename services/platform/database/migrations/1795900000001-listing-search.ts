import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Open requests once more, narrow, to search and to draw in: triggers keep them, and how many public ones were
 * filed on each day. TypeORM does not know these tables.
 */
export class ListingSearch1795900000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tables, ...upkeep]) await runner.query(statement);
    await runner.query('SELECT add_open_request(r) FROM requests r');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER requests_kept_open ON requests;
      DROP TRIGGER requests_changed_open ON requests;
      DROP TRIGGER requests_emptied_open ON requests;
      DROP FUNCTION keep_open_requests, empty_open_requests, add_open_request, drop_open_request, request_text;
      DROP TABLE open_requests, open_request_days, open_request_changes;
    `);
  }
}

const tables = [
  // What a keyword is looked for in. Each part on a line of its own, so that no match runs over two. Named
  // collation: in a database with the C locale the default one knows no letters but A to Z.
  `CREATE FUNCTION request_text(VARIADIC parts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT lower(array_to_string(parts, E'\\n') COLLATE pg_c_utf8) $$`,
  `CREATE TABLE open_requests (
    id uuid CONSTRAINT open_requests_pkey PRIMARY KEY,
    is_public boolean NOT NULL,
    created_at timestamptz NOT NULL,
    day date NOT NULL,
    currency text NOT NULL,
    price_minor bigint NOT NULL,
    platform text NOT NULL,
    doc text NOT NULL
  )`,
  'CREATE INDEX open_requests_waiting ON open_requests (created_at, id) INCLUDE (is_public)',
  'CREATE INDEX open_requests_price ON open_requests (currency, price_minor, id)',
  'CREATE INDEX open_requests_day ON open_requests (day, id) INCLUDE (is_public)',
  // A short list of what is not sorted in yet: every search reads all of it.
  `CREATE INDEX open_requests_doc ON open_requests
    USING gin (doc gin_trgm_ops) WITH (gin_pending_list_limit = 128)`,
  `CREATE INDEX open_requests_platform ON open_requests
    USING gin (platform gin_trgm_ops) WITH (gin_pending_list_limit = 64)`,
  // How many public ones there are a day is the sum of both tables. Whoever files or funds a request only adds a
  // row to the second, so that nobody waits for anybody; a draw folds them into the first when they have grown many.
  'CREATE TABLE open_request_days (day date CONSTRAINT open_request_days_pkey PRIMARY KEY, n int NOT NULL)',
  'CREATE TABLE open_request_changes (day date NOT NULL, n int NOT NULL)',
];

const upkeep = [
  `CREATE FUNCTION add_open_request(r requests) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      filed_on date := (r.created_at AT TIME ZONE 'UTC')::date;
    BEGIN
      IF r.status NOT IN ('pending', 'reserved') THEN RETURN; END IF;
      INSERT INTO open_requests (id, is_public, created_at, day, currency, price_minor, platform, doc)
        VALUES (r.id, r.is_public, r.created_at, filed_on, r.currency, r.price_minor, request_text(r.platform),
          request_text(r.course_title, r.platform, r.motivation, r.socials));
      IF r.is_public THEN INSERT INTO open_request_changes VALUES (filed_on, 1); END IF;
    END $$`,
  `CREATE FUNCTION drop_open_request(request_id uuid) RETURNS void LANGUAGE sql AS $$
    WITH gone AS (DELETE FROM open_requests WHERE id = request_id RETURNING day, is_public)
    INSERT INTO open_request_changes SELECT day, -1 FROM gone WHERE is_public $$`,
  `CREATE FUNCTION keep_open_requests() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN PERFORM drop_open_request(OLD.id); END IF;
      IF TG_OP <> 'DELETE' THEN PERFORM add_open_request(NEW); END IF;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION empty_open_requests() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      TRUNCATE open_requests, open_request_days, open_request_changes;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER requests_kept_open AFTER INSERT OR DELETE ON requests
    FOR EACH ROW EXECUTE FUNCTION keep_open_requests()`,
  // A reservation comes and goes without leaving the listing.
  `CREATE TRIGGER requests_changed_open AFTER UPDATE ON requests FOR EACH ROW
    WHEN ((OLD.status IN ('pending', 'reserved'), OLD.is_public, OLD.created_at, OLD.currency, OLD.price_minor,
        OLD.platform, OLD.course_title, OLD.motivation, OLD.socials)
      IS DISTINCT FROM (NEW.status IN ('pending', 'reserved'), NEW.is_public, NEW.created_at, NEW.currency,
        NEW.price_minor, NEW.platform, NEW.course_title, NEW.motivation, NEW.socials))
    EXECUTE FUNCTION keep_open_requests()`,
  `CREATE TRIGGER requests_emptied_open AFTER TRUNCATE ON requests
    FOR EACH STATEMENT EXECUTE FUNCTION empty_open_requests()`,
];
