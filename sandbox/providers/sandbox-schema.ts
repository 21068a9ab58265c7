/** Tables of the sandbox's SQLite file; times are milliseconds since 1970, amounts minor units. */
export const sandboxSchema = `
CREATE TABLE IF NOT EXISTS transactions (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  access_code TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  email TEXT NOT NULL,
  requested_amount_minor INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  refunded_minor INTEGER NOT NULL DEFAULT 0,
  callback_url TEXT,
  metadata TEXT,
  channels TEXT NOT NULL,
  gateway_response TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  paid_at INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS refunds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL REFERENCES transactions (reference),
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  from_dashboard INTEGER NOT NULL,
  customer_note TEXT,
  merchant_note TEXT,
  account_last4 TEXT,
  retries INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS refunds_reference ON refunds (reference);
CREATE INDEX IF NOT EXISTS refunds_due ON refunds (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS disputes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL REFERENCES transactions (reference),
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  resolution TEXT,
  category TEXT NOT NULL,
  lost INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  evidence TEXT,
  uploaded_filename TEXT,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  resolved_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS disputes_reference ON disputes (reference);

CREATE TABLE IF NOT EXISTS dispute_files (
  filename TEXT PRIMARY KEY,
  dispute_id INTEGER NOT NULL REFERENCES disputes (id),
  content_type TEXT,
  content BLOB
) STRICT;

CREATE TABLE IF NOT EXISTS webhook_events (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS webhook_events_reference ON webhook_events (reference);

CREATE TABLE IF NOT EXISTS webhook_deliveries (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES webhook_events (id),
  state TEXT NOT NULL,
  forged INTEGER NOT NULL DEFAULT 0,
  reorder_group INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  from_ms INTEGER NOT NULL,
  wait_ms INTEGER NOT NULL DEFAULT 0,
  last_status INTEGER,
  last_error TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX IF NOT EXISTS webhook_deliveries_open ON webhook_deliveries (from_ms) WHERE state <> 'done';

CREATE TABLE IF NOT EXISTS faults (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  target TEXT NOT NULL,
  reference TEXT,
  email TEXT,
  remaining INTEGER,
  used INTEGER NOT NULL DEFAULT 0,
  fault TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  received_at INTEGER NOT NULL,
  parsed TEXT NOT NULL,
  raw BLOB NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS mail_recipients (
  mail_id INTEGER NOT NULL REFERENCES mails (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  PRIMARY KEY (mail_id, address)
) STRICT;
CREATE INDEX IF NOT EXISTS mail_recipients_address ON mail_recipients (address);

CREATE TABLE IF NOT EXISTS google_keys (
  kid TEXT PRIMARY KEY,
  private_jwk TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS google_people (
  sub TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_verified INTEGER NOT NULL,
  hosted_domain TEXT,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`;
