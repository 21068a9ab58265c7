import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sponsorships, payments, the ledger, and what the provider announced. */
export class Money1795200000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sponsorships (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        request_id uuid NOT NULL,
        sponsor_id uuid NOT NULL,
        is_anonymous boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT sponsorships_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX sponsorships_one_per_sponsor ON sponsorships (request_id, sponsor_id)
    `);
    await runner.query(`
      CREATE INDEX sponsorships_sponsor ON sponsorships (sponsor_id, created_at)
    `);
    await runner.query(`
      CREATE TABLE payments (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        reference text NOT NULL,
        request_id uuid NOT NULL,
        sponsorship_id uuid NOT NULL,
        payer_id uuid NOT NULL,
        price_minor bigint NOT NULL,
        fee_minor bigint NOT NULL,
        amount_minor bigint NOT NULL,
        currency text NOT NULL,
        status text NOT NULL DEFAULT 'initiating',
        authorization_url text,
        access_code text,
        captured_minor bigint,
        captured_currency text,
        review_reason text,
        last_checked_at timestamptz,
        settled_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT payments_amounts CHECK (price_minor > 0 AND fee_minor >= 0 AND amount_minor = price_minor + fee_minor),
        CONSTRAINT payments_captured_positive CHECK (captured_minor > 0),
        CONSTRAINT payments_currency_known CHECK (currency IN ('NGN', 'USD', 'GBP')),
        CONSTRAINT payments_status_known CHECK (status IN ('initiating', 'pending', 'approved', 'failed', 'abandoned', 'refund_due', 'needs_review', 'reversed')),
        CONSTRAINT payments_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX payments_reference_unique ON payments (reference)
    `);
    await runner.query(`
      CREATE UNIQUE INDEX payments_one_approved_per_request ON payments (request_id) WHERE status = 'approved'
    `);
    await runner.query(`
      CREATE UNIQUE INDEX payments_one_open_per_payer ON payments (request_id, payer_id) WHERE status IN ('initiating', 'pending')
    `);
    await runner.query(`
      CREATE INDEX payments_payer ON payments (payer_id, created_at)
    `);
    await runner.query(`
      CREATE TABLE ledger_entries (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        payment_id uuid NOT NULL,
        kind text NOT NULL,
        amount_minor bigint NOT NULL,
        currency text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ledger_entries_amount_positive CHECK (amount_minor > 0),
        CONSTRAINT ledger_entries_kind_known CHECK (kind IN ('captured', 'returned')),
        CONSTRAINT ledger_entries_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX ledger_entries_once ON ledger_entries (payment_id, kind)
    `);
    await runner.query(`
      CREATE TABLE webhook_inbox (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        event text NOT NULL,
        natural_key text NOT NULL,
        reference text,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT webhook_inbox_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX webhook_inbox_once ON webhook_inbox (natural_key)
    `);
    await runner.query(`
      ALTER TABLE sponsorships ADD CONSTRAINT sponsorships_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE RESTRICT
    `);
    await runner.query(`
      ALTER TABLE sponsorships ADD CONSTRAINT sponsorships_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES users(id) ON DELETE RESTRICT
    `);
    await runner.query(`
      ALTER TABLE payments ADD CONSTRAINT payments_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE RESTRICT
    `);
    await runner.query(`
      ALTER TABLE payments ADD CONSTRAINT payments_sponsorship_id_fkey FOREIGN KEY (sponsorship_id) REFERENCES sponsorships(id) ON DELETE RESTRICT
    `);
    await runner.query(`
      ALTER TABLE payments ADD CONSTRAINT payments_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id) ON DELETE RESTRICT
    `);
    await runner.query(`
      ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_inbox');
    await runner.query('DROP TABLE ledger_entries');
    await runner.query('DROP TABLE payments');
    await runner.query('DROP TABLE sponsorships');
  }
}
