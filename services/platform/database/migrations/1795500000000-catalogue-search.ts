import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The catalogue's search: courses get a page name and more facts, and triggers keep beside them a narrow table to
 * search in, the words and facet values that occur, and totals by facets. TypeORM does not know these tables.
 */
export class CatalogueSearch1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...textFunctions, ...facts, ...tables, ...upkeep]) await runner.query(statement);
    await runner.query('SELECT add_to_search(array_agg(id)) FROM courses');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER courses_name_page ON courses;
      DROP TRIGGER courses_added ON courses;
      DROP TRIGGER courses_changed ON courses;
      DROP TRIGGER courses_removed ON courses;
      DROP TRIGGER courses_emptied ON courses;
      DROP TABLE catalogue_imports, course_search, catalogue_words, course_facets, course_totals;
      DROP FUNCTION name_course_page, keep_search, empty_search, add_to_search, drop_from_search,
        count_in_search, course_slug, course_facets_of, course_price_order, course_words;
      ALTER TABLE courses DROP slug, DROP language, DROP duration, DROP checked_on;
    `);
  }
}

const textFunctions = [
  'CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public',
  'CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public',
  // Words of courses and of searches alike: no accents, lower case, letters and digits between single spaces.
  // Named collation: in a database with the C locale the default one knows no letters but A to Z.
  `CREATE FUNCTION course_words(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      folded text COLLATE pg_c_utf8 :=
        lower(public.unaccent('public.unaccent', normalize(coalesce(given, ''), NFKC)) COLLATE pg_c_utf8);
    BEGIN
      folded := replace(replace(replace(replace(folded, 'c++', 'cpp'), 'c#', 'csharp'), '.net', ' dotnet'), '.js', 'js');
      folded := translate(folded, '''’', '');
      RETURN btrim(regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g'));
    END $$`,
  `CREATE FUNCTION course_slug(title text, platform text, url text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE
      name text := btrim(left(regexp_replace(course_words(title), '[^a-z0-9]+', '-', 'g'), 70), '-');
    BEGIN
      RETURN coalesce(nullif(name, ''), 'course') || '-' || left(md5(platform || ' ' || url), 10);
    END $$`,
  // What a course can be filtered by, as lexemes that no word can be; the value is what stands behind the colon.
  `CREATE FUNCTION course_facets_of(level text, status text, platform text, tags text[]) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE
      found text[] := ARRAY['=l:' || lower(level), '=s:' || lower(status),
        '=p:' || left(replace(course_words(platform), ' ', '-'), 200)];
      tag text;
      value text;
    BEGIN
      FOREACH tag IN ARRAY tags LOOP
        value := '=t:' || left(replace(course_words(tag), ' ', '-'), 200);
        IF value <> '=t:' AND value <> ALL (found) THEN found := found || value; END IF;
      END LOOP;
      RETURN found;
    END $$`,
  // Rough rates, good enough to put prices of several currencies in order and for nothing else.
  `CREATE FUNCTION course_price_order(status text, price_minor bigint, currency text) RETURNS real
    LANGUAGE sql IMMUTABLE AS $$
      SELECT (CASE WHEN status = 'Free' THEN 0 WHEN price_minor IS NULL THEN 1e12
        ELSE price_minor * CASE currency WHEN 'NGN' THEN 0.00065 WHEN 'INR' THEN 0.0115 WHEN 'GBP' THEN 1.3
          WHEN 'EUR' THEN 1.15 WHEN 'KES' THEN 0.0077 WHEN 'ZAR' THEN 0.057 ELSE 1 END END)::real $$`,
];

const facts = [
  'ALTER TABLE courses ADD slug text, ADD language text, ADD duration text, ADD checked_on date',
  'UPDATE courses SET slug = course_slug(title, platform, url)',
  'ALTER TABLE courses ALTER slug SET NOT NULL',
  'CREATE UNIQUE INDEX courses_slug_unique ON courses (slug)',
  `CREATE FUNCTION name_course_page() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.slug := course_slug(NEW.title, NEW.platform, NEW.url);
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER courses_name_page BEFORE INSERT ON courses
    FOR EACH ROW WHEN (NEW.slug IS NULL) EXECUTE FUNCTION name_course_page()`,
];

const tables = [
  `CREATE TABLE course_search (
    course_id uuid NOT NULL CONSTRAINT course_search_pkey PRIMARY KEY,
    rating_order real NOT NULL,
    price_order real NOT NULL,
    newest_order timestamptz NOT NULL,
    facets text[] NOT NULL,
    doc tsvector NOT NULL
  )`,
  'CREATE INDEX course_search_doc ON course_search USING gin (doc)',
  'CREATE INDEX course_search_rating ON course_search (rating_order DESC, course_id)',
  'CREATE INDEX course_search_price ON course_search (price_order, course_id)',
  'CREATE INDEX course_search_newest ON course_search (newest_order DESC, course_id)',
  // A word of a title counts twice: as a word, and behind a "^" as a word of a title.
  'CREATE TABLE catalogue_words (word text COLLATE "C" CONSTRAINT catalogue_words_pkey PRIMARY KEY, n int NOT NULL)',
  `CREATE INDEX catalogue_words_alike ON catalogue_words USING gin (word gin_trgm_ops) WHERE word < '^' OR word > '_'`,
  `CREATE TABLE course_facets (
    lexeme text COLLATE "C" CONSTRAINT course_facets_pkey PRIMARY KEY, label text NOT NULL, n int NOT NULL)`,
  `CREATE TABLE course_totals (
    tag text COLLATE "C", level text COLLATE "C", status text COLLATE "C", platform text COLLATE "C", n int NOT NULL,
    CONSTRAINT course_totals_pkey PRIMARY KEY (tag, level, status, platform))`,
  `CREATE TABLE catalogue_imports (
    fingerprint text CONSTRAINT catalogue_imports_pkey PRIMARY KEY,
    done_rows bigint NOT NULL, refused_rows bigint NOT NULL, updated_at timestamptz NOT NULL DEFAULT now())`,
];

const upkeep = [
  // Sorted, so that two writers take the rows in the same order and never wait for each other in a circle. The
  // facets of a course come as one text, because arrays of arrays must all be as long as each other.
  `CREATE FUNCTION count_in_search(docs tsvector[], facets_of text[], step int) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO catalogue_words AS w (word, n)
        SELECT word, step * count(*) FROM unnest(docs) AS d (doc), unnest(tsvector_to_array(doc)) AS word
        WHERE NOT starts_with(word, '=') GROUP BY word ORDER BY word COLLATE "C"
        ON CONFLICT (word) DO UPDATE SET n = w.n + excluded.n;
      INSERT INTO course_totals AS t (tag, level, status, platform, n)
        SELECT tag, split_part(f, ' ', 1), split_part(f, ' ', 2), split_part(f, ' ', 3), step * count(*)
        FROM unnest(facets_of) AS given (f), unnest(array_prepend('', (string_to_array(f, ' '))[4:])) AS tag
        GROUP BY 1, 2, 3, 4 ORDER BY tag COLLATE "C", 2, 3, 4
        ON CONFLICT (tag, level, status, platform) DO UPDATE SET n = t.n + excluded.n;
    END $$`,
  `CREATE FUNCTION add_to_search(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      docs tsvector[];
      facets_of text[];
    BEGIN
      WITH read AS MATERIALIZED (
        SELECT c.*, course_words(title) AS title_words,
          course_facets_of(level, status, platform, tags) AS facets
        FROM unnest(ids) AS given (id) JOIN courses c USING (id)
      ), made AS (
        INSERT INTO course_search (course_id, rating_order, price_order, newest_order, facets, doc)
        SELECT id, coalesce(rating, -1), course_price_order(status, price_minor, currency), created_at, facets,
          setweight(to_tsvector('simple', title_words), 'A')
          || setweight(to_tsvector('simple', course_words(array_to_string(tags, ' '))), 'B')
          || setweight(to_tsvector('simple', course_words(platform)), 'C')
          || to_tsvector('simple', course_words(description))
          || array_to_tsvector(facets || string_to_array('^' || replace(title_words, ' ', ' ^'), ' '))
        FROM read
        RETURNING doc, array_to_string(facets, ' ') AS facets
      ) SELECT array_agg(doc), array_agg(facets) INTO docs, facets_of FROM made;
      PERFORM count_in_search(docs, facets_of, 1);
      INSERT INTO course_facets AS f (lexeme, label, n)
        SELECT lexeme, min(label), sum(n) FROM (
          SELECT '=p:' || left(replace(course_words(platform), ' ', '-'), 200) AS lexeme, platform AS label, n
          FROM (SELECT platform, count(*) AS n
            FROM unnest(ids) AS given (id) JOIN courses USING (id) GROUP BY platform) AS platforms
          UNION ALL
          SELECT '=t:' || left(replace(course_words(tag), ' ', '-'), 200), tag, n
          FROM (SELECT tag, count(*) AS n
            FROM unnest(ids) AS given (id) JOIN courses USING (id), unnest(tags) AS tag GROUP BY tag) AS tags
        ) AS seen WHERE lexeme <> '=t:' GROUP BY lexeme ORDER BY lexeme COLLATE "C"
        ON CONFLICT (lexeme) DO UPDATE SET n = f.n + excluded.n;
    END $$`,
  `CREATE FUNCTION drop_from_search(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      docs tsvector[];
      facets_of text[];
    BEGIN
      WITH gone AS (
        DELETE FROM course_search USING unnest(ids) AS given (id) WHERE course_id = given.id
        RETURNING doc, array_to_string(facets, ' ') AS facets
      ) SELECT array_agg(doc), array_agg(facets) INTO docs, facets_of FROM gone;
      PERFORM count_in_search(docs, facets_of, -1);
      UPDATE course_facets f SET n = f.n - lost.n FROM (
        SELECT value, count(*) AS n FROM unnest(facets_of) AS given (f), string_to_table(f, ' ') AS value
        GROUP BY value) AS lost WHERE lexeme = value;
    END $$`,
  `CREATE FUNCTION keep_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN PERFORM drop_from_search((SELECT array_agg(id) FROM old_courses)); END IF;
      IF TG_OP <> 'DELETE' THEN PERFORM add_to_search((SELECT array_agg(id) FROM new_courses)); END IF;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION empty_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      TRUNCATE course_search, catalogue_words, course_facets, course_totals, catalogue_imports;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER courses_added AFTER INSERT ON courses REFERENCING NEW TABLE AS new_courses
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search()`,
  `CREATE TRIGGER courses_changed AFTER UPDATE ON courses
    REFERENCING OLD TABLE AS old_courses NEW TABLE AS new_courses
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search()`,
  `CREATE TRIGGER courses_removed AFTER DELETE ON courses REFERENCING OLD TABLE AS old_courses
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search()`,
  `CREATE TRIGGER courses_emptied AFTER TRUNCATE ON courses
    FOR EACH STATEMENT EXECUTE FUNCTION empty_search()`,
];
