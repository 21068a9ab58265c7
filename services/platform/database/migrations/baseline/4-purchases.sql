CREATE TABLE purchases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE RESTRICT,
  payment_id uuid NOT NULL REFERENCES payments (id) ON DELETE RESTRICT,
  status text NOT NULL DEFAULT 'queued',
  attempt integer NOT NULL DEFAULT 1,
  owner_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  claimed_until timestamptz,
  order_number text,
  charged_minor bigint,
  charged_currency text,
  exchange_rate numeric,
  spent_minor bigint,
  overrun_minor bigint,
  overrun_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  overrun_approved_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  bought_at timestamptz,
  handed_over_at timestamptz,
  redeem_by timestamptz,
  code_seen_at timestamptz,
  reminded_at timestamptz,
  redeemed_at timestamptz,
  failure_reason text,
  proof_rejection text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT purchases_status_known CHECK (
    status IN ('queued', 'claimed', 'bought', 'handed_over', 'redeemed', 'failed')),
  CONSTRAINT purchases_claimed CHECK (status <> 'claimed' OR (owner_id IS NOT NULL AND claimed_until IS NOT NULL)),
  CONSTRAINT purchases_bought CHECK ((bought_at IS NULL) = (spent_minor IS NULL)
    AND (status NOT IN ('bought', 'handed_over') OR bought_at IS NOT NULL)),
  CONSTRAINT purchases_failed CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
);
CREATE UNIQUE INDEX purchases_one_per_payment ON purchases (payment_id);
CREATE INDEX purchases_request ON purchases (request_id);
CREATE INDEX purchases_handed_over ON purchases (handed_over_at) WHERE status = 'handed_over';
CREATE INDEX purchases_owner ON purchases (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX purchases_overrun_by ON purchases (overrun_by_id) WHERE overrun_by_id IS NOT NULL;
CREATE INDEX purchases_overrun_approved_by ON purchases (overrun_approved_by_id)
  WHERE overrun_approved_by_id IS NOT NULL;

CREATE TABLE purchase_codes (
  purchase_id uuid PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
  key_version text NOT NULL,
  wrapped_key bytea NOT NULL,
  encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE order_receipts (
  purchase_id uuid NOT NULL REFERENCES purchases (id) ON DELETE CASCADE,
  attempt integer NOT NULL,
  content_type text NOT NULL,
  data bytea,
  object_key uuid,
  uploaded_by_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (purchase_id, attempt),
  CONSTRAINT order_receipts_has_file CHECK (data IS NOT NULL OR object_key IS NOT NULL),
  CONSTRAINT order_receipts_content_type_known CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png'))
);
CREATE INDEX order_receipts_uploaded_by ON order_receipts (uploaded_by_id);

CREATE TABLE price_choices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purchase_id uuid NOT NULL REFERENCES purchases (id) ON DELETE RESTRICT,
  status text NOT NULL DEFAULT 'waiting',
  price_minor bigint NOT NULL,
  difference_minor bigint NOT NULL,
  message text NOT NULL,
  asked_by_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  due_at timestamptz NOT NULL,
  reminded_at timestamptz,
  answered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT price_choices_status_known CHECK (status IN ('waiting', 'paid', 'refund', 'expired', 'withdrawn')),
  CONSTRAINT price_choices_amounts CHECK (difference_minor > 0 AND price_minor > difference_minor),
  CONSTRAINT price_choices_answered CHECK ((status = 'waiting') = (answered_at IS NULL))
);
CREATE UNIQUE INDEX price_choices_one_waiting ON price_choices (purchase_id) WHERE status = 'waiting';
CREATE INDEX price_choices_purchase ON price_choices (purchase_id);
CREATE INDEX price_choices_asked_by ON price_choices (asked_by_id);
-- A payment may be the difference to a higher price of its purchase, which belongs to a payment itself.
ALTER TABLE payments ADD CONSTRAINT payments_price_choice_id_fkey
  FOREIGN KEY (price_choice_id) REFERENCES price_choices (id) ON DELETE RESTRICT;
