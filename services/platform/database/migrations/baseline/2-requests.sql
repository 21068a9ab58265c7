CREATE TABLE requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  learner_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_title text NOT NULL,
  platform text NOT NULL,
  link text NOT NULL,
  price_minor bigint NOT NULL,
  currency text NOT NULL,
  price_confirmed_at timestamptz NOT NULL DEFAULT now(),
  price_asked_at timestamptz,
  needs_price boolean NOT NULL DEFAULT false,
  duration integer NOT NULL,
  duration_unit text NOT NULL,
  motivation text NOT NULL,
  socials text NOT NULL,
  delivery text NOT NULL,
  account_email text,
  invoice_reference text,
  invoice_payee text,
  needs_invoice boolean NOT NULL DEFAULT false,
  is_private boolean NOT NULL DEFAULT false,
  is_public boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'pending',
  holds text[] NOT NULL DEFAULT '{}',
  revision integer NOT NULL DEFAULT 0,
  terms integer NOT NULL DEFAULT 0,
  reserved_by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  reserved_until timestamptz,
  paid_at timestamptz,
  enrolled_at timestamptz,
  completed_at timestamptz,
  withdrawn_at timestamptz,
  is_sample boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT requests_price_positive CHECK (price_minor > 0),
  CONSTRAINT requests_currency_known CHECK (currency IN ('NGN', 'USD', 'GBP')),
  CONSTRAINT requests_duration_positive CHECK (duration > 0),
  CONSTRAINT requests_duration_unit_known CHECK (duration_unit IN ('months', 'weeks')),
  CONSTRAINT requests_invoice CHECK (
    (delivery = 'school-invoice') = (invoice_reference IS NOT NULL AND invoice_payee IS NOT NULL)),
  CONSTRAINT requests_visible CHECK (is_private OR is_public),
  CONSTRAINT requests_status_known CHECK (
    status IN ('pending', 'reserved', 'paid', 'enrolled', 'completed', 'withdrawn', 'refunded')),
  CONSTRAINT requests_holds_known CHECK (holds <@ ARRAY['review', 'rejected', 'frozen', 'suspended', 'guardian']),
  CONSTRAINT requests_reserved_until CHECK (status <> 'reserved' OR reserved_until IS NOT NULL),
  CONSTRAINT requests_paid_at CHECK ((paid_at IS NOT NULL) = (status IN ('paid', 'enrolled', 'completed', 'refunded')))
);
CREATE INDEX requests_learner ON requests (learner_id, created_at);
CREATE INDEX requests_open ON requests (created_at) WHERE status IN ('pending', 'reserved');
CREATE INDEX requests_reserved ON requests (reserved_until) WHERE status = 'reserved';
CREATE INDEX requests_price_confirmed ON requests (price_confirmed_at) WHERE status = 'pending';
CREATE INDEX requests_paused ON requests (id) WHERE holds = ARRAY['frozen'] AND status IN ('pending', 'reserved');
CREATE INDEX requests_reserved_by ON requests (reserved_by_id) WHERE reserved_by_id IS NOT NULL;

CREATE TABLE request_recipients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  email text NOT NULL,
  invited_at timestamptz,
  resends integer NOT NULL DEFAULT 0,
  resent_at timestamptz,
  CONSTRAINT request_recipients_email_lower CHECK (email = lower(email))
);
CREATE UNIQUE INDEX request_recipients_once ON request_recipients (request_id, email);
CREATE INDEX request_recipients_email ON request_recipients (email);

CREATE TABLE former_recipients (
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  address_hash text NOT NULL,
  invited_at timestamptz NOT NULL,
  resends integer NOT NULL,
  resent_at timestamptz,
  PRIMARY KEY (request_id, address_hash)
);

CREATE TABLE platform_logins (
  request_id uuid PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
  key_version text NOT NULL,
  wrapped_key bytea NOT NULL,
  encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE invoices (
  request_id uuid PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
  content_type text NOT NULL,
  data bytea,
  object_key uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT invoices_has_file CHECK (data IS NOT NULL OR object_key IS NOT NULL),
  CONSTRAINT invoices_content_type_known CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png'))
);

CREATE TABLE request_views (
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  sponsor_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (request_id, sponsor_id)
);
CREATE INDEX request_views_sponsor ON request_views (sponsor_id);

-- Open requests once more, narrow, for searches and draws; triggers of services/requests/listing write it. TypeORM does not know
-- this table and the two after it.
CREATE TABLE open_requests (
  id uuid PRIMARY KEY,
  is_public boolean NOT NULL,
  created_at timestamptz NOT NULL,
  day date NOT NULL,
  currency text NOT NULL,
  price_minor bigint NOT NULL,
  platform text NOT NULL,
  doc text NOT NULL
);
-- For the indexes below; services/requests/listing/1-request-text.sql replaces it before the first row.
CREATE OR REPLACE FUNCTION short_pieces(whole text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT NULL::text[]';
CREATE INDEX open_requests_waiting ON open_requests (created_at, id) INCLUDE (is_public);
CREATE INDEX open_requests_price ON open_requests (currency, price_minor, id);
CREATE INDEX open_requests_day ON open_requests (day, id) INCLUDE (is_public);
-- Short lists of pending entries: every search reads all of them.
CREATE INDEX open_requests_doc ON open_requests USING gin (doc gin_trgm_ops) WITH (gin_pending_list_limit = 128);
CREATE INDEX open_requests_platform ON open_requests USING gin (platform gin_trgm_ops) WITH (gin_pending_list_limit = 64);
-- For keywords without three letters in a row, which trigrams cannot find.
CREATE INDEX open_requests_doc_short ON open_requests
  USING gin (short_pieces(doc)) WITH (gin_pending_list_limit = 256);
CREATE INDEX open_requests_platform_short ON open_requests
  USING gin (short_pieces(platform)) WITH (gin_pending_list_limit = 64);

-- The number of public open requests of a day is the sum of both tables. Filing and funding only insert into the second, so that
-- they never wait for each other; a draw adds its rows to the first when there are many.
CREATE TABLE open_request_days (
  day date PRIMARY KEY,
  n integer NOT NULL
);
CREATE TABLE open_request_changes (
  day date NOT NULL,
  n integer NOT NULL
);

CREATE TABLE meetings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  sponsor_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status text NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  proposed_starts_at timestamptz,
  room_url text NOT NULL,
  note text,
  revision integer NOT NULL DEFAULT 0,
  notified_revision integer,
  answered_revision integer,
  notified_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT meetings_end_after_start CHECK (ends_at > starts_at),
  CONSTRAINT meetings_both_times CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
  CONSTRAINT meetings_status_known CHECK (
    status IN ('awaiting_time', 'proposed', 'counter_proposed', 'accepted', 'declined', 'cancelled')),
  CONSTRAINT meetings_closed_when_ended CHECK ((cancelled_at IS NOT NULL) = (status IN ('declined', 'cancelled'))),
  CONSTRAINT meetings_time_when_agreed CHECK (status NOT IN ('proposed', 'accepted') OR starts_at IS NOT NULL),
  CONSTRAINT meetings_counter_proposal CHECK ((status = 'counter_proposed') = (proposed_starts_at IS NOT NULL))
);
CREATE UNIQUE INDEX meetings_one_per_sponsor ON meetings (request_id, sponsor_id) WHERE cancelled_at IS NULL;
CREATE INDEX meetings_of_sponsor ON meetings (sponsor_id, created_at DESC);
CREATE INDEX meetings_request ON meetings (request_id);

CREATE TABLE draws (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sponsor_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seed text NOT NULL,
  days text NOT NULL,
  first_nonce text,
  day date,
  candidates json,
  second_nonce text,
  winner_id uuid REFERENCES requests (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT draws_in_order CHECK (
    (first_nonce IS NULL) = (candidates IS NULL) AND (first_nonce IS NULL) = (day IS NULL)
    AND (second_nonce IS NULL OR first_nonce IS NOT NULL))
);
-- Written and read as a whole: not worth the time to parse and compress them.
ALTER TABLE draws ALTER days SET STORAGE EXTERNAL, ALTER candidates SET STORAGE EXTERNAL;
CREATE INDEX draws_sponsor ON draws (sponsor_id, created_at);
CREATE INDEX draws_created ON draws (created_at);
CREATE UNIQUE INDEX draws_one_open ON draws (sponsor_id) WHERE second_nonce IS NULL;
CREATE INDEX draws_winner ON draws (winner_id) WHERE winner_id IS NOT NULL;

CREATE TABLE documents_to_strip (
  document text NOT NULL,
  owner_id uuid NOT NULL,
  attempt integer NOT NULL DEFAULT 0,
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  tries integer NOT NULL DEFAULT 0,
  problem text,
  PRIMARY KEY (document, owner_id, attempt),
  CONSTRAINT documents_to_strip_document_known CHECK (document IN ('proof', 'invoice', 'receipt', 'certificate')),
  CONSTRAINT documents_to_strip_problem_known CHECK (problem IN ('encrypted', 'unreadable', 'program'))
);
CREATE INDEX documents_to_strip_request ON documents_to_strip (request_id);
