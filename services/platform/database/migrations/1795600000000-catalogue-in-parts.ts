import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes searching and filling a large catalogue quick. The index of words is cut into parts, each twice as large as
 * the one before, so that a search that finds many can stop early. A large import leaves the search as it is and
 * has it made anew at the end, by `rebuild_search()`; until then `catalogue_state` says that it is behind.
 */
export class CatalogueInParts1795600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [dealing, ...tables, ...upkeep, ...rebuild]) await runner.query(statement);
    await runner.query('SELECT rebuild_search()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION rebuild_search, count_words, search_part;
      DROP TABLE catalogue_state;
      DROP INDEX course_facets_frequent;
      DELETE FROM course_facets WHERE left(lexeme, 3) IN ('=l:', '=s:');
      ALTER TABLE course_search DROP part;
      CREATE INDEX course_search_doc ON course_search USING gin (doc);
    `);
    for (const statement of formerUpkeep) await runner.query(statement);
    await runner.query('DROP FUNCTION search_entry, facet_labels');
  }
}

/** Shares of the catalogue: 1/64, 1/64, 1/32, 1/16, 1/8, 1/4, 1/2. */
const parts = [0, 1, 2, 3, 4, 5, 6];

// The last byte of an id is random in every version of UUIDs.
const dealing = `
  CREATE FUNCTION search_part(course_id uuid) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT width_bucket(get_byte(uuid_send(course_id), 15), ARRAY[4, 8, 16, 32, 64, 128])::smallint $$`;

const tables = [
  'ALTER TABLE course_search ADD part smallint NOT NULL DEFAULT 6',
  // Levels and prices come in as well, so that every number of a filter is one lookup away.
  'CREATE INDEX course_facets_frequent ON course_facets (left(lexeme, 3), n DESC)',
  // Waiting entries of this index would be read by every search that mends its spelling.
  'ALTER INDEX catalogue_words_alike SET (fastupdate = off)',
  `CREATE TABLE catalogue_state (
    id int DEFAULT 1 CONSTRAINT catalogue_state_pkey PRIMARY KEY CONSTRAINT catalogue_state_one CHECK (id = 1),
    is_search_behind boolean NOT NULL)`,
  'INSERT INTO catalogue_state (is_search_behind) VALUES (false)',
];

const upkeep = [
  'DROP FUNCTION course_facets_of',
  // What is kept of a course for searching. One place for single courses and for the whole catalogue.
  `CREATE FUNCTION search_entry(c courses, OUT rating_order real, OUT price_order real, OUT newest_order timestamptz,
      OUT facets text[], OUT doc tsvector, OUT part smallint)
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      words text[] := course_words_each(ARRAY[c.title, c.description, c.platform] || c.tags);
      tags_words text[] := words[4:];
    BEGIN
      rating_order := coalesce(c.rating, -1);
      price_order := course_price_order(c.status, c.price_minor, c.currency);
      newest_order := c.created_at;
      facets := facet_lexemes(c.level, c.status, words[3], tags_words);
      doc := setweight(to_tsvector('simple', words[1]), 'A')
        || setweight(to_tsvector('simple', array_to_string(tags_words, ' ')), 'B')
        || setweight(to_tsvector('simple', words[3]), 'C')
        || to_tsvector('simple', words[2])
        || array_to_tsvector(facets || string_to_array('^' || replace(words[1], ' ', ' ^'), ' '));
      part := search_part(c.id);
    END $$`,
  `CREATE FUNCTION facet_labels(platforms text[], tags text[]) RETURNS TABLE (lexeme text, label text)
    LANGUAGE sql STABLE AS $$
      SELECT kind || left(replace(course_words(label), ' ', '-'), 200), min(label COLLATE "C")
      FROM (SELECT '=p:', unnest(platforms) UNION SELECT '=t:', unnest(tags)
        UNION SELECT '=l:', unnest(ARRAY['Beginner', 'Intermediate', 'Advanced', 'All'])
        UNION SELECT '=s:', unnest(ARRAY['Free', 'Paid'])) AS seen (kind, label) GROUP BY 1 $$`,
  `CREATE OR REPLACE FUNCTION add_to_search(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      docs tsvector[];
      facets_of text[];
    BEGIN
      WITH made AS (
        INSERT INTO course_search (course_id, rating_order, price_order, newest_order, facets, doc, part)
        SELECT c.id, e.* FROM unnest(ids) AS given (id) JOIN courses c USING (id), LATERAL search_entry(c) AS e
        RETURNING doc, array_to_string(facets, ' ') AS facets
      ) SELECT array_agg(doc), array_agg(facets) INTO docs, facets_of FROM made;
      PERFORM count_in_search(docs, facets_of, 1);
      INSERT INTO course_facets AS f (lexeme, label, n)
        SELECT lexeme, label, n FROM (
          SELECT value AS lexeme, count(*) AS n FROM unnest(facets_of) AS given (f), string_to_table(f, ' ') AS value
          GROUP BY value) AS counted
        JOIN (SELECT array_agg(DISTINCT platform) AS platforms FROM unnest(ids) AS given (id) JOIN courses USING (id))
          AS p ON true
        JOIN (SELECT array_agg(DISTINCT tag) AS tags
          FROM unnest(ids) AS given (id) JOIN courses USING (id), unnest(tags) AS tag) AS t ON true
        JOIN LATERAL facet_labels(platforms, tags) AS named USING (lexeme)
        ORDER BY lexeme COLLATE "C"
        ON CONFLICT (lexeme) DO UPDATE SET n = f.n + excluded.n;
    END $$`,
  // A large import asks for "courselift.bulk_import": it makes the search anew once, at its end.
  `CREATE OR REPLACE FUNCTION keep_search() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      is_changed boolean;
    BEGIN
      IF current_setting('courselift.bulk_import', true) = 'on' THEN
        IF TG_OP = 'INSERT' THEN is_changed := EXISTS (SELECT FROM new_courses);
        ELSE is_changed := EXISTS (SELECT FROM old_courses); END IF;
        UPDATE catalogue_state SET is_search_behind = true WHERE is_changed AND NOT is_search_behind;
        RETURN NULL;
      END IF;
      IF TG_OP <> 'INSERT' THEN PERFORM drop_from_search((SELECT array_agg(id) FROM old_courses)); END IF;
      IF TG_OP <> 'DELETE' THEN PERFORM add_to_search((SELECT array_agg(id) FROM new_courses)); END IF;
      RETURN NULL;
    END $$`,
  `CREATE OR REPLACE FUNCTION empty_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      TRUNCATE course_search, catalogue_words, course_facets, course_totals, catalogue_imports;
      UPDATE catalogue_state SET is_search_behind = false;
      RETURN NULL;
    END $$`,
];

const partIndexes = parts
  .map(
    (part) =>
      `CREATE INDEX course_search_next_doc_${part} ON course_search_next USING gin (doc) WITH (fastupdate = off) WHERE part = ${part};`,
  )
  .join('\n      ');

const rebuild = [
  // PostgreSQL counts words on one core only, since ts_stat() could be given anything to run. This only reads, so
  // each half of the catalogue may have a core. Its price is named so that it is worth one.
  `CREATE FUNCTION count_words(condition text) RETURNS TABLE (word text, n int)
    LANGUAGE plpgsql STABLE PARALLEL SAFE COST 100000 AS $$
    BEGIN
      RETURN QUERY SELECT s.word, s.ndoc FROM ts_stat('SELECT doc FROM course_search_next WHERE ' || condition) AS s;
    END $$`,
  // Searches go on with the old state; only the change of tables at the very end makes them wait, for a moment.
  // Writers of courses wait throughout. PostgreSQL makes the new table on several cores.
  `CREATE FUNCTION rebuild_search() RETURNS void LANGUAGE plpgsql
    SET jit = off SET enable_seqscan = on SET work_mem = '128MB' SET maintenance_work_mem = '256MB'
    SET parallel_tuple_cost = 0 SET parallel_setup_cost = 0 AS $$
    DECLARE
      name text;
    BEGIN
      LOCK TABLE courses IN SHARE ROW EXCLUSIVE MODE;
      CREATE TABLE course_search_next AS SELECT c.id AS course_id, e.* FROM courses c, LATERAL search_entry(c) AS e;
      ALTER TABLE course_search_next ALTER course_id SET NOT NULL, ALTER rating_order SET NOT NULL, ALTER price_order SET NOT NULL,
        ALTER newest_order SET NOT NULL, ALTER facets SET NOT NULL, ALTER doc SET NOT NULL, ALTER part SET NOT NULL;
      ALTER TABLE course_search_next ADD CONSTRAINT course_search_next_pkey PRIMARY KEY (course_id);
      ${partIndexes}
      CREATE INDEX course_search_next_rating ON course_search_next (rating_order DESC, course_id);
      CREATE INDEX course_search_next_price ON course_search_next (price_order, course_id);
      CREATE INDEX course_search_next_newest ON course_search_next (newest_order DESC, course_id);
      ANALYZE course_search_next;

      CREATE TEMP TABLE counted ON COMMIT DROP AS SELECT word, sum(n) AS n
        FROM (SELECT * FROM count_words('part = 6') UNION ALL SELECT * FROM count_words('part < 6')) AS halves GROUP BY word;
      -- Each course has one platform: with it the course is counted among those of any tag.
      CREATE TEMP TABLE totals ON COMMIT DROP AS
        SELECT unnest(facets[3:]) AS tag, facets[1] AS level, facets[2] AS status, facets[3] AS platform, count(*) AS n
        FROM course_search_next GROUP BY 1, 2, 3, 4;
      DELETE FROM catalogue_words;
      INSERT INTO catalogue_words (word, n) SELECT word, n FROM counted WHERE NOT starts_with(word, '=');
      DELETE FROM course_totals;
      INSERT INTO course_totals (tag, level, status, platform, n) SELECT CASE WHEN tag = platform THEN '' ELSE tag END, level, status, platform, n FROM totals;
      DELETE FROM course_facets;
      INSERT INTO course_facets (lexeme, label, n)
        SELECT lexeme, label, n FROM counted JOIN facet_labels(
          ARRAY(SELECT DISTINCT platform FROM courses), ARRAY(SELECT DISTINCT unnest(tags) FROM courses)) ON lexeme = word;
      DROP TABLE counted, totals;
      ANALYZE courses, catalogue_words, course_totals, course_facets;

      DROP TABLE course_search;
      ALTER TABLE course_search_next RENAME TO course_search;
      FOR name IN SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid
        WHERE indrelid = 'course_search'::regclass LOOP
        EXECUTE format('ALTER INDEX %I RENAME TO %I', name, replace(name, '_next', ''));
      END LOOP;
      UPDATE catalogue_state SET is_search_behind = false;
    END $$`,
];

// The bodies of the migration before this one.
const formerUpkeep = [
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
  `CREATE OR REPLACE FUNCTION add_to_search(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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
  `CREATE OR REPLACE FUNCTION keep_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN PERFORM drop_from_search((SELECT array_agg(id) FROM old_courses)); END IF;
      IF TG_OP <> 'DELETE' THEN PERFORM add_to_search((SELECT array_agg(id) FROM new_courses)); END IF;
      RETURN NULL;
    END $$`,
  `CREATE OR REPLACE FUNCTION empty_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      TRUNCATE course_search, catalogue_words, course_facets, course_totals, catalogue_imports;
      RETURN NULL;
    END $$`,
];
