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
