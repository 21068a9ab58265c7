-- Counts the words of the courses in course_search_next that meet a condition. ts_stat() never runs in parallel, because it
-- accepts any query; this function may, and its cost makes the planner run two calls at the same time.
CREATE OR REPLACE FUNCTION count_words(condition text)
RETURNS TABLE(word text, n integer) LANGUAGE plpgsql STABLE PARALLEL SAFE COST 100000 AS $$
BEGIN
  RETURN QUERY SELECT s.word, s.ndoc FROM ts_stat('SELECT doc FROM course_search_next WHERE ' || condition) AS s;
END $$;

-- Returns the bounds of 256 buckets with equally many courses in each sort order, from a sample of at most 64 MB. Null for a
-- catalogue with fewer courses than that.
CREATE OR REPLACE FUNCTION measure_sort_bounds(
  OUT rating_bounds course_sort_key[],
  OUT price_bounds course_sort_key[],
  OUT newest_bounds course_sort_key[]
)
RETURNS record LANGUAGE plpgsql STABLE AS $$
DECLARE
  shares float8[] := ARRAY(SELECT n / 256.0 FROM generate_series(1, 255) AS n);
  sampled real := least(100, 100 * 8192.0 / greatest(1, pg_relation_size('courses') / 8192));
BEGIN
  SELECT percentile_disc(shares) WITHIN GROUP (ORDER BY (-course_rating_order(rating), id)::course_sort_key),
    percentile_disc(shares) WITHIN GROUP (ORDER BY (course_price_order(status, price_minor, currency), id)::course_sort_key),
    percentile_disc(shares) WITHIN GROUP (ORDER BY (-date_part('epoch', created_at), id)::course_sort_key)
    INTO rating_bounds, price_bounds, newest_bounds
    FROM courses TABLESAMPLE SYSTEM (sampled) WHERE hidden_at IS NULL HAVING count(*) >= 256;
END $$;

-- Builds the search index and its counts again from all courses that are not hidden, in a table that then replaces course_search. Searches use
-- the old table until then; writes to courses wait. It runs with the rights of the owner of the tables, so that a role that
-- owns nothing can import courses.
CREATE OR REPLACE FUNCTION rebuild_search()
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path TO public, pg_temp
  SET jit TO 'off'
  SET enable_seqscan TO 'on'
  SET work_mem TO '128MB'
  SET maintenance_work_mem TO '256MB'
  SET parallel_tuple_cost TO '0'
  SET parallel_setup_cost TO '0'
AS $$
DECLARE
  name text;
  granted record;
  bounds record;
BEGIN
  LOCK TABLE courses IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO bounds FROM measure_sort_bounds();
  CREATE TABLE course_search_next AS
    SELECT c.id AS course_id, e.rating_order, e.price_order, e.newest_order, e.facets,
      e.doc || bucket_lexemes(c.id, e.rating_order, e.price_order, e.newest_order,
        bounds.rating_bounds, bounds.price_bounds, bounds.newest_bounds) AS doc,
      e.part
    FROM courses c, LATERAL search_entry(c) AS e
    WHERE c.hidden_at IS NULL
    -- Most searches count a part, or read the best-rated matches: those are on adjacent pages then.
    ORDER BY part, rating_order DESC, course_id;
  ALTER TABLE course_search_next ALTER course_id SET NOT NULL, ALTER rating_order SET NOT NULL, ALTER price_order SET NOT NULL,
    ALTER newest_order SET NOT NULL, ALTER facets SET NOT NULL, ALTER doc SET NOT NULL, ALTER part SET NOT NULL;
  ALTER TABLE course_search_next ADD CONSTRAINT course_search_next_pkey PRIMARY KEY (course_id);
  CREATE INDEX course_search_next_doc_0 ON course_search_next USING gin (doc) WITH (fastupdate = off) WHERE part = 0;
  CREATE INDEX course_search_next_doc_1 ON course_search_next USING gin (doc) WITH (fastupdate = off) WHERE part = 1;
  CREATE INDEX course_search_next_doc_2 ON course_search_next USING gin (doc) WITH (fastupdate = off) WHERE part = 2;
  CREATE INDEX course_search_next_doc_3 ON course_search_next USING gin (doc) WITH (fastupdate = off) WHERE part = 3;
  CREATE INDEX course_search_next_doc_4 ON course_search_next USING gin (doc) WITH (fastupdate = off) WHERE part = 4;
  CREATE INDEX course_search_next_doc_5 ON course_search_next USING gin (doc) WITH (fastupdate = off) WHERE part = 5;
  CREATE INDEX course_search_next_doc_6 ON course_search_next USING gin (doc) WITH (fastupdate = off) WHERE part = 6;
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
  INSERT INTO course_totals (tag, level, status, platform, n) SELECT tag, level, status, '', sum(n) FROM course_totals GROUP BY 1, 2, 3;
  DELETE FROM course_facets;
  INSERT INTO course_facets (lexeme, label, n)
    SELECT lexeme, label, n FROM counted JOIN facet_labels(
      ARRAY(SELECT DISTINCT platform FROM courses), ARRAY(SELECT DISTINCT unnest(tags) FROM courses)) ON lexeme = word;
  DROP TABLE counted, totals;
  ANALYZE courses, catalogue_words, course_totals, course_facets;

  FOR granted IN SELECT privilege_type AS privilege, grantee::regrole AS role FROM pg_class, aclexplode(relacl)
    WHERE oid = 'course_search'::regclass AND grantee NOT IN (0, relowner) LOOP
    EXECUTE format('GRANT %s ON course_search_next TO %s', granted.privilege, granted.role);
  END LOOP;
  DROP TABLE course_search;
  ALTER TABLE course_search_next RENAME TO course_search;
  FOR name IN SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid
    WHERE indrelid = 'course_search'::regclass LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', name, replace(name, '_next', ''));
  END LOOP;
  UPDATE catalogue_state SET is_search_behind = false, rating_bounds = bounds.rating_bounds,
    price_bounds = bounds.price_bounds, newest_bounds = bounds.newest_bounds;
  PERFORM pg_notify('people', 'catalogue');
END $$;
