CREATE TABLE courses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL,
  description text NOT NULL,
  platform text NOT NULL,
  url text NOT NULL,
  slug text NOT NULL,
  level text NOT NULL,
  status text NOT NULL,
  access text,
  price_minor bigint,
  currency text,
  language text,
  duration text,
  tags text[] NOT NULL DEFAULT '{}',
  rating real,
  checked_on date,
  hidden_at timestamptz,
  hidden_reason text,
  corrected_fields text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT courses_level_known CHECK (level IN ('Beginner', 'Intermediate', 'Advanced', 'All')),
  CONSTRAINT courses_status_known CHECK (status IN ('Free', 'Paid')),
  CONSTRAINT courses_access_known CHECK (access IN ('free-certificate', 'free-to-learn', 'financial-aid', 'paid')),
  CONSTRAINT courses_price_positive CHECK (price_minor > 0),
  CONSTRAINT courses_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT courses_rating_range CHECK (rating BETWEEN 0 AND 5)
);
CREATE UNIQUE INDEX courses_platform_url_unique ON courses (platform, url);
CREATE UNIQUE INDEX courses_slug_unique ON courses (slug);
CREATE INDEX courses_kept ON courses (id) WHERE hidden_at IS NOT NULL OR corrected_fields <> '{}';

-- Triggers of services/catalogue/search write the search index, and rebuild_search() replaces course_search. TypeORM does not know
-- these tables. Nothing has a foreign key to courses, because that would forbid TRUNCATE.
CREATE TABLE course_search (
  course_id uuid PRIMARY KEY,
  rating_order real NOT NULL,
  price_order real NOT NULL,
  newest_order timestamptz NOT NULL,
  facets text[] NOT NULL,
  doc tsvector NOT NULL,
  part smallint NOT NULL
);
-- One index for each share of the catalogue, from 1/64 to 1/2, so that a search with many results can stop early.
CREATE INDEX course_search_doc_0 ON course_search USING gin (doc) WITH (fastupdate = off) WHERE part = 0;
CREATE INDEX course_search_doc_1 ON course_search USING gin (doc) WITH (fastupdate = off) WHERE part = 1;
CREATE INDEX course_search_doc_2 ON course_search USING gin (doc) WITH (fastupdate = off) WHERE part = 2;
CREATE INDEX course_search_doc_3 ON course_search USING gin (doc) WITH (fastupdate = off) WHERE part = 3;
CREATE INDEX course_search_doc_4 ON course_search USING gin (doc) WITH (fastupdate = off) WHERE part = 4;
CREATE INDEX course_search_doc_5 ON course_search USING gin (doc) WITH (fastupdate = off) WHERE part = 5;
CREATE INDEX course_search_doc_6 ON course_search USING gin (doc) WITH (fastupdate = off) WHERE part = 6;
CREATE INDEX course_search_rating ON course_search (rating_order DESC, course_id);
CREATE INDEX course_search_price ON course_search (price_order, course_id);
CREATE INDEX course_search_newest ON course_search (newest_order DESC, course_id);

-- A word of a title counts twice: as a word, and with ^ in front as a word of a title.
CREATE TABLE catalogue_words (
  word text COLLATE "C" PRIMARY KEY,
  n integer NOT NULL
);
-- Every search that corrects its spelling would read the pending entries.
CREATE INDEX catalogue_words_alike ON catalogue_words USING gin (word gin_trgm_ops) WITH (fastupdate = off)
  WHERE word < '^' OR word > '_';

CREATE TABLE course_facets (
  lexeme text COLLATE "C" PRIMARY KEY,
  label text NOT NULL,
  n integer NOT NULL
);
CREATE INDEX course_facets_frequent ON course_facets (left(lexeme, 3), n DESC);

CREATE TABLE course_totals (
  tag text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  level text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (tag, platform, level, status)
);

CREATE TYPE course_sort_key AS (key double precision, course_id uuid);
-- One row. The bounds are those of the buckets of the sort orders (decision 111).
CREATE TABLE catalogue_state (
  id integer PRIMARY KEY DEFAULT 1 CONSTRAINT catalogue_state_one CHECK (id = 1),
  is_search_behind boolean NOT NULL,
  rating_bounds course_sort_key[],
  price_bounds course_sort_key[],
  newest_bounds course_sort_key[]
);
INSERT INTO catalogue_state (is_search_behind) VALUES (false);

CREATE TABLE catalogue_imports (
  fingerprint text PRIMARY KEY,
  done_rows bigint NOT NULL,
  refused_rows bigint NOT NULL,
  added bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0,
  unchanged bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE course_former_links (
  platform text NOT NULL,
  url text NOT NULL,
  course_id uuid NOT NULL,
  PRIMARY KEY (platform, url)
);

CREATE TABLE course_link_checks (
  course_id uuid PRIMARY KEY,
  url text NOT NULL,
  checked_at timestamptz NOT NULL DEFAULT now(),
  is_dead boolean NOT NULL DEFAULT false,
  problem text,
  dead_since timestamptz
);
CREATE INDEX course_link_checks_dead ON course_link_checks (dead_since) WHERE is_dead;

CREATE TABLE course_uploads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  requested_by_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  file_name text NOT NULL,
  preset text NOT NULL,
  content bytea,
  size_bytes integer NOT NULL,
  status text NOT NULL DEFAULT 'queued',
  progress jsonb NOT NULL DEFAULT '{}',
  rejections jsonb NOT NULL DEFAULT '[]',
  failure text,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT course_uploads_status_known CHECK (status IN ('queued', 'running', 'finished', 'failed'))
);
CREATE INDEX course_uploads_created ON course_uploads (created_at);
CREATE INDEX course_uploads_requested_by ON course_uploads (requested_by_id);
