CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  job text NOT NULL,
  payload jsonb NOT NULL,
  key text CONSTRAINT uq_outbox_key UNIQUE,
  available_at timestamptz NOT NULL DEFAULT now(),
  enqueued_at timestamptz,
  closed_at timestamptz,
  failed_at timestamptz,
  last_error text,
  error_key text,
  same_errors integer NOT NULL DEFAULT 0,
  traceparent text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ix_outbox_due ON outbox (available_at)
  WHERE enqueued_at IS NULL AND closed_at IS NULL AND failed_at IS NULL;
CREATE INDEX ix_outbox_enqueued ON outbox (enqueued_at) WHERE closed_at IS NULL AND failed_at IS NULL;
CREATE INDEX ix_outbox_failed ON outbox (created_at) WHERE failed_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX ix_outbox_errors ON outbox (job, error_key) WHERE error_key IS NOT NULL AND closed_at IS NULL;
CREATE INDEX ix_outbox_closed ON outbox (closed_at) WHERE closed_at IS NOT NULL;

CREATE TABLE scheduled_failures (
  job text PRIMARY KEY,
  error_key text NOT NULL,
  same_errors integer NOT NULL DEFAULT 1
);

CREATE TABLE queue_samples (
  at timestamptz NOT NULL,
  queue text NOT NULL,
  waiting integer NOT NULL,
  queued integer NOT NULL,
  failed integer NOT NULL,
  oldest_s integer NOT NULL,
  done integer NOT NULL,
  PRIMARY KEY (at, queue)
);

CREATE TABLE idempotency_keys (
  id text PRIMARY KEY,
  fingerprint text NOT NULL,
  caller_id uuid,
  response jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

CREATE TABLE stored_objects (
  key uuid PRIMARY KEY,
  sha256 bytea NOT NULL,
  size_bytes integer NOT NULL,
  delete_after timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stored_objects_to_delete ON stored_objects (delete_after) WHERE delete_after IS NOT NULL;

-- The texts of the repeatable migrations that were applied; the newest row of a path is in effect.
CREATE TABLE repeatable_migrations (
  path text NOT NULL,
  hash text NOT NULL,
  applied_at timestamptz NOT NULL,
  PRIMARY KEY (path, hash)
);
