-- Adds (step 1) or subtracts (step -1) courses in the counts of words and totals. An empty tag or platform in a total means
-- all of them. The facets of a course are one text, because the rows of an array must have the same length.
CREATE OR REPLACE FUNCTION count_in_search(docs tsvector[], facets_of text[], step integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_words AS w (word, n)
    SELECT word, step * count(*) FROM unnest(docs) AS d (doc), unnest(tsvector_to_array(doc)) AS word
    WHERE NOT starts_with(word, '=') GROUP BY word
    ON CONFLICT (word) DO UPDATE SET n = w.n + excluded.n;
  INSERT INTO course_totals AS t (tag, level, status, platform, n)
    SELECT tag, split_part(f, ' ', 1), split_part(f, ' ', 2), platform, step * count(*)
    FROM unnest(facets_of) AS given (f), unnest(array_prepend('', (string_to_array(f, ' '))[4:])) AS tag,
      unnest(ARRAY['', split_part(f, ' ', 3)]) AS platform
    GROUP BY 1, 2, 3, 4
    ON CONFLICT (tag, level, status, platform) DO UPDATE SET n = t.n + excluded.n;
END $$;

-- Adds courses that are not hidden to the search index and its counts.
CREATE OR REPLACE FUNCTION add_to_search(ids uuid[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  docs tsvector[];
  facets_of text[];
  rating_bounds course_sort_key[];
  price_bounds course_sort_key[];
  newest_bounds course_sort_key[];
BEGIN
  SELECT s.rating_bounds, s.price_bounds, s.newest_bounds INTO rating_bounds, price_bounds, newest_bounds
    FROM catalogue_state s;
  WITH made AS (
    INSERT INTO course_search (course_id, rating_order, price_order, newest_order, facets, doc, part)
    SELECT c.id, e.rating_order, e.price_order, e.newest_order, e.facets,
      e.doc || bucket_lexemes(c.id, e.rating_order, e.price_order, e.newest_order, rating_bounds, price_bounds, newest_bounds),
      e.part
    FROM unnest(ids) AS given (id) JOIN courses c USING (id), LATERAL search_entry(c) AS e
    WHERE c.hidden_at IS NULL
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
    ON CONFLICT (lexeme) DO UPDATE SET n = f.n + excluded.n;
END $$;

-- Removes courses from the search index and its counts.
CREATE OR REPLACE FUNCTION drop_from_search(ids uuid[])
RETURNS void LANGUAGE plpgsql AS $$
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
END $$;

-- Updates the search index after a write to courses, and notifies the processes that keep rendered pages. During a bulk
-- import (setting courselift.bulk_import) it only records that the index is stale; the import rebuilds it at its end. An
-- update subtracts the old counts before it adds the new ones, so no order of the counted rows prevents deadlocks:
-- transactions that write courses take turns at the row of catalogue_state instead. Most courses share words, so they would
-- wait for each other anyway.
CREATE OR REPLACE FUNCTION update_search()
RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_changed boolean;
BEGIN
  -- Once per transaction, whatever its number of statements.
  PERFORM pg_notify('people', 'catalogue');
  IF current_setting('courselift.bulk_import', true) = 'on' THEN
    IF TG_OP = 'INSERT' THEN is_changed := EXISTS (SELECT FROM new_courses);
    ELSE is_changed := EXISTS (SELECT FROM old_courses); END IF;
    UPDATE catalogue_state SET is_search_behind = true WHERE is_changed AND NOT is_search_behind;
    RETURN NULL;
  END IF;
  PERFORM FROM catalogue_state FOR NO KEY UPDATE;
  IF TG_OP <> 'INSERT' THEN PERFORM drop_from_search((SELECT array_agg(id) FROM old_courses)); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_to_search((SELECT array_agg(id) FROM new_courses)); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER courses_added AFTER INSERT ON courses
REFERENCING NEW TABLE AS new_courses
FOR EACH STATEMENT EXECUTE FUNCTION update_search();

CREATE OR REPLACE TRIGGER courses_changed AFTER UPDATE ON courses
REFERENCING OLD TABLE AS old_courses NEW TABLE AS new_courses
FOR EACH STATEMENT EXECUTE FUNCTION update_search();

CREATE OR REPLACE TRIGGER courses_removed AFTER DELETE ON courses
REFERENCING OLD TABLE AS old_courses
FOR EACH STATEMENT EXECUTE FUNCTION update_search();

-- Empties the search index.
CREATE OR REPLACE FUNCTION empty_search()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE course_search, catalogue_words, course_facets, course_totals, catalogue_imports;
  UPDATE catalogue_state SET is_search_behind = false;
  PERFORM pg_notify('people', 'catalogue');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER courses_emptied AFTER TRUNCATE ON courses
FOR EACH STATEMENT EXECUTE FUNCTION empty_search();
