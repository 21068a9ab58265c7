-- Reads the tables that searches read, and their indexes, into the cache of the operating system, so that the
-- first searches after a restart of the machine stay within their limit. Returns the number of pages, or null where the
-- extension pg_prewarm is not installed. It runs with the rights of the owner, because versions of the extension
-- require rights on each index.
CREATE OR REPLACE FUNCTION warm_search()
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path TO public, pg_temp
AS $$
DECLARE
  searched regclass[] := ARRAY['course_search', 'catalogue_words', 'course_facets', 'course_totals']::regclass[];
  pages bigint;
BEGIN
  IF to_regproc('public.pg_prewarm') IS NULL THEN RETURN NULL; END IF;
  -- The mode 'read' leaves shared_buffers to what is in use, which may be smaller than the indexes.
  EXECUTE $prewarm$
    SELECT sum(pg_prewarm(relation, 'read')) FROM (
      SELECT unnest($1 || 'courses_pkey'::regclass) AS relation
      UNION ALL
      SELECT indexrelid::regclass FROM pg_index WHERE indrelid = ANY ($1)) AS relations
    $prewarm$ INTO pages USING searched;
  RETURN pages;
END $$;
