CREATE TABLE pledges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sponsor_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  target_group text NOT NULL,
  note text,
  status text NOT NULL DEFAULT 'pledged',
  created_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz,
  CONSTRAINT pledges_amount_positive CHECK (amount_minor > 0),
  CONSTRAINT pledges_currency_known CHECK (currency IN ('NGN', 'USD', 'GBP')),
  CONSTRAINT pledges_status_known CHECK (status IN ('pledged', 'withdrawn', 'allotted')),
  CONSTRAINT pledges_withdrawn_at CHECK ((withdrawn_at IS NOT NULL) = (status = 'withdrawn'))
);
CREATE INDEX pledges_sponsor ON pledges (sponsor_id, created_at);

CREATE TABLE sponsorships (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE RESTRICT,
  sponsor_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  is_anonymous boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX sponsorships_one_per_sponsor ON sponsorships (request_id, sponsor_id);
CREATE INDEX sponsorships_sponsor ON sponsorships (sponsor_id, created_at);

CREATE SEQUENCE receipt_numbers;
CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  reference text NOT NULL,
  transaction_id text,
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE RESTRICT,
  sponsorship_id uuid NOT NULL REFERENCES sponsorships (id) ON DELETE RESTRICT,
  payer_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  price_choice_id uuid,
  price_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  terms integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'initiating',
  authorization_url text,
  access_code text,
  opened_at timestamptz,
  captured_minor bigint,
  captured_currency text,
  review_reason text,
  receipt_number bigint,
  last_checked_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT payments_amounts CHECK (price_minor > 0 AND fee_minor >= 0 AND amount_minor = price_minor + fee_minor),
  CONSTRAINT payments_captured_positive CHECK (captured_minor > 0),
  CONSTRAINT payments_currency_known CHECK (currency IN ('NGN', 'USD', 'GBP')),
  CONSTRAINT payments_status_known CHECK (status IN ('initiating', 'pending', 'approved', 'added', 'failed', 'abandoned',
    'refund_due', 'needs_review', 'reversed')),
  CONSTRAINT payments_receipt_numbered CHECK (status NOT IN ('approved', 'added') OR receipt_number IS NOT NULL)
);
CREATE UNIQUE INDEX payments_reference_unique ON payments (reference);
CREATE UNIQUE INDEX payments_one_approved_per_request ON payments (request_id) WHERE status = 'approved';
CREATE UNIQUE INDEX payments_one_open_per_payer ON payments (request_id, payer_id)
  WHERE status IN ('initiating', 'pending');
CREATE UNIQUE INDEX payments_receipt_number ON payments (receipt_number);
CREATE INDEX payments_request ON payments (request_id);
CREATE INDEX payments_sponsorship ON payments (sponsorship_id);
CREATE INDEX payments_payer ON payments (payer_id, created_at);
CREATE INDEX payments_price_choice ON payments (price_choice_id) WHERE price_choice_id IS NOT NULL;
CREATE INDEX payments_created ON payments (created_at, id);

CREATE TABLE webhook_inbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  event text NOT NULL,
  natural_key text NOT NULL,
  reference text,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX webhook_inbox_once ON webhook_inbox (natural_key);
CREATE INDEX webhook_inbox_by_time ON webhook_inbox (created_at);
CREATE INDEX webhook_inbox_reference ON webhook_inbox (reference);

CREATE TABLE provider_incidents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_event_id uuid NOT NULL REFERENCES webhook_inbox (id) ON DELETE RESTRICT,
  payment_id uuid REFERENCES payments (id) ON DELETE RESTRICT,
  kind text NOT NULL,
  event text NOT NULL,
  reference text,
  provider_id text,
  status text,
  amount_minor bigint,
  currency text,
  due_at timestamptz,
  detail text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT provider_incidents_kind_known CHECK (kind IN ('refund', 'dispute', 'rejected_transfer'))
);
CREATE UNIQUE INDEX provider_incidents_once ON provider_incidents (webhook_event_id);
CREATE INDEX provider_incidents_payment ON provider_incidents (payment_id, created_at);

-- The rules of the ledger are in services/ledger/1-rules.sql.
CREATE TABLE ledger_transactions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  reference text NOT NULL,
  payment_id uuid REFERENCES payments (id) ON DELETE RESTRICT,
  actor_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ledger_transactions_kind_known CHECK (kind IN ('capture', 'provider_fee', 'purchase', 'purchase_return', 'refund',
    'dispute_lost', 'reversal', 'allotment'))
);
CREATE UNIQUE INDEX ledger_transactions_once ON ledger_transactions (kind, reference);
CREATE INDEX ledger_transactions_payment ON ledger_transactions (payment_id, kind);
CREATE INDEX ledger_transactions_created ON ledger_transactions (created_at, id);

-- Currencies of the provider's reports have the form of ISO 4217 alone: they include some that no request has.
CREATE TABLE ledger_postings (
  transaction_id uuid NOT NULL REFERENCES ledger_transactions (id) ON DELETE RESTRICT,
  line smallint NOT NULL,
  account text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  PRIMARY KEY (transaction_id, line),
  CONSTRAINT ledger_postings_account_known CHECK (account ~
    '^(provider|provider_fees|service_fees|completion_fund|purchases|refunds_out|disputes_lost|(request|pool):[0-9a-f-]{36})$'),
  CONSTRAINT ledger_postings_amount CHECK (amount_minor <> 0),
  CONSTRAINT ledger_postings_currency_form CHECK (currency ~ '^[A-Z]{3}$')
);
CREATE INDEX ledger_postings_account ON ledger_postings (account, currency);

CREATE TABLE reconciliation_runs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  requested_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  since timestamptz NOT NULL,
  transactions integer NOT NULL DEFAULT 0,
  recorded_fees integer NOT NULL DEFAULT 0,
  differences jsonb NOT NULL DEFAULT '[]',
  difference_count integer NOT NULL DEFAULT 0,
  failure text,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reconciliation_runs_finished ON reconciliation_runs (finished_at);
CREATE INDEX reconciliation_runs_requested_by ON reconciliation_runs (requested_by_id)
  WHERE requested_by_id IS NOT NULL;

CREATE TABLE refunds (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  payment_id uuid NOT NULL REFERENCES payments (id) ON DELETE RESTRICT,
  origin text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  requested_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  approved_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  approved_at timestamptz,
  called_at timestamptz,
  provider_id text,
  read_at timestamptz,
  attentions integer NOT NULL DEFAULT 0,
  failure_reason text,
  processed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT refunds_amount_positive CHECK (amount_minor > 0),
  CONSTRAINT refunds_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT refunds_status_known CHECK (status IN ('pending', 'processing', 'needs_attention', 'processed', 'failed')),
  CONSTRAINT refunds_origin_known CHECK (origin IN ('operator', 'settlement', 'payer', 'provider', 'proof')),
  CONSTRAINT refunds_called_when_approved CHECK (called_at IS NULL OR approved_at IS NOT NULL),
  CONSTRAINT refunds_processed_at CHECK ((status = 'processed') = (processed_at IS NOT NULL))
);
CREATE INDEX refunds_payment ON refunds (payment_id, created_at);
CREATE UNIQUE INDEX refunds_provider_id ON refunds (provider_id);
CREATE UNIQUE INDEX refunds_one_open_per_payment ON refunds (payment_id)
  WHERE origin <> 'provider' AND status IN ('pending', 'processing', 'needs_attention');
CREATE INDEX refunds_open ON refunds (read_at) WHERE status IN ('pending', 'processing', 'needs_attention');
CREATE INDEX refunds_requested_by ON refunds (requested_by_id) WHERE requested_by_id IS NOT NULL;
CREATE INDEX refunds_approved_by ON refunds (approved_by_id) WHERE approved_by_id IS NOT NULL;

CREATE TABLE refund_accounts (
  refund_id uuid PRIMARY KEY REFERENCES refunds (id) ON DELETE CASCADE,
  key_version text NOT NULL,
  wrapped_key bytea NOT NULL,
  encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE disputes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  payment_id uuid NOT NULL REFERENCES payments (id) ON DELETE RESTRICT,
  provider_id text NOT NULL,
  status text NOT NULL,
  outcome text,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  category text,
  due_at timestamptz NOT NULL,
  opened_at timestamptz NOT NULL,
  reminded_at timestamptz,
  answer text,
  answered_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  answered_at timestamptz,
  message text,
  read_at timestamptz,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT disputes_amount_positive CHECK (amount_minor > 0),
  CONSTRAINT disputes_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT disputes_status_known CHECK (status IN ('awaiting_merchant', 'awaiting_bank', 'resolved')),
  CONSTRAINT disputes_outcome_known CHECK (outcome IN ('won', 'lost', 'accepted')),
  CONSTRAINT disputes_answer_known CHECK (answer IN ('accept', 'fight')),
  CONSTRAINT disputes_resolved_with_outcome CHECK (
    (status = 'resolved') = (outcome IS NOT NULL) AND (outcome IS NULL) = (resolved_at IS NULL))
);
CREATE UNIQUE INDEX disputes_provider_id ON disputes (provider_id);
CREATE INDEX disputes_payment ON disputes (payment_id, opened_at);
CREATE INDEX disputes_open ON disputes (due_at) WHERE status <> 'resolved';
CREATE INDEX disputes_answered_by ON disputes (answered_by_id) WHERE answered_by_id IS NOT NULL;
