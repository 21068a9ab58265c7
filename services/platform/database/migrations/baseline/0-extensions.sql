CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
-- Reads the search index after a start (decision 076). Only a superuser may install it, and some servers do not have it: searches
-- work without it.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_prewarm WITH SCHEMA public;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_prewarm is not installed: %', SQLERRM;
END $$;
